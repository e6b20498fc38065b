// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/ledpost/ledpost/internal/netns"
)

// TestFind: a device is listed, gets a push by its name with the key that is
// said, and later with the one that was kept; nothing else of this machine.
func TestFind(t *testing.T) {
	rig.SeeSources(rig.Root(t)) // or the result of the other process is kept
	if !netns.Own(t, "192.0.2.7/24") {
		return
	}
	r := rig.Launch(t, nil)
	eventually.True(t, "it is found", func() bool {
		out, _, code := rig.Command(t, "", "find")
		return code == 0 && strings.Contains(out, "192.0.2.7") && strings.Contains(out, "ledpost push --to ledpost")
	})
	var all []struct{ Name, Serial, URL string }
	out, errs, _ := rig.Command(t, "", "find", "--json")
	if err := json.Unmarshal([]byte(out), &all); err != nil || len(all) != 1 {
		t.Fatalf("%v %s %s", err, out, errs)
	}
	if d := all[0]; d.Name != "ledpost" || d.URL != "https://192.0.2.7:"+r.Port() {
		t.Errorf("it is %+v", d)
	}
	state := t.TempDir() // of the user's
	for _, c := range []struct {
		name string
		args []string
		code int
	}{
		{"no key", []string{"--to", "ledpost"}, 2},
		{"a wrong key", []string{"--to", "ledpost", "--key", "wrong-key", "--keep"}, 1},
		{"the key, which is kept", []string{"--to", "LEDPOST", "--key", r.Key, "--keep"}, 0},
		{"with the key that is kept, by the serial number", []string{"--to", all[0].Serial}, 0},
	} {
		if out, errs, code := rig.Command(t, "",
			append([]string{"push", "--data", state, "--cycles", "0", "x"}, c.args...)...); code != c.code {
			t.Errorf("%s: exit %d, want %d: %s%s", c.name, code, c.code, out, errs)
		}
	}
	if n := len(r.Queue()); n != 2 {
		t.Errorf("%d notifications came, want 2", n)
	}
}
