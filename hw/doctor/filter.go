// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"encoding/binary"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

// identity holds the properties of a board that the filters of config.txt test.
type identity struct {
	models []string // names of the model filters that it fits
	kind   uint32   // type of its revision code
	serial uint64
	// includes says that include lines count: the boot loader in the EEPROM, which
	// alone reads the file on a Pi 5, does not know them (raspberrypi.com, include).
	includes bool
}

// identify reads what the device tree says of the board, which is a model.
func identify(root fs.FS, model string) identity {
	id := identity{models: models(model)}
	id.includes = !id.isModel("pi5")
	id.serial, _ = strconv.ParseUint(strings.TrimRight(head(root, "proc/device-tree/serial-number"), "\x00"), 16, 64)
	if b, err := fs.ReadFile(root, "proc/device-tree/system/linux,revision"); err == nil && len(b) == 4 {
		// Bits 4 to 11 (raspberrypi.com, New-style revision codes).
		id.kind = binary.BigEndian.Uint32(b) >> 4 & 0xff
	}
	return id
}

// filters are the filters of config.txt that hold: of each kind the last one, true if
// the board fits it (raspberrypi.com, Combining conditional filters).
type filters map[string]bool

// apply reports whether settings count.
func (f filters) apply() bool {
	for _, fits := range f {
		if !fits {
			return false
		}
	}
	return true
}

// add takes the next filter, without its brackets. Conditions that only the boot
// loader knows, such as the level of a line, count as false.
func (f filters) add(name string, id identity) {
	const model = "model"
	condition, value, _ := strings.Cut(name, "=")
	switch {
	case name == "all":
		clear(f)
	case name == "none", strings.HasPrefix(name, "pi"), strings.HasPrefix(name, "cm"):
		f[model] = id.isModel(name)
	case condition == "board-type":
		n, err := strconv.ParseUint(value, 0, 32)
		f[model] = err == nil && uint32(n) == id.kind
	case strings.HasPrefix(name, "0x"):
		n, err := strconv.ParseUint(name, 0, 64)
		f["serial"] = err == nil && id.serial != 0 && uint32(n) == uint32(id.serial) // people often leave out the upper half
	case strings.HasPrefix(name, "HDMI:"): // which port a setting of HDMI is for
	default:
		f[condition] = false
	}
}

func (id identity) isModel(name string) bool { return slices.Contains(id.models, name) }

// models are the filters that a model fits (raspberrypi.com, config.txt, Model
// filters). The first that the name contains counts: longer ones come first.
func models(model string) []string {
	for _, m := range []struct {
		contains string
		filters  string
	}{
		{"Zero 2 W", "pi0 pi0w pi02"}, {"Zero W", "pi0 pi0w"}, {"Zero", "pi0"},
		{"Compute Module 0", "cm0 pi0 pi0w pi02"}, {"Compute Module 3 Plus", "cm3+ cm3 pi3"}, {"Compute Module 3", "cm3 pi3"},
		{"Compute Module 4S", "cm4s pi4"}, {"Compute Module 4", "cm4 pi4"}, {"Compute Module 5", "cm5 pi5"},
		{"Compute Module", "cm1 pi1"},
		{"Pi 500", "pi5 pi500"}, {"Pi 5 ", "pi5"}, {"Pi 400", "pi4 pi400"}, {"Pi 4 ", "pi4"},
		{"Pi 3 Model A Plus", "pi3 pi3+"}, {"Pi 3 Model B Plus", "pi3 pi3+"}, {"Pi 3 ", "pi3"},
		{"Pi 2 ", "pi2"}, {"Pi Model", "pi1"},
	} {
		if strings.Contains(model, m.contains) {
			return strings.Fields(m.filters)
		}
	}
	return nil
}
