// SPDX-License-Identifier: Apache-2.0

// Command guest is the first program of an emulated Raspberry Pi: it shows
// pictures on the panels by the drivers of this project, while the emulator
// writes down every access to a GPIO register. See docs/hil.md.
package main

import (
	"errors"
	"fmt"
	"image"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/ledpost/ledpost/deploy/hil/rig"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/hw/refresh"
	"github.com/ledpost/ledpost/internal/qemu/guest"
)

// most is how long all of it may take.
const most = 4 * time.Minute

// unprivileged is the argument with which this program starts itself again
// without rights.
const unprivileged = "unprivileged"

func main() {
	if len(os.Args) > 1 && os.Args[1] == refresh.Command {
		os.Exit(refresh.Main(os.Args[2:], hw.Refreshers()))
	}
	if len(os.Args) > 1 && os.Args[1] == unprivileged {
		_, err := hw.Open(hw.Config{Panel: hub75Panel()})
		fmt.Println(err)
		return
	}
	began := time.Now()
	time.AfterFunc(most, func() { fmt.Println("hil: failed: not done after", most, "by this board's clock") })
	err := run()
	fmt.Println("hil:", time.Since(began).Round(time.Second), "by this board's clock")
	if err != nil {
		fmt.Println("hil: failed:", err)
	} else {
		fmt.Println("hil: done")
	}
	for { // the first program must not end
		time.Sleep(time.Hour)
	}
}

func run() error {
	if err := guest.Mount(); err != nil {
		return err
	}
	regs, err := marker()
	if err != nil {
		return err
	}
	if err := refused(); err != nil {
		return fmt.Errorf("without rights: %w", err)
	}
	if err := show(hub75Panel(), regs); err != nil {
		return fmt.Errorf("hub75: %w", err)
	}
	if err := showMAX7219(regs); err != nil {
		return err
	}
	if err := rewired(regs); err != nil {
		return fmt.Errorf("another wiring: %w", err)
	}
	return nil
}

// showMAX7219 shows the pictures on the monochrome panel, if this kernel has a
// bus for it.
func showMAX7219(regs *gpiomem.Regs) error {
	port, err := spi()
	if errors.Is(err, fs.ErrNotExist) {
		fmt.Println("hil: this kernel has no SPI on GPIO lines")
		return nil
	}
	if err != nil {
		return err
	}
	c := rig.MAX7219()
	c.Port = port
	if err := show(hw.NewPanelConfig("max7219", &c), regs); err != nil {
		return fmt.Errorf("max7219: %w", err)
	}
	return nil
}

// rewired opens the panel as if on a HAT before and after its GPIO 4 and 18 were
// bridged: at no time may both be outputs.
func rewired(regs *gpiomem.Regs) error {
	for _, w := range []struct {
		wiring        string
		light, bridge int // output and input
	}{{"adafruit-hat", 4, 18}, {"adafruit-hat-pwm", 18, 4}, {"adafruit-hat", 4, 18}} {
		c := rig.HUB75()
		c.Wiring = hub75.Wiring(w.wiring)
		board, err := hw.Open(hw.Config{Panel: hw.NewPanelConfig("hub75", &c)})
		if err != nil {
			return err
		}
		light, bridge := regs.Function(w.light), regs.Function(w.bridge)
		if err := board.Panel.Close(); err != nil {
			return err
		}
		if light != gpiomem.Output || bridge != gpiomem.Input {
			return fmt.Errorf("%s: GPIO %d has function %d and GPIO %d %d, want an output and an input", w.wiring, w.light, light, w.bridge, bridge)
		}
		fmt.Printf("hil: %s: GPIO %d is an output, GPIO %d an input\n", w.wiring, w.light, w.bridge)
	}
	return nil
}

// marker is the pin that says to the reader of the trace that a picture stands.
func marker() (*gpiomem.Regs, error) {
	board, err := gpiomem.FindBoard(os.DirFS("/"))
	if err != nil {
		return nil, err
	}
	fmt.Println("hil:", board.Model)
	regs, err := gpiomem.Open(board)
	if err != nil {
		return nil, err
	}
	regs.Drive(1<<rig.Mark, 0)
	return regs, nil
}

// refused opens the panel as nobody. This kernel has no /dev/gpiomem.
func refused() error {
	cmd := exec.Command("/proc/self/exe", unprivileged)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	fmt.Printf("hil: without rights: %s", out)
	for _, name := range []string{"/dev/gpiomem", "Raspberry Pi OS", "/dev/mem", "CAP_SYS_RAWIO"} {
		if !strings.Contains(string(out), name) {
			return fmt.Errorf("the error does not name %s", name)
		}
	}
	return nil
}

func hub75Panel() hw.PanelConfig {
	c := rig.HUB75()
	return hw.NewPanelConfig("hub75", &c)
}

// show shows the pictures, each with a mark once it stands.
func show(c hw.PanelConfig, regs *gpiomem.Regs) error {
	board, err := hw.Open(hw.Config{Panel: c})
	if err != nil {
		return err
	}
	p := board.Panel
	for n := range rig.Pictures {
		m := rig.Picture(p.Bounds().Size(), n)
		if err := p.Draw(p.Bounds(), m, image.Point{}); err != nil {
			return err
		}
		if err := settle(p); err != nil {
			return err
		}
		if _, refreshed := p.(*hub75.Panel); refreshed && n == 0 {
			if err := pinned(); err != nil {
				return err
			}
		}
		regs.Set(1 << rig.Mark)
		regs.Clear(1 << rig.Mark)
	}
	return p.Close()
}

// settle waits until a panel that is refreshed has shown its picture in full.
func settle(p hw.Panel) error {
	h, ok := p.(*hub75.Panel)
	if !ok {
		return nil
	}
	before, _ := h.Stats()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		// The one under way, the one that takes the picture up, and one more.
		if now, _ := h.Stats(); now.Frames-before.Frames >= 3 {
			return nil
		}
	}
	return errors.New("the refresher does not refresh")
}

// spi loads the kernel's SPI on GPIO lines and returns its port.
func spi() (string, error) {
	modules, err := guest.Modules()
	if err != nil {
		return "", err
	}
	if err := guest.Load(modules...); err != nil {
		return "", err
	}
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if ports, _ := filepath.Glob("/dev/spidev*"); len(ports) > 0 {
			return "SPI" + strings.TrimPrefix(filepath.Base(ports[0]), "spidev"), nil
		}
	}
	return "", errors.New("the kernel made no /dev/spidev")
}
