// SPDX-License-Identifier: Apache-2.0

package input

import (
	"context"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// machine is a fake system whose input devices come and go.
type machine struct {
	mu     sync.Mutex
	names  map[string]string   // event0 → gpio-keys
	links  map[string]string   // /dev/input/by-id/x → /dev/input/event0
	refuse map[string]error    // on open
	wires  map[string]net.Conn // the other end of what is open
	opened []string
}

func (m *machine) host() host { return host{root: m, open: m.openDevice, resolve: m.resolve} }

// Open implements fs.FS: /sys/class/input.
func (m *machine) Open(name string) (fs.File, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	files := fstest.MapFS{}
	for event, name := range m.names {
		files["sys/class/input/"+event+"/device/name"] = &fstest.MapFile{Data: []byte(name + "\n")}
	}
	return files.Open(name)
}

func (m *machine) resolve(path string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if to, ok := m.links[path]; ok {
		path = to
	}
	if _, ok := m.names[filepath.Base(path)]; !ok {
		return "", fs.ErrNotExist
	}
	return path, nil
}

func (m *machine) openDevice(path string) (device, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.refuse[path]; err != nil {
		return nil, err
	}
	ours, theirs := net.Pipe()
	m.wires[path] = theirs
	m.opened = append(m.opened, path)
	return ours, nil
}

func (m *machine) plug(event, name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.names[event] = name
}

func (m *machine) allow(path string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.refuse, path)
}

func (m *machine) unplug(event string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.names, event)
	m.wires["/dev/input/"+event].Close() // reads fail, as with ENODEV
	delete(m.wires, "/dev/input/"+event)
}

func (m *machine) type_(t *testing.T, event string, data []byte) {
	t.Helper()
	m.mu.Lock()
	w := m.wires["/dev/input/"+event]
	m.mu.Unlock()
	if w == nil {
		t.Fatalf("%s is not open", event)
	}
	must.Get(w.Write(data))(t)
}

func newMachine() *machine {
	return &machine{names: map[string]string{}, links: map[string]string{}, refuse: map[string]error{},
		wires: map[string]net.Conn{}}
}

// started runs a source in a bubble; said takes what was emitted so far.
func started(t *testing.T, s Source) (said func() string, stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	var mu sync.Mutex
	var log []string
	done := make(chan error)
	go func() {
		done <- s.Run(ctx, func(e Event) {
			mu.Lock()
			defer mu.Unlock()
			log = append(log, e.String())
		})
	}()
	said = func() string {
		synctest.Wait()
		mu.Lock()
		defer mu.Unlock()
		out := strings.Join(log, ", ")
		log = nil
		return out
	}
	return said, func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("ended with %v", err)
		}
		must.Do(t, s.Close())
	}
}

func expect(t *testing.T, why, got, want string) {
	t.Helper()
	must.Equal(t, got, want, why)
}

func TestDeviceGoesAwayAndComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMachine()
		d := must.Get(newDevices(Config{Devices: []string{"gpio-keys"}}, m.host()))(t)
		said, stop := started(t, d)
		synctest.Wait()
		expect(t, "nothing there", fmt.Sprint(d.Fault()), `input: no input device is called "gpio-keys"`)

		m.plug("event3", "gpio-keys")
		m.plug("event0", "vc4-hdmi")
		time.Sleep(rescan)
		synctest.Wait()
		expect(t, "plugged in", fmt.Sprint(d.Fault(), m.opened), "<nil> [/dev/input/event3]")
		m.type_(t, "event3", hit(keyLeft, 1))
		expect(t, "first press", said(), "left down")

		m.unplug("event3")
		expect(t, "unplugged while held", said(), "left up")
		time.Sleep(rescan)
		synctest.Wait()
		expect(t, "gone", fmt.Sprint(d.Fault()), `input: no input device is called "gpio-keys"`)

		m.plug("event5", "gpio-keys") // another number
		time.Sleep(rescan)
		synctest.Wait()
		m.type_(t, "event5", append(hit(keyOK, 1), hit(keyOK, 0)...))
		expect(t, "back", said(), "action down, action up, action click")

		m.unplug("event5")
		synctest.Wait()
		m.plug("event5", "gpio-keys") // the same number, before it was missed
		time.Sleep(rescan)
		said()
		m.type_(t, "event5", hit(keyLeft, 1))
		expect(t, "back again", said(), "left down")
		stop()
		expect(t, "opened once each", fmt.Sprint(m.opened), "[/dev/input/event3 /dev/input/event5 /dev/input/event5]")
	})
}

