// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/applet/applettest"
	"github.com/ledpost/ledpost/internal/must"
)

// TestSame: ledpost-apps draws three apps of the catalogue as pixlet's own command did.
func TestSame(t *testing.T) {
	applettest.Program(t)
	program := must.Get(exec.LookPath(applet.Name))(t)
	want := map[string]string{}
	for line := range strings.Lines(string(must.Get(os.ReadFile("testdata/same.txt"))(t))) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
		want[name] = rest
	}
	for _, name := range []string{"blackout", "emojitext", "verticalmessage"} {
		if got := row(program, "", "testdata/"+name); got == nil || want[name] == "" || got.facts() != want[name] {
			t.Errorf("%s: %v, want %s", name, got, want[name])
		}
	}
}

// TestDiffers: where two timelines part.
func TestDiffers(t *testing.T) {
	line := func(parts ...any) *timeline {
		l := &timeline{}
		for i := 0; i < len(parts); i += 2 {
			l.add([]byte(parts[i].(string)), time.Duration(parts[i+1].(int))*time.Second)
		}
		return l
	}
	for _, row := range []struct {
		name        string
		ours, other *timeline
		want        string
	}{
		{"the same", line("a", 1, "b", 2), line("a", 1, "b", 2), ""},
		{"equal neighbours are one", line("a", 1, "a", 1, "b", 2), line("a", 2, "b", 1, "b", 1), ""},
		{"a picture that stands still has no time", line("a", 1), line("a", 0), ""},
		{"another colour", line("a", 1, "b", 2), line("a", 1, "c", 2), "picture 1 differs in 1 values"},
		{"another time", line("a", 1, "b", 2), line("a", 2, "b", 2), "picture 0 shows for 1s, pixlet has 2s"},
		{"one more", line("a", 1, "b", 2), line("a", 1), "2 pictures, pixlet has 1"},
	} {
		if got := row.ours.differs(row.other); got != row.want {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}
