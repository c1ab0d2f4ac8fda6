# Runs the test programs of /bed/tests/list in the guest, each in the folder of its package.
while read -r name path; do
    mkdir -p "${path%/*}"
    ln -s "/bed/bin/$name" "$path"
done </bed/tests/programs

# Counters may be read in user mode, where the CPU has any (arm64 since Linux 5.17).
[ -e /proc/sys/kernel/perf_user_access ] && echo 1 >/proc/sys/kernel/perf_user_access

PROBITY_REQUIRE=$(cat /bed/tests/required)
export PROBITY_REQUIRE
failed=0
while read -r name folder; do
    cd "$folder" || exit 1
    echo "==== $name"
    if CARGO_MANIFEST_DIR=$folder "/bed/tests/$name" "$@" </dev/null 2>&1; then
        echo "PASS $name"
    else
        echo "FAIL $name: $?"
        failed=$((failed + 1))
    fi
done </bed/tests/list
echo "$failed of $(wc -l </bed/tests/list) test programs failed"
[ "$failed" = 0 ]
