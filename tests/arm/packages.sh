# SPDX-License-Identifier: MIT
# Debian's packages of another architecture, unpacked and never installed: neither root nor this machine's own list of
# packages is touched. Sourced by run.sh; $out is the folder that everything is made in.
root=$out/root triplet=aarch64-linux-gnu
lib=$root/usr/lib/$triplet

# An apt of its own: arm64, and nothing installed. Where packages come from, whom that is believed, and through which
# proxy, is what this machine's apt is told; what this machine does after an update is none of it.
packages_configure() {
    mkdir -p "$out/apt/lists/partial" "$out/apt/archives/partial" "$out/apt/none"
    : >"$out/apt/status"
    apt-config dump | grep '^Acquire::' | grep -v '::IndexTargets' >"$out/apt/apt.conf"
    cat >>"$out/apt/apt.conf" <<C
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
APT::Install-Recommends "false";
APT::Sandbox::User "";
Dir::State "$out/apt";
Dir::State::status "$out/apt/status";
Dir::Cache "$out/apt";
Dir::Etc::parts "$out/apt/none";
C
    export APT_CONFIG=$out/apt/apt.conf
}
# What the build links against, by the list that everybody installs from; a shell for the guest, and its kernel.
packages_fetch() {
    libraries=$(awk -F '\t' '$2 ~ /^lib/ { print $2 }' harness/install/packages.tsv)
    apt-get -qq update # a source that has nothing for arm64 is no harm if another has it
    apt-get -qq -y --download-only install $libraries busybox-static >/dev/null || return
    kernel=$(apt-cache depends linux-image-arm64 | sed -n 's/ *Depends: //p')
    [ -n "$kernel" ] && (cd "$out/apt/archives" && apt-get -qq download "$kernel")
}
# Programs and libraries alone: neither manuals nor what a package would do when it is installed.
packages_unpack() {
    for folder in bin sbin lib; do
        mkdir -p "$root/usr/$folder"
        ln -sfn "usr/$folder" "$root/$folder"
    done
    for package in "$out"/apt/archives/*.deb; do
        case $package in
        */linux-image-*) dpkg-deb --fsys-tarfile "$package" | tar -C "$out" --wildcards -xf - './boot/vmlinuz-*' ;;
        *) dpkg-deb --fsys-tarfile "$package" | tar -C "$root" --keep-directory-symlink \
            --exclude='./usr/share' --exclude='./etc' --exclude='./var' -xf - ;;
        esac || return
    done
    # What update-alternatives would have done: where the program looks for it when it runs.
    ln -sfn openblas-pthread/libopenblas.so.0 "$lib/libopenblas.so.0"
}
# The root and $out/boot/vmlinuz-*; once, until what it is made from has changed.
packages_root() {
    stamp=$(cat harness/install/packages.tsv tests/arm/packages.sh | cksum)
    [ "$(cat "$out/root.made" 2>/dev/null)" != "$stamp" ] || return 0
    rm -rf "${root:?}" "${out:?}/boot" "${out:?}/apt" "$out/root.made"
    packages_configure && packages_fetch && packages_unpack && rm -r "$out/apt" && echo "$stamp" >"$out/root.made"
}
