// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/firmware"
)

// How long a device may take to start, and to end.
const (
	startTime = 30 * time.Second
	endTime   = 10 * time.Second
)

// Start starts a device in this process, with the panel's wires recorded, and returns
// when its API answers and the panel is open; the device ends with the test. It
// is found by nobody and has no sound, no TLS, no MQTT, no updates, its brightness
// is 100 %, or the most that limits.brightness_limit allows, unless a [Config] says
// otherwise. A test may restart it with another configuration by the API: then URL
// returns its new address, its panel stays, and Shows goes on to draw what it expects as
// the configuration here says. What cannot be started ends the test.
func Start(t T, p PanelConfig, more ...Option) *Device {
	t.Helper()
	dir := t.TempDir()
	cfg, files, file, err := prepare(p, dir, more)
	if err != nil {
		t.Fatalf("hil: %v", err)
	}
	d := &Device{t: t, client: newClient(), cfg: cfg, here: true}
	d.source = newWires(cfg.Panel, files)
	log := &lines{}
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan struct{}, 1), make(chan error, 1)
	options := firmware.Options{
		Layers: config.Layers{File: file, Flags: func(c *config.Config) error { c.Panel = cfg.Panel; return nil }},
		Dir:    filepath.Join(dir, "data"), Log: slog.New(slog.NewTextHandler(log, nil)),
		Ready: func(url, key string) {
			d.reached(url, key)
			select {
			case ready <- struct{}{}:
			default: // it has restarted
			}
		},
	}
	go func() { ended <- firmware.Run(ctx, options) }()
	t.Cleanup(func() {
		d.end(cancel, ended)
		keepWires(t, files)
	})
	select {
	case <-ready:
	case err := <-ended:
		ended <- nil
		t.Fatalf("hil: the device does not start: %v\n%s", err, log)
	case <-time.After(startTime):
		t.Fatalf("hil: the device is not ready after %v\n%s", startTime, log)
	}
	d.brighten()
	return d
}

// prepare writes the configuration of a device to a file in dir, and says which files
// its wires are recorded in.
func prepare(p PanelConfig, dir string, more []Option) (cfg config.Config, wires []string, file string, err error) {
	panel, err := p.panel()
	if err == nil {
		panel, wires, err = panel.Recorded(dir)
	}
	if err != nil {
		return cfg, nil, "", err
	}
	o := options{texts: []string{usual}}
	for _, one := range more {
		one(&o)
	}
	text, err := config.Merge(o.texts...)
	if err != nil {
		return cfg, nil, "", o.own(err)
	}
	file = filepath.Join(dir, "config.toml")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return cfg, nil, "", err
	}
	if cfg, err = config.Load(file); err == nil && cfg.Panel.Driver() != "" {
		err = errors.New("Config sets [panel]; use Panel or File instead")
	}
	cfg.Panel = panel
	return cfg, wires, file, o.own(err)
}

// own returns a fault of all texts of Config together as that of the first text that has one by
// itself, with its lines; what only all together have has no line, since nobody wrote that file.
func (o *options) own(fault error) error {
	if fault == nil {
		return nil
	}
	for i, text := range o.texts[1:] {
		if _, err := config.Parse([]byte(text), "."); err != nil {
			return fmt.Errorf("Config %d: %w", i+1, err)
		}
	}
	return numbered{fault, math.MaxInt}
}

// end ends the device and waits for it.
func (d *Device) end(cancel context.CancelFunc, ended <-chan error) {
	d.t.Helper()
	cancel()
	select {
	case err := <-ended:
		if err != nil {
			d.t.Errorf("hil: the device ended: %v", err)
		}
	case <-time.After(endTime):
		d.t.Errorf("hil: the device does not end within %v", endTime)
	}
	d.source.close()
	d.client.CloseIdleConnections()
}

// maxLines is how much of a log is kept for the message of a device that does not
// start, in bytes.
const maxLines = 16 << 10

// lines are the newest lines of a device's log.
type lines struct {
	mu   sync.Mutex
	text []byte
}

// Write implements io.Writer.
func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, p...)
	if over := len(l.text) - maxLines; over > 0 {
		l.text = append(l.text[:0], l.text[over:]...)
	}
	return len(p), nil
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.TrimSpace(string(l.text))
}
