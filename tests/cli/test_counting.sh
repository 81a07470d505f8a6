#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that a counter group reports the reason if it fails during counting. The test preloads a PAPI_read()
# that fails.
. "$(dirname "$0")/lib.sh"
worker=$(dirname "$attnlab")/attnlab-worker
cell=$(ATTNLAB_WORKER=$worker "$attnlab" cell --print-complete n=16,heads=2,d_model=32,samples=1,min_sample_ms=0)
# said: prints the record of a row with software events, which need no hardware counters.
said() { "$worker" run --record-fd 3 "$cell" 3>"$work/record" >/dev/null 2>&1; cat "$work/record"; }
case $(said) in
*'"group":"software","pass"'*) ;;
*) echo "software events cannot be counted here" && exit 77 ;;
esac
echo '#include <papi.h>
int PAPI_read(int set, long long *values) { return (void)set, (void)values, PAPI_ESYS; }' >"$work/fails.c"
${CC:-cc} -shared -fPIC -o "$work/fails.so" "$work/fails.c"
record=$(LD_PRELOAD=$work/fails.so said)
has "the row succeeds" "$record" '"status":"ok"'
has "the failed counter group is named with the reason" "$record" '"group":"software","reason":"counting failed during the passes"'
is "the failed counter group has no values" "$(echo "$record" | grep -c '"group":"software","pass"')" 0
finish
