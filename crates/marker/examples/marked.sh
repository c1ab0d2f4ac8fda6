#!/bin/sh
# Says one line: its arguments are the line's format and values, and hold nothing to be escaped.
pipe=/proc/self/fd/${PROBITY_FD:-none}
say() {
    if [ -n "${PROBITY_NONCE:-}" ] && [ -p "$pipe" ] && [ -w "$pipe" ]; then
        # shellcheck disable=SC2059
        printf "$@" >>"$pipe"
    fi
}
say '{"type":"hello","protocol":1,"program":"marked-shell","nonce":"%s"}\n' "${PROBITY_NONCE:-}"
say '{"type":"ready"}\n'
say '{"type":"provenance","name":"rows","value":"all"}\n'
say '{"type":"phase","name":"scan"}\n'
total=0
for id in 1 2; do
    say '{"type":"window_start","name":"scan","id":%s,"t_ns":%s,"clock":"realtime"}\n' "$id" "$(date +%s%N)"
    i=0
    while [ "$i" -lt 1000 ]; do total=$((total + i * i)) i=$((i + 1)); done
    say '{"type":"window_end","id":%s,"t_ns":%s,"clock":"realtime"}\n' "$id" "$(date +%s%N)"
done
say '{"type":"work","units":"rows","count":2000}\n'
say '{"type":"checksum","value":"%x"}\n' "$total"
say '{"type":"counter","name":"rounds","unit":"count","kind":"counter","value":2}\n'
say '{"type":"result","value":"%x"}\n' "$total"
