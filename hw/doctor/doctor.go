// SPDX-License-Identifier: Apache-2.0

// Package doctor reports what this machine has and lacks for the configured
// hardware, and what to change. It changes nothing: it reads files of the
// kernel and of the boot loader, rights and limits, and it reads the light
// sensor once.
package doctor

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/sense"
)

// Level of a line.
type Level uint8

// The levels, better ones first.
const (
	OK      Level = iota
	Warning       // works, but not as well as it could
	Fault         // does not work
)

func (l Level) String() string { return [...]string{"ok", "warning", "fault"}[l] }

// MarshalText writes ok, warning or fault.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// Code is the short name of a fault that fits on the panel.
type Code string

// The codes; docs/doctor.md says what each wants.
const (
	CodeConfig Code = "E0 CFG"  // the configuration contradicts itself
	CodeSPI    Code = "E1 SPI"  // no SPI port
	CodeI2C    Code = "E2 I2C"  // no I²C bus
	CodeGPIO   Code = "E3 GPIO" // no GPIO lines or registers
	CodePIO    Code = "E4 PIO"  // no PIO of a Pi 5
	CodeBoard  Code = "E5 PI"   // not the board for this panel
	CodeRights Code = "E6 PERM" // a device may not be opened
	CodeSize   Code = "E7 SIZE" // a frame is longer than spidev takes
	CodePWM    Code = "E8 PWM"  // on-board sound and the panel's pulses collide
	CodeLight  Code = "E9 LUX"  // the light sensor does not answer
	CodeInput  Code = "E10 KEY" // buttons that cannot be read
	CodeSound  Code = "E11 SND" // nothing would be heard
	CodePins   Code = "E12 PIN" // the system uses GPIO lines of the configuration
)

// A Line is the result of one check.
type Line struct {
	// Area is machine, panel, light, input or sound; mqtt and update, by firmware; config if it cannot be
	// read.
	Area  string `json:"part"`
	Name  string `json:"name"` // of the thing, such as SPI0.0
	Level Level  `json:"level"`
	Text  string `json:"text"`           // what there is, or the fault
	Fix   string `json:"fix,omitempty"`  // the line to add, or the command, that mends it
	Code  Code   `json:"code,omitempty"` // of a fault
}

// A Machine is what the doctor examines.
type Machine struct {
	Root    fs.FS // the file system, of which it reads /proc, /sys, /boot, /dev, /run
	User    string
	UID     int      // negative if it is not known
	Groups  []string // of this process, by name
	RTPrio  uint64   // the highest real-time priority that it may ask for; 0 = none
	MemLock uint64   // bytes of memory that it may lock
	// Access returns nil if this process may read the file, and with write also
	// write to it.
	Access func(path string, write bool) error
	// Synced reports whether the clock is synchronised with a time server.
	Synced func() (bool, error)
	// Light reads the sensor once and says which it is; nil leaves it alone.
	Light func(ctx context.Context, c hw.LightConfig) (lux float64, sensor string, err error)
	// Sense reads the air sensor once and says which it is; nil leaves it
	// alone.
	Sense func(ctx context.Context, c hw.SenseConfig) (r sense.Reading, sensor string, err error)
	// Sound says where sound goes; nil leaves it alone.
	Sound func() Sound
	// Ask asks the hosts of a panel over the network whether they are there; nil leaves
	// them alone.
	Ask func(context.Context, panel.Network) []panel.Away
	// Lines returns the GPIO lines of the header that somebody has asked the kernel
	// for; nil where it cannot be asked.
	Lines func() []gpiomem.Line
	// Map returns nil if the GPIO registers can be mapped from /dev/mem, which a
	// kernel may refuse after it let the file be opened; nil does not try.
	Map func(gpiomem.Board) error
	// Open opens a device for reading and writing and closes it again; nil does not try.
	Open func(path string) error
	// Programs returns the other programs that concern panels; nil for none.
	Programs func() []Program
}

