package firmware

import (
	"bytes"
	"errors"
	"image"
	"log/slog"
	"net"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/api/mqtt"
	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/hw"
)

// TestHealth: each owner says how what it owns is, and nothing of what nobody
// asked for.
func TestHealth(t *testing.T) {
	quiet := slog.New(slog.DiscardHandler)
	simulator, err := newPanel(hw.Config{}, image.Point{}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("no ADC")
	dark := &lightSensor{cfg: hw.Config{Light: hw.LightConfig{Source: "iio"}}}
	dark.broken.Store(&broken)
	owners := health{simulator, &lightSensor{}, &buttons{}, &diagnosis{}, &broker{cfg: mqtt.Config{}}, &discovery{}, dark}
	want := []api.Component{{Name: "panel", Status: api.OK}, {Name: "light", Status: api.Failed, Detail: "no ADC"}}
	if got := owners.components(); !slices.Equal(got, want) {
		t.Errorf("health %+v, want %+v", got, want)
	}
}

// TestGreeting: the key is not written where it would be kept.
func TestGreeting(t *testing.T) {
	plain, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	for _, row := range []struct{ name, given, want string }{
		{"a file gets the command", "", `$(ledpost key --data '/a b')`},
		{"who gave a key knows it", "SECRET", "dev:KEY"},
	} {
		var out bytes.Buffer
		g := greeting{
			out: &out, data: &data{dir: "/a b", given: row.given, key: "SECRET"},
			listeners: &listeners{plain: plain}, network: netinfo.New(slog.New(slog.DiscardHandler)),
		}
		g.print()
		if got := out.String(); !strings.Contains(got, row.want) || strings.Contains(got, "SECRET") || !strings.Contains(got, plain.Addr().String()[len("127.0.0.1"):]) {
			t.Errorf("%s: %s", row.name, got)
		}
	}
}
