# SPDX-License-Identifier: MIT
# Unpacks Debian packages of another architecture without installing them. Needs no root, and does not change
# this machine's package lists. Sourced by run.sh; $out is the folder for all files.
root=$out/root triplet=aarch64-linux-gnu
lib=$root/usr/lib/$triplet

# Configures a separate apt for arm64 with no installed packages. This apt uses the mirrors, keys and proxies
# of the host's apt.
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
# Downloads a shell and a kernel for the guest, and the libraries that attnlab needs (packages.tsv).
packages_fetch() {
    libraries=$(awk -F '\t' '$2 ~ /^lib/ { print $2 }' harness/install/packages.tsv)
    apt-get -qq update # one source with arm64 packages is enough
    apt-get -qq -y --download-only install $libraries busybox-static >/dev/null || return
    kernel=$(apt-cache depends linux-image-arm64 | sed -n 's/ *Depends: //p')
    [ -n "$kernel" ] && (cd "$out/apt/archives" && apt-get -qq download "$kernel")
}
# Unpacks programs and libraries only, without manuals and installation scripts.
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
    # Creates the link that update-alternatives would create, because the program needs it at run time.
    ln -sfn openblas-pthread/libopenblas.so.0 "$lib/libopenblas.so.0"
}
# Creates the root folder and $out/boot/vmlinuz-* unless they are up to date.
packages_root() {
    stamp=$(cat harness/install/packages.tsv tests/arm/packages.sh | cksum)
    [ "$(cat "$out/root.made" 2>/dev/null)" != "$stamp" ] || return 0
    rm -rf "${root:?}" "${out:?}/boot" "${out:?}/apt" "$out/root.made"
    packages_configure && packages_fetch && packages_unpack && rm -r "$out/apt" && echo "$stamp" >"$out/root.made"
}
