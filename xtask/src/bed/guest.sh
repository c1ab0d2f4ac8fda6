#!/bin/sh
# Runs /bed/command in the guest: its two outputs, and the code that it ends with, leave by three
# ports. Through pipes, because a port makes its writer spin until the emulator has taken
# everything, and that would be counted as work of the command.
export PATH=/bed/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export HOME=/root LC_ALL=C.UTF-8
PROBITY_BED=$(cat /bed/name)
export PROBITY_BED
mount -t proc proc /proc
echo "bed-$PROBITY_BED" >/proc/sys/kernel/hostname
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/shm /dev/pts
mount -t tmpfs tmpfs /dev/shm
mount -t devpts devpts /dev/pts
mount -t tmpfs -o mode=755 tmpfs /run
mount -t tracefs tracefs /sys/kernel/tracing
mount -t debugfs debugfs /sys/kernel/debug
mount -t bpf bpf /sys/fs/bpf
mount -t cgroup2 cgroup2 /sys/fs/cgroup
echo '+cpu +memory +io +pids +cpuset' >/sys/fs/cgroup/cgroup.subtree_control
ln -sf /proc/self/fd /dev/fd
ln -sf /proc/self/fd/0 /dev/stdin
ln -sf /proc/self/fd/1 /dev/stdout
ln -sf /proc/self/fd/2 /dev/stderr

# The sources, where the programs that were built from them look for them.
if [ -d /bed/tree ]; then
    tree=$(cat /bed/workspace)
    mkdir -p "$tree"
    mount --bind /bed/tree "$tree"
fi

# The device of the port of that name.
port() {
    for port in /sys/class/virtio-ports/*; do
        [ "$(cat "$port/name")" = "$1" ] && echo "/dev/${port##*/}"
    done
}

mkfifo /run/output /run/error
cat /run/output >"$(port output)" &
output=$!
cat /run/error >"$(port error)" &
error=$!
cd /tmp || exit 1
echo "bed: up after $(cut -d ' ' -f 1 /proc/uptime) s"
sh /bed/command </dev/null >/run/output 2>/run/error
code=$?
# What the command left behind may hold the pipes open: it is not waited for long.
(sleep 2; kill "$output" "$error") 2>/dev/null &
wait "$output" "$error"
echo "$code" >"$(port code)"
busybox poweroff -f
