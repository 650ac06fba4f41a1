#!/usr/bin/env bash
# Installs what xeval needs to be built and to judge all six languages on
# Debian and Ubuntu, and leaves alone what is there. Everything is probed by
# using it: a name on PATH proves little.
#
#   scripts/setup.sh           install what is missing; says nothing when nothing is
#   scripts/setup.sh --check   only list what is missing; exit status 1 when something is
#
# Needs root or sudo, and only when something has to be installed. The crates,
# modules and packages that programs use are not its business: "xeval doctor
# --prepare" fetches them.
set -euo pipefail

# A toolchain in its usual place counts even when a shell's start-up files have
# not put it on PATH.
PATH=$PATH:/usr/local/go/bin:/usr/lib/go/bin:${HOME:-/root}/.cargo/bin
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

say() { printf 'setup: %s\n' "$*"; }
fail() {
	printf 'setup: %s\n' "$*" >&2
	exit 1
}

# at_least A B: version A is B or newer.
at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$2" ]; }

# first_number TEXT: the first version number in a text.
first_number() { grep -oE '[0-9]+(\.[0-9]+)*' <<<"$1" | head -n 1; }

# --- Probes: one for each thing needed. Each succeeds when the thing works. ---

has_git() { git --version; }
has_make() { make --version; }
has_certificates() { [ -s /etc/ssl/certs/ca-certificates.crt ]; }
has_go() { "$here/go.sh" --where; }
has_compiler() { echo 'int main() {}' | g++ -std=c++11 -x c++ -fsyntax-only -; }
has_boost() { echo '#include <boost/any.hpp>' | g++ -std=c++11 -x c++ -fsyntax-only -; }
has_openssl() {
	echo '#include <openssl/md5.h>' | g++ -std=c++11 -x c++ -fsyntax-only - &&
		[ "$(g++ -print-file-name=libcrypto.so)" != libcrypto.so ] # linkable, not only readable
}
has_java() { java -version && at_least "$(first_number "$(javac -version 2>&1)")" 17; }
# The library of MultiPL-E's Java programs, where Debian or Maven puts it.
has_javatuples() {
	[ -f /usr/share/java/javatuples.jar ] || [ -f "${HOME:-/root}/.m2/repository/org/javatuples/javatuples/1.2/javatuples-1.2.jar" ]
}
has_node() { node -e 0; }
has_recent_node() { at_least "$(node -p process.versions.node)" 16; } # upstream's
has_npm() { npm --version; }
has_rust() { rustc --version && cargo --version; }
has_python() { python3 -c ''; }
# numpy as the sandbox will see it: without the user's own folder and variables.
has_numpy() { "$(python3 -c 'import sys; print(sys.executable)')" -I -c 'import numpy'; }

probes='git make certificates go compiler boost openssl java javatuples node recent_node npm rust python numpy'

# missing lists the probes that fail. Standard input is closed off: a wrapper
# that asks a question must not stop us.
missing() {
	for p in $probes; do
		"has_$p" >/dev/null 2>&1 </dev/null || printf '%s ' "$p"
	done
}

# --- Installing ---

as_root() {
	if [ "$(id -u)" = 0 ]; then
		"$@"
	elif command -v sudo >/dev/null; then
		sudo "$@"
	else
		fail "this needs root or sudo: $*"
	fi
}

# apt PACKAGE…: installs packages.
apt() {
	say "apt-get install $*"
	as_root env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=a apt-get -qq -y \
		-o Acquire::Retries=3 -o Dpkg::Use-Pty=0 --no-install-recommends install "$@" >/dev/null
}

# available PACKAGE: the upstream version of what apt would install, or failure.
available() {
	local v
	v=$(apt-cache policy "$1" 2>/dev/null | awk '$1 == "Candidate:" && $2 != "(none)" { print $2 }')
	v=${v#*:}
	[ -n "$v" ] && echo "$v"
}

# The JDK nearest to upstream's 18; the distribution's default may be too old.
install_java() {
	for p in openjdk-17-jdk-headless openjdk-21-jdk-headless openjdk-25-jdk-headless; do
		if available "$p" >/dev/null; then
			apt "$p"
			return
		fi
	done
	apt default-jdk-headless
}

# A cargo older than 1.68 must copy the whole registry's history first, which
# takes minutes and another host. Debian 12 has a newer one under another name.
install_rust() {
	if ! at_least "$(available rustc || echo 0)" 1.68 && available rustc-web >/dev/null; then
		apt rustc-web cargo-web
	else
		apt rustc cargo
	fi
}

# Only reached when this run installed node and the distribution's is older
# than upstream's. The package registry has node itself as a package.
install_recent_node() {
	if [ -z "$installed_node" ]; then
		say "node $(node -p process.versions.node) at $(command -v node) is older than upstream's 16; it is left alone: choose another with --toolchain node=PATH"
		return
	fi
	say "npm install --global node@20 (the distribution's node is older than 16)"
	as_root npm install --global --silent --prefix /usr/local node@20
	hash -r
}

# numpy goes where the python3 on PATH looks. An interpreter that belongs to a
# package manager other than apt is not ours to change.
install_numpy() {
	local python managed
	python=$(python3 -c 'import sys; print(sys.executable)')
	if [ "$(python3 -c 'import sys; print(sys.prefix)')" = /usr ]; then
		apt python3-numpy
		return
	fi
	managed=$(python3 -c 'import os, sys, sysconfig
print(sys.prefix == sys.base_prefix and os.path.exists(sysconfig.get_path("stdlib") + "/EXTERNALLY-MANAGED"))')
	[ "$managed" = False ] || fail "$python has no numpy and belongs to another package manager: install numpy with that"
	say "$python -m pip install numpy"
	PIP_USER=0 "$python" -m pip install --quiet --disable-pip-version-check numpy
}

installed_node=''
# install PROBE…: everything that plain packages provide goes in one go.
install() {
	local packages=() special=()
	command -v apt-get >/dev/null || fail "only Debian and Ubuntu are known here; install by hand: $*"
	as_root apt-get -qq -o Acquire::Retries=3 update
	for p in "$@"; do
		case $p in
		git | make) packages+=("$p") ;;
		certificates) packages+=(ca-certificates) ;;
		go) packages+=(golang-go) ;;
		compiler) packages+=(g++) ;;
		boost) packages+=(libboost-dev) ;;
		openssl) packages+=(libssl-dev) ;;
		javatuples) packages+=(libjavatuples-java) ;;
		node) packages+=(nodejs) installed_node=yes ;;
		npm) packages+=(npm) ;;
		python) packages+=(python3) ;;
		*) special+=("install_$p") ;;
		esac
	done
	[ ${#packages[@]} = 0 ] || apt "${packages[@]}"
	hash -r
	for i in "${special[@]}"; do
		has=has_${i#install_} # what went before may have brought it
		"$has" >/dev/null 2>&1 || "$i"
	done
}

main() {
	local lacking
	lacking=$(missing)
	if [ "${1:-}" = --check ]; then
		[ -z "$lacking" ] || fail "missing: $lacking"
		return
	fi
	[ -n "$lacking" ] || return 0
	say "missing: $lacking"
	# shellcheck disable=SC2086 # a list of words
	install $lacking
	hash -r
	lacking=$(probes=${probes/recent_node/} missing)
	[ -z "$lacking" ] || fail "installed, but still not working: $lacking"
	say done
}

main "$@"
