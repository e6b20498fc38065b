// SPDX-License-Identifier: Apache-2.0

package scenes

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/memtest"
)

const pixel = `data:image/png;base64,` +
	`iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==`

// FuzzRead: whatever comes, it is a scene within its limits, or an error that names a
// field or the body; and its reading takes little of the memory.
func FuzzRead(f *testing.F) {
	for _, body := range []string{
		`{"scene":1,"apps":[{"package":"com.lametric.clock","seconds":20,"settings":{"face":"big"}}],` +
			`"look":{"text_color":"#ff8000"},"icons":[{"name":"door","data":"` + pixel + `"}]}`,
		`{"scene":2,"apps":[null,7,{}],"look":[],"icons":[{"name":"../x","data":"data:,"},null]}`,
		`{"apps":[` + strings.Repeat("{},", 99) + `{}],"icons":[` + strings.Repeat("{},", 99) + `{}]}`,
		`[[[[`, ``, `{"scene":1,"apps":{}}`,
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var s *scene
		var err error
		if took := memtest.Allocated(func() { s, err = read(body) }); took > uint64(64*len(body)+1<<20) {
			t.Errorf("%d bytes of memory for %d bytes", took, len(body))
		}
		if err != nil {
			if messages, ok := wire.Messages(err); !ok || len(messages) == 0 {
				t.Errorf("%v", err)
			}
			return
		}
		if len(s.apps) < 1 || len(s.apps) > device.MaxWidgets || len(s.icons) > maxIcons {
			t.Errorf("%d apps, %d icons", len(s.apps), len(s.icons))
		}
	})
}

// TestReadNames: each fault names its field.
func TestReadNames(t *testing.T) {
	app := `{"package":"com.lametric.clock"}`
	for _, row := range []struct{ why, body, says string }{
		{"another file", `{"apps":[` + app + `]}`, "scene: is missing"},
		{"of a later version", `{"scene":2,"apps":[` + app + `]}`, "scene: has format 2, this version reads format 1"},
		{"no apps", `{"scene":1}`, "apps: 0 apps, want 1 to 64"},
		{"too many apps", `{"scene":1,"apps":[` + strings.Repeat(app+",", 64) + app + `]}`, "apps: 65 apps, want 1 to 64"},
		{"an app without its package", `{"scene":1,"apps":[{}]}`, "apps[0].package: is missing"},
		{"null", `{"scene":1,"apps":[null]}`, "apps[0]: is null"},
		{"no settings", `{"scene":1,"apps":[{"package":"x","settings":7}]}`, "apps[0].settings: 7"},
		{"no colour", `{"scene":1,"apps":[` + app + `],"look":{"text_color":"red"}}`, "look.text_color: "},
		{"no speed", `{"scene":1,"apps":[` + app + `],"look":{"scroll_speed":5000}}`, "look.scroll_speed: 5000"},
		{"no look", `{"scene":1,"apps":[` + app + `],"look":7}`, "look: 7"},
		{"an icon without data", `{"scene":1,"apps":[` + app + `],"icons":[{"name":"door"}]}`,
			"icons[0]: want a name and its data"},
		{"no picture", `{"scene":1,"apps":[` + app + `],"icons":[{"name":"door","data":"data:image/png;base64,AAAA"}]}`,
			"icons[0]: "},
		{"no data URI", `{"scene":1,"apps":[` + app + `],"icons":[{"name":"door","data":"http://x/y.png"}]}`,
			"icons[0]: want a data URI in base64"},
		{"a name that leaves the folder", `{"scene":1,"apps":[` + app + `],"icons":[{"name":"../x","data":"` + pixel + `"}]}`,
			"icons[0]: "},
		{"a large icon", `{"scene":1,"apps":[` + app + `],"icons":[{"name":"x","data":"data:image/png;base64,` +
			strings.Repeat("AAAA", 90000) + `"}]}`, "icons[0]: want at most 256 KiB"},
	} {
		_, err := read([]byte(row.body))
		if err == nil || !strings.HasPrefix(fmt.Sprint(err), row.says) {
			t.Errorf("%s: %.200v", row.why, err)
		}
	}
}
