# SPDX-License-Identifier: MIT
# bash completion; the words come from the output of attnlab.
# shellcheck shell=bash
_attnlab_output() { attnlab "$@" 2>/dev/null; }

# Prints the words for completion: _attnlab_words commands|options|list|axes [COMMAND]
_attnlab_words() {
    case $1 in
    commands) _attnlab_output --help | sed -n 's/^  \([a-z][a-z]*\)  *.*/\1/p' ;;
    options) _attnlab_output "$2" --help | grep -oE '(^|[ ,])--[a-z][a-z-]*' | grep -oE -- '--[a-z-]+' | sort -u ;;
    list) _attnlab_output list | awk '{ print $1 }' ;;
    axes) _attnlab_output list axes | sed -n 's/^\([a-z][a-z0-9_]*\)  *.*/\1=/p' ;;
    esac
}

_attnlab() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} from
    COMPREPLY=()
    [[ $word == = ]] && return
    if ((COMP_CWORD == 1)); then from=commands
    elif [[ $word == -* ]]; then from=options
    elif [[ $before == --set || $before == --filter ]]; then
        from=axes
        compopt -o nospace 2>/dev/null
    elif [[ $before == --tier ]]; then
        mapfile -t COMPREPLY < <(compgen -W "smoke quick full" -- "$word")
        return
    elif [[ $command == list && $before != --* ]]; then from=list
    else return # files, by -o default
    fi
    mapfile -t COMPREPLY < <(compgen -W "$(_attnlab_words $from "$command")" -- "$word")
}
complete -o default -F _attnlab attnlab
