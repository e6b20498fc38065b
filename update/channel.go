// SPDX-License-Identifier: Apache-2.0

package update

import (
	"fmt"
	"hash/fnv"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Channels are the channels of releases. Each is a folder of static files on a
// web server: manifest.json, its signature, and the files that it names.
var Channels = []string{"stable", "beta"}

// Names of a channel's files.
const (
	ManifestFile  = "manifest.json"
	SignatureFile = ManifestFile + ".minisig"
)

// PublicKeyFile is where the packages keep the public keys of releases: one
// minisign key or several, each as in a .pub file.
const PublicKeyFile = "/usr/share/ledpost/update.pub"

// ProjectURL is the folder of the project's own channels. Which releases are taken from
// there is up to the keys in PublicKeyFile.
const ProjectURL = "https://ledpost.github.io/ledpost/update"

// URL returns the address of a file of a channel at base. File is
// [ManifestFile], [SignatureFile] or the name of a [File].
func URL(base, channel, file string) (string, error) {
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return "", fmt.Errorf("update: %q is not http://HOST/… or https://HOST/…", base)
	}
	if !slices.Contains(Channels, channel) {
		return "", fmt.Errorf("update: there is no channel %q, only %s", channel, strings.Join(Channels, " and "))
	}
	return u.JoinPath(channel, file).String(), nil
}

// Includes reports whether the device with this serial number is within the
// share of devices that install the release by themselves. The hash is of
// version and serial, so that it is not the same devices that go first each
// time; a larger share includes all devices of a smaller one.
func (m Manifest) Includes(serial string) bool {
	if m.Share == 0 {
		return true
	}
	h := fnv.New64a()
	h.Write([]byte(m.Version + "\x00" + serial)) // never fails
	return mix(h.Sum64())%100 < uint64(m.Share)
}

// mix spreads what differs in a few low bits over all of them: the finalizer of
// MurmurHash3, since the last letters change little of an FNV sum.
func mix(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}

// A Kind is how the program was installed, and so what installs a new version.
type Kind string

// Kinds of installation.
const (
	KindPackage Kind = "package" // by apt; the root helper runs it
	KindSlots   Kind = "slots"   // binaries in slots of the root helper, without apt
	KindImage   Kind = "image"   // a gokrazy image, whose root file system is replaced as a whole
	KindNone    Kind = "none"    // nothing here can install: the daemon only announces releases
)

// Unit is the systemd unit that watches for a [Request] and starts the root
// helper. Where it is not installed, nothing answers requests.
const Unit = "ledpost-update.path"

// Installs reports whether a request for an installation would be heard.
func (k Kind) Installs() bool { return k != KindNone }

// KindOf returns the kind of the installation on the system whose root
// directory is root: "/", except in tests.
func KindOf(root string) Kind {
	has := func(path string) bool {
		_, err := os.Stat(filepath.Join(root, path))
		return err == nil
	}
	switch {
	case has("/gokrazy/init"):
		return KindImage
	case !has("/usr/lib/systemd/system/"+Unit) && !has("/lib/systemd/system/"+Unit) && !has("/etc/systemd/system/"+Unit):
		return KindNone
	case has("/var/lib/dpkg/info/ledpost.list"):
		return KindPackage
	}
	return KindSlots
}