func TestDevicesByNamePatternAndPath(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMachine()
		m.plug("event0", "gpio_ir_recv")
		m.plug("event1", "USB Keyboard [2]") // a name that is no pattern
		m.plug("event2", "rotary@5")
		m.plug("event3", "mouse")
		m.links["/dev/input/by-id/knob"] = "/dev/input/event2"
		d, err := newDevices(Config{Devices: []string{"gpio_ir*", "USB Keyboard [2]", "/dev/input/by-id/knob", "rotary@5"}},
			m.host())
		must.Do(t, err)
		said, stop := started(t, d)
		synctest.Wait()
		expect(t, "each once", fmt.Sprint(m.opened, d.Fault()),
			"[/dev/input/event0 /dev/input/event1 /dev/input/event2] <nil>")
		m.type_(t, "event0", hit(keyLeft, 1))
		synctest.Wait() // each device has a goroutine
		m.type_(t, "event1", hit(keyOK, 1))
		expect(t, "from both", said(), "left down, action down")
		stop()
	})
}

func TestDeviceThatMayNotBeOpened(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMachine()
		m.plug("event0", "keys")
		m.refuse["/dev/input/event0"] = fs.ErrPermission
		d := must.Get(newDevices(Config{Devices: []string{"*"}}, m.host()))(t)
		said, stop := started(t, d)
		synctest.Wait()
		expect(t, "refused", fmt.Sprint(d.Fault()), "permission denied")
		m.allow("/dev/input/event0")
		time.Sleep(rescan)
		synctest.Wait()
		m.type_(t, "event0", hit(keyLeft, 1))
		expect(t, "allowed later", said()+fmt.Sprint(d.Fault()), "left down<nil>")
		stop()
	})
}

func TestAllTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, pin := newMachine(), newPin()
		m.plug("event0", "keys")
		cfg := Config{Devices: []string{"*"}, Lines: []LineConfig{{Line: "GPIO5", Button: VolumeDown}}}
		d := must.Get(newDevices(cfg, m.host()))(t)
		all := append(Sources{d}, lines(cfg, pin.find)...)
		said, stop := started(t, all)
		synctest.Wait()
		m.type_(t, "event0", hit(keyLeft, 1))
		pin.set(false)
		time.Sleep(20 * time.Millisecond)
		expect(t, "both", said(), "left down, volume_down down")
		m.unplug("event0")
		time.Sleep(rescan)
		said()
		expect(t, "fault of one", fmt.Sprint(all.Fault()), `input: no input device is called "*"`)
		stop()
		if !pin.closed {
			t.Error("the line is still taken")
		}
	})
}

func TestOpenDeviceFaults(t *testing.T) {
	if _, err := openDevice(filepath.Join(t.TempDir(), "event0"), false); err == nil {
		t.Error("a device that is not there is opened")
	}
	// A file that is no device can be opened, but not grabbed, nor read with a
	// deadline.
	path := filepath.Join(t.TempDir(), "event1")
	must.Do(t, os.WriteFile(path, hit(keyLeft, 1), 0o600))
	_, err := openDevice(path, true)
	must.Fail(t, err, "grab", "grabbed")
	f := must.Get(openDevice(path, false))(t)
	k := newKeyboard(usualButtons(t), usual(), func(Event) {})
	if err := k.run(t.Context(), f); err == nil {
		t.Error("a plain file is read as a device")
	}
}
