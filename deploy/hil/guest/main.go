// SPDX-License-Identifier: Apache-2.0

// Command guest is the first program of an emulated Raspberry Pi: it shows
// pictures on the panels by the drivers of this project, while the emulator
// writes down every access to a GPIO register. See docs/hil.md.
package main

import (
	"fmt"
	"os"
	"os/exec"
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
		_, err := hw.Open(hw.Config{Panel: first()})
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
	if err := share(); err != nil {
		return err
	}
	regs, err := marker()
	if err != nil {
		return err
	}
	if err := refused(); err != nil {
		return fmt.Errorf("without rights: %w", err)
	}
	if err := showMatrices(regs); err != nil {
		return err
	}
	if err := showChips(regs); err != nil {
		return err
	}
	if err := rewired(regs); err != nil {
		return fmt.Errorf("another wiring: %w", err)
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
		c := rig.Matrices()[0].Config
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
			return fmt.Errorf("%s: GPIO %d has function %d and GPIO %d %d, want an output and an input", w.wiring, w.light,
				light, w.bridge, bridge)
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

// first is the first RGB panel.
func first() hw.PanelConfig { return hw.NewPanelConfig("hub75", &rig.Matrices()[0].Config) }

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
