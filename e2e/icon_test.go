// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// blinking is a GIF of size×size pixels: red for 100 ms, then clear for 200.
func blinking(t *testing.T, size int) []byte {
	t.Helper()
	p := color.Palette{color.RGBA{}, color.RGBA{255, 0, 0, 255}}
	g := &gif.GIF{Delay: []int{0, 20}, Disposal: []byte{gif.DisposalBackground, gif.DisposalNone}}
	for i := range g.Delay {
		m := image.NewPaletted(image.Rect(0, 0, size, size), p)
		for j := range m.Pix {
			m.Pix[j] = uint8(1 - i)
		}
		g.Image = append(g.Image, m)
	}
	var b bytes.Buffer
	must.Do(t, gif.EncodeAll(&b, g))
	return b.Bytes()
}

// TestIconCommand writes an icon's composited frames, from wherever it comes.
func TestIconCommand(t *testing.T) {
	data := t.TempDir()
	file := filepath.Join(data, "icons", "door.gif")
	must.Do(t, os.Mkdir(filepath.Dir(file), 0o700))
	must.Do(t, os.WriteFile(file, blinking(t, 24), 0o600))
	uri := "data:image/gif;base64," + base64.StdEncoding.EncodeToString(blinking(t, 8))
	for _, tt := range []struct {
		name string
		args []string
		side int
	}{
		{"a file", []string{file}, 8},
		{"a file as it is", []string{file, "--native"}, 24},
		{"an icon of the user", []string{"door", "--data", data}, 8},
		{"a data URI", []string{uri}, 8},
		{"a long data URI", []string{uri + strings.Repeat(" ", 5000)}, 8},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "frames")
			if _, errs, code := rig.Command(t, "", append([]string{"icon", "-o", out}, tt.args...)...); code != 0 {
				t.Fatalf("ended with %d: %s", code, errs)
			}
			want := []string{"000_100ms.png", "001_200ms.png"}
			if got := names(t, out); !slices.Equal(got, want) {
				t.Fatalf("wrote %v, want %v", got, want)
			}
			m := pixtest.Read(t, filepath.Join(out, want[0]))
			if m.Bounds() != image.Rect(0, 0, tt.side, tt.side) {
				t.Errorf("the picture is %v, want a side of %d", m.Bounds(), tt.side)
			}
			if got := color.RGBAModel.Convert(m.At(tt.side/2, tt.side/2)); got != (color.RGBA{255, 0, 0, 255}) {
				t.Errorf("it is %v, want red", got)
			}
			if _, _, _, a := pixtest.Read(t, filepath.Join(out, want[1])).At(1, 1).RGBA(); a != 0 {
				t.Error("the second frame is not clear: the first was to be taken away")
			}
		})
	}
}

// TestIconCommandFaults: what cannot be written is told with the exit code.
func TestIconCommandFaults(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "broken.gif")
	must.Do(t, os.WriteFile(broken, []byte("GIF89a"), 0o600))
	out := t.TempDir()
	for _, tt := range []struct {
		name, ref, says string
		code            int
	}{
		{"no reference", "a b", "no icon", 2},
		{"a name that nobody knows", "no-such-icon", "no-such-icon", 1},
		{"a broken file", broken, "gif", 1},
	} {
		if _, errs, code := rig.Command(t, "", "icon", tt.ref, "-o", out); code != tt.code ||
			!strings.Contains(errs, tt.says) {
			t.Errorf("%s: %d and %q, want %d and %q", tt.name, code, errs, tt.code, tt.says)
		}
	}
	if got := names(t, out); len(got) != 0 {
		t.Errorf("wrote %v", got)
	}
}

// TestSpecimenCommand: the command draws the picture that the page on text has.
func TestSpecimenCommand(t *testing.T) {
	out := filepath.Join(t.TempDir(), "specimen.png")
	if _, errs, code := rig.Command(t, "", "render", "--specimen", "-o", out); code != 0 {
		t.Fatalf("ended with %d: %s", code, errs)
	}
	got, want := pixtest.Read(t, out), pixtest.Read(t, "../docs/fonts.png")
	if got.Bounds() != want.Bounds() {
		t.Fatalf("the picture is %v, want %v", got.Bounds(), want.Bounds())
	}
	for y := range got.Bounds().Dy() {
		for x := range got.Bounds().Dx() {
			if a, b := color.RGBAModel.Convert(got.At(x, y)), color.RGBAModel.Convert(want.At(x, y)); a != b {
				t.Fatalf("at %d, %d it is %v, want %v", x, y, a, b)
			}
		}
	}
}

// names are the files of a folder.
func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	files := must.Get(os.ReadDir(dir))(t)
	for _, f := range files {
		all = append(all, f.Name())
	}
	return all
}

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
