// SPDX-License-Identifier: Apache-2.0

package input

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// rescan is how often missing devices are looked for.
const rescan = 2 * time.Second

// maxDevices bounds how many are read at once.
const maxDevices = 64

// Devices are the kernel's input devices that the configuration names. They
// may come and go.
type Devices struct {
	want    []string
	buttons map[key]Button
	timing  Timing
	host    host
	fault   fault
}

// host is the part of the system that tests replace.
type host struct {
	root    fs.FS // the file system's
	open    func(path string) (device, error)
	resolve func(path string) (string, error) // the file behind links
}

// NewDevices reads the devices that cfg names; a device need not be there.
func NewDevices(cfg Config) (*Devices, error) {
	return newDevices(cfg, host{
		root:    os.DirFS("/"),
		open:    func(path string) (device, error) { return openDevice(path, cfg.Grab) },
		resolve: filepath.EvalSymlinks,
	})
}

func newDevices(cfg Config, h host) (*Devices, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	cfg.setDefaults()
	buttons, err := keyMap(cfg.Keys)
	if err != nil {
		return nil, err
	}
	return &Devices{want: cfg.Devices, buttons: buttons, timing: cfg.Timing, host: h}, nil
}

// openDevice opens one, and with grab takes it away from all others.
func openDevice(path string, grab bool) (device, error) {
	f, err := os.OpenFile(path, os.O_RDONLY, 0)
	if errors.Is(err, fs.ErrPermission) {
		return nil, fmt.Errorf("input: %w (add the user to group input)", err)
	}
	if err != nil {
		return nil, fmt.Errorf("input: %w", err)
	}
	if grab {
		if err := grabDevice(f); err != nil {
			f.Close()
			return nil, fmt.Errorf("input: %s: grab: %w (another program has it)", path, err)
		}
	}
	return f, nil
}

// Run implements Source. It looks for missing devices every 2 s.
func (d *Devices) Run(ctx context.Context, emit func(Event)) error {
	ctx, cancel := context.WithCancel(ctx)
	events, gone := make(chan Event), make(chan string)
	var readers sync.WaitGroup
	defer readers.Wait()
	defer cancel()
	reading := map[string]bool{}
	look := time.NewTimer(0)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case e := <-events:
			emit(e)
		case path := <-gone:
			delete(reading, path)
		case <-look.C:
			found, err := d.find()
			for _, path := range found {
				if reading[path] || len(reading) >= maxDevices {
					continue
				}
				dev, openErr := d.host.open(path)
				if openErr != nil {
					err = errors.Join(err, openErr)
					continue
				}
				reading[path] = true
				readers.Go(func() { d.read(ctx, path, dev, events, gone) })
			}
			d.fault.set(err)
			look.Reset(rescan)
		}
	}
}

// read reads one device until it goes away or ctx ends.
func (d *Devices) read(ctx context.Context, path string, dev device, events chan<- Event, gone chan<- string) {
	k := newKeyboard(d.buttons, d.timing, func(e Event) {
		select {
		case events <- e:
		case <-ctx.Done():
		}
	})
	_ = k.run(ctx, dev) // it is looked for again, whatever the reason
	select {
	case gone <- path:
	case <-ctx.Done():
	}
}

// find returns the files of the wanted devices that are there, and the missing devices.
func (d *Devices) find() (paths []string, missing error) {
	known := Find(d.host.root)
	for _, want := range d.want {
		found := d.matching(want, known)
		if len(found) == 0 {
			missing = errors.Join(missing, fmt.Errorf("input: no input device is called %q", want))
		}
		for _, path := range found {
			if !slices.Contains(paths, path) {
				paths = append(paths, path)
			}
		}
	}
	return paths, missing
}

func (d *Devices) matching(want string, known []Found) (paths []string) {
	if strings.HasPrefix(want, "/") {
		if real, err := d.host.resolve(want); err == nil {
			return []string{real}
		}
		return nil
	}
	for _, k := range known {
		if Matches(want, k.Name) {
			paths = append(paths, k.Path)
		}
	}
	return paths
}

// A Found input device.
type Found struct {
	Name string // by its driver
	Path string // such as /dev/input/event0
}

// Find lists the input devices that the kernel has, under root, which is the
// file system's.
func Find(root fs.FS) (all []Found) {
	entries, _ := fs.Glob(root, "sys/class/input/event*")
	for _, dir := range entries[:min(len(entries), maxDevices)] {
		name, err := fs.ReadFile(root, dir+"/device/name")
		if err == nil {
			all = append(all, Found{strings.TrimSpace(string(name)), "/dev/input/" + path.Base(dir)})
		}
	}
	return all
}

// Matches reports whether a device's name is the wanted one, or fits it as a
// pattern such as "gpio_ir*".
func Matches(want, name string) bool {
	ok, err := path.Match(want, name)
	return want == name || ok && err == nil
}

// Fault implements Source.
func (d *Devices) Fault() error { return d.fault.get() }

// Close implements Source.
func (d *Devices) Close() error { return nil }
