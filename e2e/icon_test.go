// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// TestGalleryIconComesLater: a notification with an icon that has to be fetched
// shows at once, and gets its icon when that arrives.
func TestGalleryIconComesLater(t *testing.T) {
	release := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		<-release
		m := image.NewRGBA(image.Rect(0, 0, 8, 8))
		draw.Draw(m, m.Rect, image.NewUniform(color.RGBA{255, 0, 0, 255}), image.Point{}, draw.Src)
		w.Header().Set("Content-Type", "image/png")
		_ = png.Encode(w, m)
	}))
	defer server.Close()
	cfg := filepath.Join(t.TempDir(), "config.toml")
	must.Do(t, os.WriteFile(cfg, []byte("[icons]\ngallery = \""+server.URL+"/{id}\"\n"), 0o600))
	r := rig.Launch(t, nil, "--config", cfg)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
	r.Call("POST", "/api/v2/device/notifications", `{"model":{"cycles":0,"frames":[{"icon":987654,"text":"hi"}]}}`, nil)
	text := func() bool {
		for x := 9; x < 37; x++ {
			if _, g, _, _ := r.Frame().At(x, 3).RGBA(); g > 0 {
				return true
			}
		}
		return false
	}
	red := func() bool {
		c := color.RGBAModel.Convert(r.Frame().At(4, 4)).(color.RGBA)
		return c.R > 200 && c.G == 0
	}
	eventually.True(t, "the text shows while the icon is awaited", func() bool { return text() && !red() })
	close(release)
	eventually.True(t, "the icon shows", red)
}
