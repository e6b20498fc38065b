// SPDX-License-Identifier: Apache-2.0

package mdns

import (
	"context"
	"errors"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/godbus/dbus/v5"

	"github.com/ledpost/ledpost/internal/pause"
)

var kitchen = Device{ID: "17", Name: "Küche.1", Plain: 8080, TLS: 4343}

// TestServices: what clients look for, field by field.
func TestServices(t *testing.T) {
	want := []service{
		{"_lametric-api._tcp", 4343, map[string]string{"id": "17", "md": "sa8", "nm": "Küche.1", "ss": "1"}},
		{"_http._tcp", 8080, map[string]string{"path": "/"}},
	}
	if got := kitchen.services(); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	awtrix := Device{Name: "Küche", Awtrix: 80, AwtrixUID: "awtrix_w00bs9"}
	if got := awtrix.services(); !reflect.DeepEqual(got,
		[]service{{"_awtrix._tcp", 80, map[string]string{"id": "awtrix_w00bs9", "name": "Küche", "type": "awtrix3"}}}) {
		t.Errorf("with the form of AWTRIX it is %+v", got)
	}
	if got := (Device{Plain: 8080}).services(); len(got) != 1 || got[0].kind != "_http._tcp" {
		t.Errorf("without HTTPS: %v", got)
	}
	ours := Device{UUID: "0a1b", Name: "Küche", Plain: 8080}.services()
	if want := (service{"_ledpost._tcp", 8080, map[string]string{"id": "0a1b", "nm": "Küche"}}); len(ours) != 2 ||
		!reflect.DeepEqual(ours[1], want) {
		t.Errorf("for others of this program it is %+v", ours)
	}
	if got := string(want[0].entries()[1]); got != "md=sa8" {
		t.Errorf("entries in no order: %q is the second", got)
	}
}

func TestInstance(t *testing.T) {
	for _, row := range []struct{ name, want, why string }{
		{"kitchen", "kitchen", "as it is"},
		{" my clock ", "my clock", "no blanks around it"},
		{"", "ledpost", "a label cannot be empty"},
		{strings.Repeat("a", 64), strings.Repeat("a", 63), "RFC 6763, 4.1.1"},
		{strings.Repeat("ü", 32), strings.Repeat("ü", 31), "cut between characters"},
	} {
		if got := (Device{Name: row.name}).instance(); got != row.want || !utf8.ValidString(got) {
			t.Errorf("%q: %q, want %q: %s", row.name, got, row.want, row.why)
		}
	}
}

// TestSignals: what comes over the bus is somebody else's.
func TestSignals(t *testing.T) {
	r := &registration{path: "/Client1/EntryGroup1", dev: kitchen, name: "kitchen"}
	for name, row := range map[string]struct {
		signal dbus.Signal
		up     bool
		err    string
	}{
		"established": {dbus.Signal{Path: r.path, Name: avahiGroup + ".StateChanged", Body: []any{int32(2), ""}},
			true, ""},
		"another's group": {
			dbus.Signal{Path: "/other", Name: avahiGroup + ".StateChanged", Body: []any{int32(2), ""}}, false, ""},
		"registering": {dbus.Signal{Path: r.path, Name: avahiGroup + ".StateChanged", Body: []any{int32(1), ""}},
			false, ""},
		"failed": {
			dbus.Signal{Path: r.path, Name: avahiGroup + ".StateChanged", Body: []any{int32(4), "no"}}, false, "no"},
		"a signal with no body": {dbus.Signal{Path: r.path, Name: avahiGroup + ".StateChanged"}, false, ""},
		"a number of another type": {dbus.Signal{Path: r.path, Name: avahiGroup + ".StateChanged", Body: []any{"2"}}, false,
			""},
		"the daemon has gone": {
			dbus.Signal{Name: "org.freedesktop.DBus.NameOwnerChanged", Body: []any{avahiName, ":1.7", ""}}, false, "gone"},
		"somebody else has gone": {
			dbus.Signal{Name: "org.freedesktop.DBus.NameOwnerChanged", Body: []any{"org.x", ":1.7", ""}}, false, ""},
	} {
		up, err := r.hear(t.Context(), &row.signal)
		if up != row.up || (err == nil) != (row.err == "") || err != nil && !strings.Contains(err.Error(), row.err) {
			t.Errorf("%s: up %v, error %v", name, up, err)
		}
	}
}

func TestNoSuchInterface(t *testing.T) {
	if _, err := indices([]string{"nosuch0"}); err == nil || !strings.Contains(err.Error(), "nosuch0") {
		t.Errorf("error %v does not name it", err)
	}
	a := New(Device{Name: "x", Plain: 80, Interfaces: []string{"nosuch0"}}, slog.New(slog.DiscardHandler))
	if err := a.own(t.Context()); !errors.Is(err, errNoNetwork) {
		t.Errorf("error %v", err)
	}
	if err := a.Err(); !errors.Is(err, errStarting) {
		t.Errorf("before it runs: %v", err)
	}
}

func TestPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		if !pause.For(t.Context(), time.Hour) {
			t.Error("an hour did not pass")
		}
	})
}

// TestChangedMeanwhile: what changed after the network was looked at, but before
// anybody watched it, is a change.
func TestChangedMeanwhile(t *testing.T) {
	a := New(kitchen, slog.New(slog.DiscardHandler))
	a.poll = time.Millisecond
	ctx, cancel := context.WithCancelCause(t.Context())
	a.watch(ctx, network{addresses: "eth0 192.0.2.1/24"}, cancel)
	if cause := context.Cause(ctx); cause != errChanged {
		t.Errorf("%v, want %v", cause, errChanged)
	}
}
