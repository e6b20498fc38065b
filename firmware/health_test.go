// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"bytes"
	"errors"
	"image"
	"log/slog"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/firmware/ways"
	"github.com/ledpost/ledpost/internal/must"
)

// debt is a saver with that error.
type debt struct{ error }

func (d debt) Unsaved() error { return d.error }

// TestUnsaved: whatever was acknowledged and is not on the disk fails the part state.
func TestUnsaved(t *testing.T) {
	d := openData(Options{Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)}, nil)
	d.savers = []saver{debt{}, debt{}}
	if got := d.Health(); got[0] != (api.Component{Name: "state", Status: api.OK}) {
		t.Errorf("%+v", got)
	}
	d.savers = []saver{debt{errors.New("the keys")}, debt{errors.New("the configuration")}}
	if got := d.Health(); got[0] != (api.Component{Name: "state", Status: api.Failed, Detail: "the keys; the configuration"}) {
		t.Errorf("%+v", got)
	}
}

// TestGreeting: the key is not written where it would be kept.
func TestGreeting(t *testing.T) {
	l := must.Get(ways.Listen(config.Config{HTTP: config.HTTP{Addr: "127.0.0.1:0"}}, slog.New(slog.DiscardHandler)))(t)
	defer l.Close()
	for _, row := range []struct{ name, given, want string }{
		{"a file gets the command", "", `$(ledpost key --data '/a b')`},
		{"and the command alone, to copy", "", "\nKey:   ledpost key --data '/a b'\n"},
		{"own key stays", "SECRET", "dev:KEY"},
	} {
		var out bytes.Buffer
		g := greeting{
			out: &out, data: &data{dir: "/a b", given: row.given, key: "SECRET"},
			listeners: l, network: netinfo.New(slog.New(slog.DiscardHandler)),
		}
		g.print()
		if got := out.String(); !strings.Contains(got, row.want) || strings.Contains(got, "SECRET") ||
			strings.Contains(got, newDevice) || !strings.Contains(got, l.URL()) {
			t.Errorf("%s: %s", row.name, got)
		}
	}
}

// TestFirstFace: a new device begins with the clock's face that suits its panel.
func TestFirstFace(t *testing.T) {
	for _, row := range []struct {
		why  string
		size image.Point
		want bool
	}{
		{"large", image.Pt(64, 32), true},
		{"the reference", image.Pt(37, 8), false},
	} {
		start, end := launch(t, t.TempDir(), "[http]\naddr = \"127.0.0.1:0\"\ntls = \"\"\n", Options{Size: row.size})
		_, list := start().call("GET", "/live/apps", "", "")
		if got := strings.Contains(list, `"face":"gradient"`); got != row.want {
			t.Errorf("%s: a gradient: %v, want %v", row.why, got, row.want)
		}
		end()
	}
}
