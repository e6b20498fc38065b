// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"bytes"
	"context"
	"errors"
	"image"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

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
		dir := t.TempDir()
		file := filepath.Join(dir, "config.toml")
		must.Do(t, os.WriteFile(file, []byte("[http]\naddr = \"127.0.0.1:0\"\ntls = \"\"\n"), 0o600))
		ctx, cancel := context.WithCancel(t.Context())
		told, ended := make(chan string, 1), make(chan error, 1)
		go func() {
			ended <- Run(ctx, Options{Layers: config.Layers{File: file}, Dir: filepath.Join(dir, "data"), Size: row.size,
				Ready: func(url, key string) { told <- listed(t, url, key) }})
		}()
		select {
		case list := <-told:
			if got := strings.Contains(list, `"face":"gradient"`); got != row.want {
				t.Errorf("%s: a gradient: %v, want %v", row.why, got, row.want)
			}
		case err := <-ended:
			t.Fatal(err)
		case <-time.After(time.Minute):
			t.Fatal("nobody is told")
		}
		cancel()
		must.Do(t, <-ended)
	}
}

// listed returns the list of the device's widgets.
func listed(t *testing.T, url, key string) string {
	r, err := http.NewRequest("GET", url+"/live/apps", nil)
	if err != nil {
		t.Error(err)
		return ""
	}
	r.SetBasicAuth("dev", key)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Error(err)
		return ""
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Error(err)
	}
	return string(body)
}
