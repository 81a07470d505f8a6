# SPDX-License-Identifier: MIT
# Emulates a whole machine with qemu, including a kernel and a performance monitoring unit (PMU). Sourced by
# run.sh after packages.sh. Functions:
#   guest_begin: starts an empty guest.
#   guest_put FILE TO: copies a file into the guest; a link is replaced by its target.
#   guest_program FILE TO: copies a program and its shared libraries.
#   guest_command NAME COMMAND...: adds a line of sh; lines run in the order of these calls.
#   guest_run: runs all commands; fails if the machine does not shut down normally.
#   guest_said NAME, guest_status NAME: print the output and the exit status of a command.
tree=$out/guest console=$out/console.log
# The emulated processor must be known to libpfm in Debian 12. PAPI finds no events on a Cortex-A72. In the
# guest, each instruction takes 2^guest_shift nanoseconds, and one cycle is one nanosecond.
guest_shift=1

# Copies the shared libraries that a file needs, recursively. Each library is copied once.
libraries_of() {
    readelf -d "$1" 2>/dev/null | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | while read -r name; do
        [ ! -e "$tree/usr/lib/$triplet/$name" ] || continue
        guest_put "$lib/$name" "usr/lib/$triplet/$name"
        libraries_of "$lib/$name"
    done
}
guest_put() {
    mkdir -p "$tree/$(dirname "$2")"
    cp -L "$1" "$tree/$2"
}
guest_program() {
    guest_put "$1" "$2"
    libraries_of "$1"
}
guest_begin() {
    rm -rf "$tree"
    mkdir -p "$tree/usr/bin" "$tree/usr/lib/$triplet"
    ln -s usr/bin "$tree/bin"
    ln -s usr/lib "$tree/lib"
    guest_put tests/arm/init init
    guest_put "$root/usr/bin/busybox" usr/bin/busybox
    # Programs expect the dynamic loader directly in /lib.
    guest_put "$lib/ld-linux-aarch64.so.1" usr/lib/ld-linux-aarch64.so.1
}
guest_command() { echo "$*" >>"$tree/commands"; }

# The guest has no network and no disk, so the console output is the only result. The limit is on CPU time, so
# the load of the host does not matter.
guest_run() {
    (cd "$tree" && find . | LC_ALL=C sort | cpio --quiet -o -H newc -R 0:0) >"$out/initrd" || return
    (
        ulimit -S -t 1800
        qemu-system-aarch64 -M virt -cpu cortex-a57 -smp 1 -m 1024 -icount shift=$guest_shift -nic none -nographic \
            -no-reboot -kernel "$out"/boot/vmlinuz-* -initrd "$out/initrd" -append "console=ttyAMA0 quiet panic=-1"
    ) </dev/null 2>&1 | tr -d '\r' >"$console"
    grep -q "^end $(tail -n 1 "$tree/commands" | cut -d' ' -f1) " "$console"
}
guest_said() { sed -n "/^begin $1\$/,/^end $1 /{//!p}" "$console"; }
guest_status() { sed -n "s/^end $1 //p" "$console"; }
