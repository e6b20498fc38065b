// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/gif"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// TestSend streams a GIF to a running device, and the panel is the clock's again
// when the sender is interrupted.
func TestSend(t *testing.T) {
	r := rig.Launch(t, nil)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
	path := filepath.Join(t.TempDir(), "red.gif")
	m := image.NewPaletted(image.Rect(0, 0, 37, 8), color.Palette{color.RGBA{255, 0, 0, 255}})
	var b bytes.Buffer
	must.Do(t, gif.EncodeAll(&b, &gif.GIF{Image: []*image.Paletted{m}, Delay: []int{5}}))
	must.Do(t, os.WriteFile(path, b.Bytes(), 0o600))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, rig.Binary(t), "send", "--to", r.URL, "--key", r.Key, "--loop", path)
	var said bytes.Buffer
	cmd.Stderr = &said
	must.Do(t, cmd.Start())
	red := func() bool {
		c := color.RGBAModel.Convert(r.Frame().At(36, 7)).(color.RGBA)
		return c.R > 250 && c.G == 0
	}
	eventually.True(t, "the stream shows", red)
	var status struct {
		Stream struct{ Protocol string }
	}
	r.Call("GET", "/live/status", "", &status)
	if status.Stream.Protocol != "lmsp" {
		t.Errorf("the device says %+v", status)
	}
	_ = cmd.Process.Signal(os.Interrupt)
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v %s", err, &said)
	}
	eventually.True(t, "the clock shows again", func() bool { return !red() })
}
