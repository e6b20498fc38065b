// SPDX-License-Identifier: Apache-2.0

package update

import (
	"os"
	"path/filepath"
)

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
