// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"io/fs"
	"strings"

	"github.com/ledpost/ledpost/hw/input"
)

// input looks at the buttons.
func (e *exam) input(c input.Config) {
	const area = "input"
	if err := c.Check(); err != nil {
		e.fault(CodeConfig, area, "keys", "correct the [input] table, see docs/hardware.md", "%v", err)
		return
	}
	if len(c.Devices)+len(c.Lines)+len(c.Knobs) == 0 {
		e.ok(area, "devices", "none")
		return
	}
	known := input.Find(e.Root)
	for _, want := range c.Devices {
		e.device(want, known)
	}
	if len(c.Lines)+len(c.Knobs) != 0 {
		e.lineChip(area)
	}
}

// presence looks at the line of the sensor that tells who is there.
func (e *exam) presence(c input.PresenceConfig) {
	const area = "presence"
	switch err := c.Check(); {
	case err != nil:
		e.fault(CodeConfig, area, "keys", "correct the [presence] table, see docs/hardware.md", "%v", err)
	case c.Chosen():
		e.lineChip(area)
	}
}

// device checks the input device that one entry of devices stands for.
func (e *exam) device(want string, known []input.Found) {
	const area = "input"
	var found []input.Found
	if strings.HasPrefix(want, "/") && e.exists(want) {
		found = append(found, input.Found{Name: want, Path: want})
	}
	for _, k := range known {
		if !strings.HasPrefix(want, "/") && input.Matches(want, k.Name) {
			found = append(found, k)
		}
	}
	if len(found) == 0 {
		e.warn(area, want, "plug it in; these are there: "+names(known), "there is no such input device now")
	}
	for _, f := range found {
		if e.permitted(area, f.Name, f.Path, "input", false) {
			e.ok(area, f.Name, "%s", f.Path)
		}
	}
}

func names(known []input.Found) string {
	if len(known) == 0 {
		return "none"
	}
	var all []string
	for _, k := range known {
		all = append(all, `"`+k.Name+`"`)
	}
	return strings.Join(all, ", ")
}

// lineChip looks at the kernel's GPIO lines.
func (e *exam) lineChip(area string) {
	const name = "GPIO"
	chips, err := fs.Glob(e.Root, "dev/gpiochip*")
	if err != nil || len(chips) == 0 {
		e.fault(CodeGPIO, area, name, "use a Raspberry Pi, or another board whose kernel has GPIO lines",
			"there are no GPIO lines (/dev/gpiochip*)")
		return
	}
	if path := "/" + chips[0]; e.permitted(area, name, path, "gpio", false) {
		e.ok(area, name, "%s", path)
	}
}