// Check examines everything that cfg needs of m. ctx bounds the reading of the
// light sensor.
func Check(ctx context.Context, cfg hw.Config, m Machine) []Line {
	e := &exam{Machine: m, ctx: ctx}
	board, err := gpiomem.FindBoard(m.Root)
	e.board, e.pi = board, err == nil
	e.boot = readBoot(m.Root, board.Model)
	if e.pi {
		e.use = e.occupants()
	}
	e.taken = e.used(cfg)
	e.machine(cfg)
	e.panel("panel", cfg.Panel)
	e.light(cfg.Light)
	e.sense(cfg.Sense)
	e.presence(cfg.Presence)
	if cfg.Buzzer != "" {
		e.lineChip("sound") // whether its line is free, as of all lines: below
	}
	e.input(cfg.Input)
	e.conflicts(cfg)
	e.others(cfg)
	e.sound(cfg.Panel)
	return e.lines
}

// Board returns the model of the board, "" if this is no Raspberry Pi.
func (m Machine) Board() string {
	b, err := gpiomem.FindBoard(m.Root)
	if err != nil {
		return ""
	}
	return b.Model
}

// Worst returns the level of the worst line.
func Worst(lines []Line) Level {
	worst := OK
	for _, l := range lines {
		worst = max(worst, l.Level)
	}
	return worst
}

// FirstCode returns the code of the first fault, for the panel; empty without a
// fault.
func FirstCode(lines []Line) Code {
	for _, l := range lines {
		if l.Level == Fault {
			return l.Code
		}
	}
	return ""
}

// exam is one run of the doctor.
type exam struct {
	Machine
	ctx   context.Context
	board gpiomem.Board
	pi    bool
	boot  boot
	taken uint64     // GPIO lines that the configuration and the system use
	use   []occupant // what config.txt and the kernel have on the header
	lines []Line
}

func (e *exam) ok(area, name, format string, a ...any) {
	e.lines = append(e.lines, Line{Area: area, Name: name, Text: fmt.Sprintf(format, a...)})
}

func (e *exam) warn(area, name, fix, format string, a ...any) {
	e.lines = append(e.lines, Line{Area: area, Name: name, Level: Warning, Text: fmt.Sprintf(format, a...), Fix: fix})
}

func (e *exam) fault(code Code, area, name, fix, format string, a ...any) {
	e.lines = append(e.lines,
		Line{Area: area, Name: name, Level: Fault, Code: code, Text: fmt.Sprintf(format, a...), Fix: fix})
}

// exists reports whether the file is there; path begins with a slash.
func (m Machine) exists(path string) bool {
	_, err := fs.Stat(m.Root, path[1:])
	return err == nil
}

// text is the beginning of a small file, without the space around it.
func (m Machine) text(path string) string { return head(m.Root, path[1:]) }

// permitted reports a fault unless this process may use the device, which
// belongs to group.
func (e *exam) permitted(area, name, path, group string, write bool) bool {
	if e.Access == nil || e.Access(path, write) == nil {
		return true
	}
	e.fault(CodeRights, area, name, e.join(path, group), "%s may not be used by %s", path, e.User)
	return false
}

// join says how the program gets the rights of a device that a group may use.
func (e *exam) join(path, group string) string {
	if slices.Contains(e.Groups, group) {
		return fmt.Sprintf(
			"sudo chgrp %s %s && sudo chmod 660 %s; for good: sudo apt install --reinstall ledpost, whose udev rules do that",
			group, path, path)
	}
	return fmt.Sprintf("sudo usermod -aG %s %s, then log in again, or sudo systemctl restart ledpost", group, e.User)
}

// WriteText writes the lines for people.
func WriteText(w io.Writer, lines []Line) error {
	var b bytes.Buffer
	for _, l := range lines {
		fmt.Fprintf(&b, "%-8s %s: %s: %s", l.Level, l.Area, l.Name, l.Text)
		if l.Code != "" {
			fmt.Fprintf(&b, " [%s]", l.Code)
		}
		b.WriteByte('\n')
		if l.Fix != "" {
			fmt.Fprintf(&b, "%8s → %s\n", "", l.Fix)
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// WriteJSON writes {"level": the worst, "lines": […]}.
func WriteJSON(w io.Writer, lines []Line) error {
	if lines == nil {
		lines = []Line{}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		Level Level  `json:"level"`
		Lines []Line `json:"lines"`
	}{Worst(lines), lines})
}
