#!/bin/busybox sh
# The guest's first program: loads what its disks need and goes on from them. Where it fails it
# ends, which is a kernel panic, and that ends the guest.
export PATH=/bin
/bin/busybox --install -s /bin
mount -t devtmpfs dev /dev
while read -r module; do
    insmod "/modules/$module" || echo "bed: no module $module"
done </modules/order
ip link set lo up
mount -t ext4 /dev/vda /system || exit 1
mount -t ext4 -o ro /dev/vdb /system/bed || exit 1
exec switch_root /system /bed/guest.sh
