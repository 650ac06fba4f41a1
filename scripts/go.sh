#!/usr/bin/env bash
# Runs the go command in a version that go.mod accepts: the installed one when
# it is new enough, otherwise the one go.mod names, which the installed one
# fetches once from the Go module proxy. Its only trace is in Go's own module
# cache; the installed go stays as it is.
#
#   scripts/go.sh build ./...      any go command
#   scripts/go.sh --where          prints the go found, without fetching; 1 when there is none
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
least=$(awk '$1 == "go" { print $2; exit }' "$root/go.mod")
wanted=$(awk '$1 == "toolchain" { print substr($2, 3); exit }' "$root/go.mod")
wanted=${wanted:-$least}

# at_least A B: version A is B or newer.
at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$2" ]; }

# version_of GO: from outside every module, so that it does not switch itself.
version_of() {
	local v
	v=$(cd / && GOTOOLCHAIN=local "$1" env GOVERSION 2>/dev/null) || return 1
	v=${v%% *}
	case $v in
	devel*) echo 9999 ;; # a build of Go's own development branch
	go*) echo "${v#go}" ;;
	*) return 1 ;;
	esac
}

# Sets go and version: the first one new enough, else the first that works.
go='' version=''
while IFS= read -r candidate; do
	found=$(version_of "$candidate") || continue
	if at_least "$found" "$least"; then
		go=$candidate version=$found
		break
	fi
	[ -n "$go" ] || { go=$candidate version=$found; }
done < <(type -aP go || true; ls /usr/local/go/bin/go /usr/lib/go/bin/go 2>/dev/null || true)

if [ -z "$go" ]; then
	echo "go.sh: no go command found on PATH or in /usr/local/go: run scripts/setup.sh" >&2
	exit 1
fi
if [ "${1:-}" = --where ]; then
	echo "$go"
	exit
fi
if at_least "$version" "$least"; then
	exec "$go" "$@"
fi
if at_least "$version" 1.21; then # can switch by itself, whatever it was told by default
	GOTOOLCHAIN=go$wanted exec "$go" "$@"
fi

# An older go can still fetch the module that holds the newer one, with Go's
# checksum database behind it. Two things that a switching go does afterwards
# are done here: mark the programs executable, and give the standard library
# its go.mod, which a module's archive cannot hold.
os_arch=$("$go" env GOHOSTOS).$("$go" env GOHOSTARCH)
module=golang.org/toolchain@v0.0.1-go$wanted.${os_arch/./-}
home=$("$go" env GOMODCACHE)/$module
if [ ! -x "$home/bin/go" ] || [ ! -f "$home/src/go.mod" ]; then
	echo "go.sh: fetching go $wanted, because go $version is older than $least" >&2
	(cd / && GO111MODULE=on GOFLAGS='' "$go" mod download "$module")
	chmod u+w "$home/src"
	cp "$home/src/_go.mod" "$home/src/go.mod"
	chmod u-w "$home/src"
	find "$home/pkg/tool" "$home/bin" -type f -exec chmod a+x {} +
fi
unset GOROOT
GOTOOLCHAIN=local exec "$home/bin/go" "$@"
