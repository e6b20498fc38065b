//go:build linux

// Command guest reads buttons inside an emulated machine. As its first program
// it loads the drivers and starts the readers, one for each instruction set, and
// they say what was pressed. A line "hil: press" asks whoever emulates the
// machine to press its power button for a tenth of a second.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
	"periph.io/x/conn/v3/driver/driverreg"
	"periph.io/x/host/v3/gpioioctl"

	"github.com/ledpost/ledpost/hw/input"
)

func main() {
	if os.Getpid() != 1 {
		if err := read(os.Args[1]); err != nil {
			fmt.Println("hil: failed:", err)
		}
		return
	}
	if err := run(); err != nil {
		fmt.Println("hil: failed:", err)
	}
	fmt.Println("hil: done")
	unix.Reboot(unix.LINUX_REBOOT_CMD_POWER_OFF)
}

// run is the first program.
func run() error {
	for _, m := range []struct{ dir, kind string }{{"/proc", "proc"}, {"/sys", "sysfs"}, {"/dev", "devtmpfs"}} {
		os.MkdirAll(m.dir, 0o755)
		if err := unix.Mount(m.kind, m.dir, m.kind, 0, ""); err != nil {
			return fmt.Errorf("mount %s: %w", m.dir, err)
		}
	}
	order, err := os.ReadFile("/modules/order")
	if err != nil {
		return err
	}
	all := strings.Fields(string(order))
	keys := all[len(all)-1] // takes the line of the power button
	if err := load(all[:len(all)-1]...); err != nil {
		return err
	}
	guests, _ := filepath.Glob("/guest-*")
	for _, g := range guests {
		start("line", g)
	}
	start("plugged", guests...)
	if err := load(keys); err != nil {
		return err
	}
	start("keys", guests...)
	return nil
}

func load(modules ...string) error {
	for _, name := range modules {
		f, err := os.Open("/modules/" + name)
		if err != nil {
			return err
		}
		err = unix.FinitModule(int(f.Fd()), "", 0)
		f.Close()
		if err != nil {
			return fmt.Errorf("load %s: %w", name, err)
		}
	}
	return nil
}

// start runs readers at the same time and prints each one's lines under its
// name and theirs.
func start(what string, programs ...string) {
	var running sync.WaitGroup
	for _, p := range programs {
		running.Go(func() {
			r, w, _ := os.Pipe()
			c := exec.Command(p, what)
			c.Stdout, c.Stderr = w, w
			if err := c.Start(); err != nil {
				fmt.Println("hil: failed:", err)
			}
			w.Close()
			relay(r, strings.TrimPrefix(p, "/guest-")+" "+what)
			c.Wait()
		})
	}
	running.Wait()
}

func relay(r *os.File, name string) {
	defer r.Close()
	var text strings.Builder
	buf := make([]byte, 4096)
	for {
		n, err := r.Read(buf)
		text.Write(buf[:n])
		if err != nil {
			break
		}
		// Of readers at the same time one asks for all.
		if strings.Contains(string(buf[:n]), "press") && name != "armv6 keys" {
			fmt.Println("hil: press")
		}
	}
	for line := range strings.Lines(text.String()) {
		fmt.Print("hil: ", name, ": ", line)
	}
}

// read reads one kind of buttons.
func read(what string) error {
	switch what {
	case "line":
		return line()
	case "plugged":
		return plugged()
	case "keys":
		return keys()
	}
	return errors.New("nothing to read")
}

// watch says what s tells until meanwhile, which may wait for a click, has
// ended, and what is wrong then.
func watch(s input.Source, meanwhile func(click func(input.Button)) error) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done, clicks := make(chan error), make(chan input.Button, 4096)
	go func() {
		done <- s.Run(ctx, func(e input.Event) {
			fmt.Println(e)
			if e.Kind == input.Click {
				clicks <- e.Button
			}
		})
	}()
	err := meanwhile(func(b input.Button) { wait(clicks, b) })
	fmt.Println("fault:", s.Fault())
	cancel()
	return errors.Join(err, <-done, s.Close())
}

// wait waits for a click, but not for ever.
func wait(clicks <-chan input.Button, b input.Button) {
	for late := time.After(10 * time.Second); ; {
		select {
		case c := <-clicks:
			if c == b {
				return
			}
		case <-late:
			fmt.Println("no click of", b)
			return
		}
	}
}

// press asks for the power button, once the reader waits for it.
func press(click func(input.Button)) error {
	time.Sleep(300 * time.Millisecond)
	fmt.Println("press")
	click(input.Action)
	return nil
}

// line reads the power button's GPIO line, number 3 of the machine's only chip,
// which is high while it is pressed.
func line() error {
	if _, err := driverreg.Init(); err != nil {
		return err
	}
	if len(gpioioctl.Chips) != 1 {
		return fmt.Errorf("%d GPIO chips", len(gpioioctl.Chips))
	}
	l, err := input.NewLine(gpioioctl.Chips[0].ByNumber(3),
		input.LineConfig{Line: "3", Button: input.Action, Pull: "none", Active: "high"}, input.Timing{})
	if err != nil {
		return err
	}
	return watch(l, press)
}

// keys reads the power button as a key of the kernel's.
func keys() error {
	s, err := input.Open(input.Config{Devices: []string{"gpio-keys"}, Keys: map[string]string{"KEY_POWER": "action"}})
	if err != nil {
		return err
	}
	return watch(s, press)
}
