// SPDX-License-Identifier: Apache-2.0

package reset

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
)

// TestResetOnAFullDisk: somebody else's file has filled the disk, to the last byte: the device is
// asked, marks that, and forgets.
func TestResetOnAFullDisk(t *testing.T) {
	m := newMachineIn(t, rig.Disk(t))
	r := m.start()
	r.lives()
	r.end(nil)
	m.fills()
	m.write("boot/firmware/ledpost-reset.txt", "")
	m.write("home/others", "")
	f := must.Get(os.OpenFile(m.path("home/others"), os.O_WRONLY, 0))(t)
	for size := 1 << 16; size > 0; {
		if _, err := f.Write(make([]byte, size)); err != nil {
			size /= 2
		}
	}
	must.Do(t, f.Close())
	if err := os.WriteFile(m.path("home/more"), []byte("x"), 0o600); err == nil {
		t.Fatal("the disk is not full")
	}
	must.Do(t, m.card())
	m.forgot("on a full disk")
}

// TestResetOnAReadOnlyDisk: who asks learns that nothing is reset, and the device runs on.
func TestResetOnAReadOnlyDisk(t *testing.T) {
	m := newMachineIn(t, rig.Disk(t))
	r := m.start()
	serial := r.serial()
	rig.ReadOnly(t, m.root, true)
	status, answer := r.ask("POST", "/live/reset", `{"serial":"`+serial+`"}`, r.key)
	if status != http.StatusInsufficientStorage || !strings.Contains(answer, "nothing is reset") {
		t.Errorf("%d %s", status, answer)
	}
	if r.serial() != serial {
		t.Error("another device answers")
	}
	rig.ReadOnly(t, m.root, false)
	r.end(nil)
}
