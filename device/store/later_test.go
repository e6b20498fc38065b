// SPDX-License-Identifier: Apache-2.0

package store

import (
	"bytes"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/durable/durabletest"
	"github.com/ledpost/ledpost/internal/must"
)

// reads counts the bytes that are read, and the files that are written.
type reads struct {
	durable.FS
	bytes, created int
}

func (r *reads) Read(name string, most int64) ([]byte, error) {
	data, err := r.FS.Read(name, most)
	if int64(len(data)) > most { // as a directory on disk does
		data, err = nil, bounded.ErrTooLarge
	}
	r.bytes += len(data)
	return data, err
}

func (r *reads) Create(name string) (durable.File, error) {
	if strings.HasPrefix(name, apartDir) {
		r.created++
	}
	return r.FS.Create(name)
}

// big returns a message of about 0.9 MB.
func big(i int) device.SavedEntry {
	n := note.Notification{Priority: note.PriorityCritical}
	for f := range 32 {
		n.Frames = append(n.Frames,
			note.Frame{Text: []note.Fragment{{Text: fmt.Sprint(i, " ", f)}}, Chart: make([]float64, 512)})
		for j := range n.Frames[f].Chart {
			n.Frames[f].Chart[j] = float64(i*j) + 0.123456789
		}
	}
	return device.SavedEntry{ID: fmt.Sprint(i), Left: time.Hour, Priority: n.Priority, Notification: n}
}

// TestLater: Open reads no more than its share of a long queue; what it leaves is
// fetched, is the same, and is never written again.
func TestLater(t *testing.T) {
	m := durabletest.NewMemory()
	s, v := Open(m, Options{Log: quiet})
	small := device.SavedEntry{ID: "9", Left: time.Hour,
		Notification: note.Notification{Frames: []note.Frame{{Text: []note.Fragment{{Text: "x"}}}}}}
	want := []device.SavedEntry{small}
	for i := range 20 {
		want = append(want, big(i+10))
	}
	v.Waiting = want
	end(t, s, v)

	fs := &reads{FS: m}
	var said bytes.Buffer
	s, v = Open(fs, Options{Log: slog.New(slog.NewTextHandler(&said, nil))})
	if said.Len() > 0 {
		t.Errorf("the start says %s", &said)
	}
	if fs.bytes > 5*atOnce || fs.created > 0 {
		t.Errorf("the start reads %d bytes and writes %d large files", fs.bytes, fs.created)
	}
	if len(v.Waiting) != len(want) || v.Waiting[0].Later() || !v.Waiting[1].Later() ||
		v.Waiting[20].Priority != note.PriorityCritical {
		t.Fatalf("%d wait; read later are the first: %v, the second: %v", len(v.Waiting), v.Waiting[0].Later(),
			v.Waiting[1].Later())
	}
	for range 2 { // while nothing of it has been read; the second would sweep
		if !s.put(v) {
			t.Fatal(s.Fault())
		}
	}
	for i := range v.Waiting[1:] {
		v.Waiting[i+1] = s.Fetch(v.Waiting[i+1])
	}
	v.Settings.Volume++
	for range 2 {
		if !s.put(v) {
			t.Fatal(s.Fault())
		}
	}
	v.Waiting = v.Waiting[:len(v.Waiting)-1] // its file goes, the others stay
	end(t, s, v)
	if fs.created > 0 {
		t.Errorf("%d large files are written again", fs.created)
	}
	s, v = Open(m, Options{Log: quiet})
	for i, e := range v.Waiting {
		if e.Later() {
			e = s.Fetch(e)
		}
		if !reflect.DeepEqual(e.Notification, want[i].Notification) {
			t.Errorf("entry %d has changed", i)
		}
	}
}

// TestLaterLost: what is gone when it is fetched has no content, and what is broken is
// written again when it comes again.
func TestLaterLost(t *testing.T) {
	m := durabletest.NewMemory()
	s, v := Open(m, Options{Log: quiet})
	v.Waiting = []device.SavedEntry{big(1)}
	end(t, s, v)
	names, _ := m.List(apartDir)
	for _, name := range names {
		must.Do(t, durable.Write(m, apartDir+"/"+name, []byte(`{"frames":[]}`)))
	}
	s, v = Open(m, Options{Log: quiet})
	e := v.Waiting[0]
	if e.Later() {
		e = s.Fetch(e)
	}
	if e.Later() || len(e.Notification.Frames) > 0 {
		t.Errorf("%d frames of a file that has another content", len(e.Notification.Frames))
	}
	v.Waiting = []device.SavedEntry{big(1)}
	end(t, s, v)
	s, v = Open(m, Options{Log: quiet})
	if e := s.Fetch(v.Waiting[0]); len(e.Notification.Frames) != 32 {
		t.Error("it was not written again")
	}
}

// TestLaterIsRewritten: when the directory is emptied, what was fetched is written again.
func TestLaterIsRewritten(t *testing.T) {
	m := durabletest.NewMemory()
	s, v := Open(m, Options{Log: quiet})
	v.Waiting = []device.SavedEntry{big(1)}
	end(t, s, v)
	s, v = Open(m, Options{Log: quiet})
	v.Waiting[0] = s.Fetch(v.Waiting[0])
	before, _ := m.List(apartDir)
	fresh := durabletest.NewMemory()
	s.fs, s.disk.fs = fresh, fresh
	end(t, s, v)
	after, _ := fresh.List(apartDir)
	if len(before) == 0 || !bytes.Equal([]byte(strings.Join(before, "")), []byte(strings.Join(after, ""))) {
		t.Errorf("%v, want %v", after, before)
	}
}
