// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"bytes"
	"image"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// FuzzReplay plays captures of anything into a panel.
func FuzzReplay(f *testing.F) {
	c := Config{Rows: 8, Cols: 16, Planes: 4, Init: "FM6126A"}
	path := filepath.Join(f.TempDir(), "panel.vcd")
	recorded := c
	recorded.GPIO = "vcd:" + path
	p := must.Get(Open(recorded))(f)
	p.Draw(p.Bounds(), random(p.Bounds().Size(), 1), image.Point{})
	p.Close()
	dump := must.Get(os.ReadFile(path))(f)
	f.Add(dump)
	f.Add(dump[:len(dump)/2])
	f.Add(bytes.ReplaceAll(dump, []byte("\n1"), []byte("\n0")))
	f.Fuzz(func(t *testing.T, dump []byte) {
		memtest.AtMost(t, 1<<20+1<<10*len(dump), func() {
			d, err := vcd.NewReader(bytes.NewReader(dump))
			if err != nil {
				return
			}
			e, err := NewEmulator(c)
			must.Do(t, err)
			e.Replay(d, nil, func(time.Duration) error { return nil })
			e.Picture()
		})
	})
}
