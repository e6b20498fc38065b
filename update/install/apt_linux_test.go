// SPDX-License-Identifier: Apache-2.0

package install

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/internal/must"
)

// TestBesideApt: the helper leaves an installation by hand alone while apt is at work.
func TestBesideApt(t *testing.T) {
	r := newRig(t)
	r.write(dpkgLock, "")
	apt := must.Get(os.OpenFile(filepath.Join(r.root, dpkgLock), os.O_RDWR, 0))(t)
	must.Do(t, unix.FcntlFlock(apt.Fd(), unix.F_OFD_SETLK, &unix.Flock_t{Type: unix.F_WRLCK}))
	must.Do(t, r.helper("1.0.0").Keep(t.Context()))
	r.unpack("2.0.0")
	r.status = "unpacked"
	if err := r.helper("1.0.0").Install(t.Context()); err == nil || r.status != "unpacked" {
		t.Errorf("%v; dpkg says %s", err, r.status)
	}
	must.Do(t, apt.Close())
	if err := r.helper("1.0.0").Install(t.Context()); err != nil || r.status != "installed" {
		t.Errorf("once apt is gone: %v; dpkg says %s", err, r.status)
	}
}
