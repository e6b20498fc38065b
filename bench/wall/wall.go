// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"image"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/bench/process"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/max7219"
	"github.com/ledpost/ledpost/hw/vcd"
)

// A wall is eight devices.
type wall struct {
	dir       string
	processes []*process.Process
}

// address is where a device receives.
func address(i int) string { return "127.0.0." + strconv.Itoa(11+i) }

// recording is the file with the wires of a device.
func (w *wall) recording(i int) string { return filepath.Join(w.dir, strconv.Itoa(i)+".vcd") }

// build starts the devices.
func build(ctx context.Context, program string) (*wall, error) {
	dir, err := os.MkdirTemp("", "ledpost-wall")
	if err != nil {
		return nil, err
	}
	w := &wall{dir: dir}
	for i := range devices {
		p, err := process.StartBuilt(ctx, program, fmt.Sprintf(`
[panel]
driver = "max7219"
port = "vcd:%s"
[stream]
address = %q
ddp = true
artnet = true
sacn = true
[discovery]
ssdp = false
mdns = false
[audio]
output = "null"
[icons]
gallery = ""
`, w.recording(i), address(i)))
		if err != nil {
			w.remove()
			return nil, err
		}
		w.processes = append(w.processes, p)
	}
	return w, nil
}

// stop ends the devices.
func (w *wall) stop() {
	for _, p := range w.processes {
		p.Stop()
	}
	w.processes = nil
}

// remove ends the devices and removes what they have recorded.
func (w *wall) remove() {
	w.stop()
	os.RemoveAll(w.dir)
}

// read returns for each device when its wires first carried each number.
func (w *wall) read() (times []map[int]time.Time, err error) {
	panel := hw.NewPanelConfig("max7219", &max7219.Config{})
	for i := range devices {
		shown, err := read(panel, w.recording(i))
		if err != nil {
			return nil, fmt.Errorf("device %d: %w", i+1, err)
		}
		times = append(times, shown)
	}
	return times, nil
}

// read plays one recording into an emulated panel.
func read(panel hw.PanelConfig, path string) (shown map[int]time.Time, err error) {
	head, err := vcd.Open(path)
	if err != nil {
		return nil, err
	}
	began := head.Began()
	head.Close() // it was only read
	recording, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer recording.Close()
	shown = map[int]time.Time{}
	_, err = hw.Frames(panel, []io.Reader{recording}, nil, func(at time.Duration, m image.Image) error {
		if n, ok := number(m); ok && shown[n].IsZero() {
			shown[n] = began.Add(at)
		}
		return nil
	})
	return shown, err
}

// keep writes the times of each device into a file.
func keep(folder string, times []map[int]time.Time) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for i, shown := range times {
		var text strings.Builder
		for n := 1; n <= most; n++ {
			if at, ok := shown[n]; ok {
				fmt.Fprintf(&text, "%d %s\n", n, at.Format("15:04:05.0000000"))
			}
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("device%d.txt", i+1)), []byte(text.String()), 0o644); err != nil {
			return err
		}
	}
	return nil
}
