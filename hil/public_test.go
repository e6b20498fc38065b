// SPDX-License-Identifier: Apache-2.0

package hil_test

import (
	"image"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hil"
	"github.com/ledpost/ledpost/internal/must"
)

// What tests of other people are built on: each with its whole signature.
var (
	_ hil.T                                                            = (*testing.T)(nil)
	_ func(driver string, lines ...string) hil.PanelConfig             = hil.Panel
	_ func(path string) hil.PanelConfig                                = hil.File
	_ func(toml string) hil.Option                                     = hil.Config
	_ func(t hil.T, p hil.PanelConfig, more ...hil.Option) *hil.Device = hil.Start
	_ func(t hil.T, url, key string) *hil.Device                       = hil.At
	_ func(*hil.Device) string                                         = (*hil.Device).URL
	_ func(*hil.Device) string                                         = (*hil.Device).Key
	_ func(d *hil.Device, json string) string                          = (*hil.Device).Notify
	_ func(d *hil.Device, t hil.T, json string, within time.Duration)  = (*hil.Device).Shows
	_ func(*hil.Device) [][]byte                                       = (*hil.Device).Wires
	_ func(d *hil.Device, button string)                               = (*hil.Device).Press
	_ func(*hil.Device) *image.RGBA                                    = (*hil.Device).Picture
	_ func(d *hil.Device, file string, settings map[string]string)     = (*hil.Device).App
	_                                                                  = hil.Shot{At: time.Duration(0),
		Picture: image.Image(nil)}
	_ func(t hil.T, p hil.PanelConfig, vcd io.Reader) []hil.Shot                        = hil.Shots
	_ func(m image.Image, p hil.PanelConfig, corners *[4]image.Point) (hil.Shot, error) = hil.Photo
	_ func(t hil.T, device, channels string, d time.Duration) []byte                    = hil.Capture
	_ func(t hil.T, p hil.PanelConfig, json string, at time.Duration) *image.RGBA       = hil.Picture
	_ func(t hil.T, p hil.PanelConfig, json string, shots []hil.Shot)                   = hil.Follows
	_ func(t hil.T, p hil.PanelConfig, want hil.Film, shots []hil.Shot)                 = hil.FollowsFilm
	_ func(m image.Image) hil.Film                                                      = hil.Still
	_ func(t hil.T, shot hil.Shot, want image.Image)                                    = hil.Same
	_ func(d *hil.Device, t hil.T, want image.Image, within time.Duration)              = (*hil.Device).ShowsPicture
	_                                                                                   = hil.Film{
		Length: time.Duration(0), Picture: func(time.Duration) image.Image { return nil }}
	_ interface {
		Helper()
		Logf(string, ...any)
		Errorf(string, ...any)
		Fatalf(string, ...any)
		Cleanup(func())
		TempDir() string
	} = hil.T(nil)
)

// TestPublic: nothing else is exported; a name more is a promise to other people's tests.
func TestPublic(t *testing.T) {
	declared := regexp.MustCompile(`(?m)^(?:func(?: \(\w+ \*?([A-Z]\w*)\))?|type|var|const) ([A-Z]\w*)`)
	want := strings.Fields("At Capture Config Device Device.App Device.Key Device.Notify Device.Picture Device.Press " +
		"Device.Shows Device.ShowsPicture Device.URL Device.Wires File Film Follows FollowsFilm Option Panel PanelConfig " +
		"Photo Picture Same Shot Shots Start Still T")
	files := must.Get(filepath.Glob("*.go"))(t)
	var names []string
	for _, file := range files {
		text := must.Get(os.ReadFile(file))(t)
		for _, m := range declared.FindAllStringSubmatch(string(text), -1) {
			if !strings.HasSuffix(file, "_test.go") {
				names = append(names, strings.TrimPrefix(m[1]+"."+m[2], "."))
			}
		}
	}
	if slices.Sort(names); !slices.Equal(names, want) {
		t.Errorf("exported: %q\nwant %q", names, want)
	}
}
