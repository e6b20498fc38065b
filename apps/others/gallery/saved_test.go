// SPDX-License-Identifier: Apache-2.0

package gallery

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/durable/durabletest"
	"github.com/ledpost/ledpost/internal/must"
)

// listOf returns apps as a backup lists them.
func listOf(t *testing.T, apps ...App) []byte {
	var all []Installed
	for _, a := range apps {
		all = append(all, Installed{App: a, Commit: head.Commit, Base: home})
	}
	return must.Get(encoded(all))(t)
}

// TestRestore: the apps of a backup join those that are there; each file is what its hash says, or the whole is
// refused.
func TestRestore(t *testing.T) {
	lamp, clock := of("lamp", "lamp"), of("clock", "clock")
	file := func(a App, data string) map[string][]byte {
		return map[string][]byte{a.Files[0].Hash.String(): []byte(data)}
	}
	many := make([]App, MaxInstalled+1)
	for i := range many {
		many[i] = of(fmt.Sprint("app", i), "x")
	}
	for _, row := range []struct {
		why     string
		list    []byte
		files   map[string][]byte
		changes int
		turned  string
		says    string
	}{
		{"another app", listOf(t, lamp), file(lamp, "lamp"), 2, "[lamp]", ""},
		{"without its files", listOf(t, lamp), nil, 1, "[lamp]", ""},
		{"the one that is there", listOf(t, clock), file(clock, "clock"), 1, "[]", ""},
		{"another version of it", listOf(t, of("clock", "new")), file(of("clock", "new"), "new"), 2, "[clock]", ""},
		{"nothing", nil, nil, 0, "[]", ""},
		{"another content", listOf(t, lamp), file(lamp, "evil"), 0, "", "another content"},
		{"a file of no app", listOf(t, lamp), file(clock, "clock"), 0, "", "another content"},
		{"an app twice", listOf(t, lamp, lamp), nil, 0, "", "twice"},
		{"a path out of the folder", bytes.Replace(listOf(t, lamp), []byte("lamp/main"), []byte("../../main"), 1), nil, 0, "",
			"no list"},
		{"no commit", bytes.Replace(listOf(t, lamp), []byte(head.Commit), []byte("main"), 1), nil, 0, "", "no commit"},
		{"a line cut", listOf(t, lamp)[:40], nil, 0, "", "no list"},
		{"too long", bytes.Repeat([]byte("x"), maxList+1), nil, 0, "", "too large"},
		{"no room beside those that are there", listOf(t, many[:MaxInstalled]...), nil, 0, "", ErrFull.Error()},
	} {
		disk := durabletest.NewMemory()
		s := New(Config{FS: disk, URL: "new", Get: network{
			"new": packed(t, head, clock), home + "clock/main.star": "clock"}.get})
		must.Do(t, s.Renew(t.Context()))
		must.Do(t, s.Install(t.Context(), "clock", loads))
		before := fmt.Sprint(disk.Contents())
		out, err := s.Restore(row.list, row.files)
		if (err == nil) != (row.says == "") || err != nil && !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v, want %q", row.why, err, row.says)
		}
		if err == nil && (len(out.Changes) != row.changes || fmt.Sprint(out.Turned) != row.turned) {
			t.Errorf("%s: %d changes, turned %v; want %d, %s", row.why, len(out.Changes), out.Turned, row.changes, row.turned)
		}
		for _, c := range out.Changes {
			if old, there := disk.Contents()[strings.TrimPrefix(c.Name, Folder+"/")]; there != (c.Old != nil) ||
				!bytes.Equal(old, c.Old) {
				t.Errorf("%s: %s was %q", row.why, c.Name, c.Old)
			}
		}
		if fmt.Sprint(disk.Contents()) != before {
			t.Errorf("%s: something has changed", row.why)
		}
	}
	if _, err := New(Config{}).Restore(listOf(t, lamp), nil); !errors.Is(err, ErrNoFolder) {
		t.Error(err)
	}
}

// TestSave: the files of the apps that have room are saved, whole apps.
func TestSave(t *testing.T) {
	s := New(Config{FS: durabletest.NewMemory(), URL: "new", Get: network{
		"new":                    packed(t, head, of("clock", "clock"), of("lamp", strings.Repeat("l", 100))),
		home + "clock/main.star": "clock", home + "lamp/main.star": strings.Repeat("l", 100)}.get})
	if list, content, err := s.Save(1000); list != nil || content != nil || err != nil {
		t.Errorf("of nothing: %s, %v, %v", list, content, err)
	}
	must.Do(t, s.Renew(t.Context()))
	for _, id := range []string{"lamp", "clock"} {
		must.Do(t, s.Install(t.Context(), id, loads))
	}
	for room, want := range map[int]int{1000: 2, 105: 2, 104: 1, 99: 1, 4: 0, 0: 0} {
		list, content, err := s.Save(room)
		if err != nil || len(content) != want || bytes.Count(list, []byte("\n")) != 2 {
			t.Errorf("room for %d: %d files, %v; %s", room, len(content), err, list)
		}
	}
}
