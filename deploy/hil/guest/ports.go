// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ledpost/ledpost/deploy/hil/rig"
	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/internal/qemu/guest"
)

// showChips shows the pictures on the panels of buses, if this kernel makes buses of GPIO
// lines.
func showChips(regs *gpiomem.Regs) error {
	modules, err := guest.Modules()
	if errors.Is(err, fs.ErrNotExist) {
		fmt.Println("hil: this kernel has no buses on GPIO lines")
		return nil
	}
	if err == nil {
		err = guest.Load(modules...)
	}
	if err != nil {
		return err
	}
	spi, err := wait(spiPort)
	if err != nil {
		return fmt.Errorf("SPI: %w", err)
	}
	i2c, err := wait(i2cPort)
	if err != nil {
		return fmt.Errorf("I2C: %w", err)
	}
	for _, c := range rig.Chips() {
		name := spi
		if maps.Equal(c.Lines, rig.I2C) {
			name = i2c
		}
		if err := show(c.Name, c.Panel(name), regs, nil); err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	return nil
}

// spiPort is the kernel's port of SPI, "" until there is one.
func spiPort() string {
	all, _ := filepath.Glob("/dev/spidev*")
	if len(all) == 0 {
		return ""
	}
	return "SPI" + strings.TrimPrefix(all[0], "/dev/spidev")
}

// i2cPort is the kernel's bus of I²C on GPIO lines, "" until there is one. The board has
// others, on which nobody answers.
func i2cPort() string {
	all, _ := filepath.Glob("/dev/i2c-*")
	for _, dev := range all {
		name, _ := os.ReadFile(filepath.Join("/sys/class/i2c-dev", filepath.Base(dev), "name"))
		if strings.Contains(string(name), "gpio") {
			return "I2C" + strings.TrimPrefix(dev, "/dev/i2c-")
		}
	}
	return ""
}

// wait asks for a port until it is there.
func wait(port func() string) (string, error) {
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if name := port(); name != "" {
			return name, nil
		}
	}
	return "", errors.New("the kernel made no port of GPIO lines")
}
