#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Installs ledpost on Raspberry Pi OS or Debian with apt, and prints a link to its page:
#     curl -fsSL https://ledpost.github.io/ledpost/install.sh | sh
set -eu
home=${LEDPOST_HOME:-https://ledpost.github.io/ledpost} list=/etc/apt/sources.list.d/ledpost.sources

stop() { echo "ledpost: $*" >&2; exit 1; }
root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi </dev/null; }
key() { if grep -q 'END PGP' "$1"; then sed -n '/BEGIN PGP/,/END PGP/p' "$1"; fi 2>/dev/null; }

main() {
	# The machine: apt, a processor that has a package, and the right to install.
	command -v apt-get >/dev/null || stop "there is no apt here: $home/guide/install.html#the-binary has another way"
	case $(dpkg --print-architecture) in armhf | arm64 | amd64) ;; *) stop "there is no package for this processor" ;; esac
	[ "$(id -u)" = 0 ] || command -v sudo >/dev/null || stop "this needs root, or sudo"
	board=$(tr -d '\0' 2>/dev/null </proc/device-tree/model) || board="not a Raspberry Pi"
	echo "Board: $board"

	# The repository with its key, which apt checks first. Another key than the key here is refused.
	new=$(mktemp --suffix .sources)
	trap 'rm -f "$new"' EXIT
	curl -fsSL --proto "=${LEDPOST_HOME:+file,http,}https" --retry 3 -o "$new" "$home/apt/ledpost.sources" ||
		stop "$home cannot be reached: nothing has changed"
	[ -n "$(key "$new")" ] || stop "$home has sent no repository: nothing has changed"
	had=$(key $list)
	[ -z "$had" ] || [ "$had" = "$(key "$new")" ] ||
		stop "the repository has another key than $list: delete that file if you trust the new key"
	root apt-get -qq -o Dir::Etc::SourceList="$new" -o Dir::Etc::SourceParts=/dev/null -o APT::Get::List-Cleanup=0 \
		-o APT::Update::Error-Mode=any update ||
		stop "apt cannot read the repository, or its signature is wrong: nothing is installed"
	root install -m 644 "$new" $list.new
	root sync $list.new # a power cut leaves the old list or the new one
	root mv -f $list.new $list

	# The package, which also switches SPI and I2C on, and starts the device.
	root apt-get -qq update || echo "ledpost: apt cannot read some other list, and goes on" >&2
	root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=300 install ledpost ||
		stop "apt did not install it: sudo apt install ledpost tells you why"
	[ -e /dev/spidev0.0 ] || echo "Buses: SPI and I2C are on after the next restart (sudo reboot)"

	# The link, as a QR code for a phone: it signs you in as the owner.
	for wait in 1 1 2 3 5 8 10; do
		if root ledpost key --qr 2>/dev/null; then return; fi
		sleep $wait
	done
	stop "it is installed and does not run: systemctl status ledpost"
}
main
