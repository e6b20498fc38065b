// SPDX-License-Identifier: Apache-2.0

package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"testing"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/durable/durabletest"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// saved is where directories lie that devices have written, each with the values in
// want.txt that the version of 2026-11-28 read from it, and the fields in says.txt that it
// could not use.
const saved = "testdata/saved"

// written copies the directory name of saved, and opens it.
func written(t *testing.T, name string) (dir string, v device.Saved, said string) {
	t.Helper()
	dir = t.TempDir()
	must.Do(t, os.CopyFS(dir, os.DirFS(filepath.Join(saved, name))))
	var log bytes.Buffer
	fields := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key != "what" {
			return slog.Attr{}
		}
		return a
	}
	options := Options{Boot: "boot", Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{ReplaceAttr: fields}))}
	_, v = fetched(Open(durable.Dir(dir), options))
	return dir, v, log.String()
}

// TestEarlierVersions: what devices have written is read to the same values. every-field has
// each field and each word; odd has values that no version has written, or a later one.
func TestEarlierVersions(t *testing.T) {
	all := must.Get(os.ReadDir(saved))(t)
	for _, e := range all {
		t.Run(e.Name(), func(t *testing.T) {
			dir, v, said := written(t, e.Name())
			text := must.Get(json.Marshal(v))(t)
			holds(t, "", parsed(t, text), document(t, filepath.Join(saved, e.Name()), "want.txt"))
			if want, _ := os.ReadFile(filepath.Join(saved, e.Name(), "says.txt")); said != string(want) {
				t.Errorf("it says\n%s\nwant\n%s", said, want)
			}
			// From the file before, which has the form of the earlier version, and from the new one.
			for _, lost := range []string{queueName, "nothing"} {
				_ = os.Remove(filepath.Join(dir, lost))
				_, again := fetched(Open(durable.Dir(dir), Options{Boot: lost, Log: quiet}))
				for i, e := range v.Waiting {
					if len(e.Notification.Frames) > 0 && !reflect.DeepEqual(again.Waiting[i].Notification, e.Notification) {
						t.Errorf("after a start without %s: %+v, was %+v", lost, again.Waiting[i], e)
					}
				}
			}
		})
	}
}

// holds checks that got has all that want has; a later version may have more fields.
func holds(t *testing.T, at string, got, want any) {
	t.Helper()
	switch want := want.(type) {
	case map[string]any:
		if got, ok := got.(map[string]any); ok {
			for name := range want {
				holds(t, at+"."+name, got[name], want[name])
			}
			return
		}
	case []any:
		if got, ok := got.([]any); ok && len(got) == len(want) {
			for i := range want {
				holds(t, fmt.Sprintf("%s[%d]", at, i), got[i], want[i])
			}
			return
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %v, want %v", at, got, want)
	}
}

// TestFormStays: what is written has the form in which it was read, so that a version before
// reads it after a way back.
func TestFormStays(t *testing.T) {
	for _, name := range []string{"2026-11-28", "every-field"} {
		dir, v, _ := written(t, name)
		for i := range v.Waiting {
			v.Waiting[i].Stored = nil
		}
		for file, field := range map[string]string{settingsName: "settings", appsName: "apps", endedName: "ended",
			queueName: "waiting"} {
			then := document(t, filepath.Join(saved, name), file)
			text, err := whole(file, v)
			if err != nil || os.WriteFile(filepath.Join(dir, file), text, 0o600) != nil {
				t.Fatal(err)
			}
			now := document(t, dir, file)
			holds(t, file+" of "+name, now[field], then[field])
		}
	}
}

// document is the JSON in a file of dir, with large values in it.
func document(t *testing.T, dir, file string) map[string]any {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, file))
	for ref := regexp.MustCompile(`\{"file":"([0-9a-f]{64})"\}`); err == nil; {
		at := ref.FindSubmatchIndex(text)
		if at == nil {
			return parsed(t, text)
		}
		var value []byte
		value, err = os.ReadFile(filepath.Join(dir, apartDir, string(text[at[2]:at[3]])))
		text = slices.Concat(text[:at[0]], value, text[at[1]:])
	}
	t.Fatal(err)
	return nil
}

func parsed(t *testing.T, text []byte) (doc map[string]any) {
	t.Helper()
	must.Do(t, json.Unmarshal(text, &doc))
	return doc
}

// FuzzDecode: whatever is in the files, a start takes memory in proportion, ends
// soon, and gives something that can be saved and read again.
func FuzzDecode(f *testing.F) {
	m := durabletest.NewMemory()
	s, v := open(f, m)
	end(f, s, full(f, v))
	for i, file := range files {
		f.Add(uint8(i), m.Contents()[file.name])
	}
	for i := range files {
		f.Add(uint8(i),
			[]byte(`{"version":2,"settings":{"mode":"party","look":{"text_color":{"R":1,"Set":true}}},"waiting":[{"left":5,`+
				`"notification":{"sound":{"fallback":{"fallback":{}}}}}]}`))
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		name := files[int(which)%len(files)].name
		m := durabletest.NewMemory()
		m.Set(name, data)
		var s *Store
		var v device.Saved
		memtest.AtMost(t, 1<<20+2000*len(data), func() { s, v = open(t, m) })
		if s.Fault() != nil {
			t.Fatal(s.Fault())
		}
		want := must.Get(json.Marshal(v.Settings))(t)
		s.Leave()
		var again device.Saved
		_, again = open(t, m)
		if got, _ := json.Marshal(again.Settings); string(got) != string(want) || again.Identity != v.Identity ||
			len(again.Waiting) != len(v.Waiting) {
			t.Errorf("saved %s with %d waiting, read %s with %d", want, len(v.Waiting), got, len(again.Waiting))
		}
	})
}
