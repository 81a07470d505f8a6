#compdef attnlab
# SPDX-License-Identifier: MIT
# zsh completion; the words come from the output of attnlab.
_attnlab() {
    local -a found
    if ((CURRENT == 2)); then
        found=(${(f)"$(attnlab --help | sed -n 's/^  \([a-z][a-z]*\)  *\(.*\)/\1:\2/p')"})
        _describe command found
    elif [[ $words[CURRENT] == -* ]]; then
        found=(${(f)"$(attnlab $words[2] --help | grep -oE '(^|[ ,])--[a-z][a-z-]*' | grep -oE -- '--[a-z-]+' | sort -u)"})
        compadd -a found
    elif [[ $words[CURRENT-1] == --tier ]]; then
        compadd smoke quick full
    else
        _files
    fi
}
_attnlab "$@"
