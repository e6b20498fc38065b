// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/panel"
)

// A Program is another running program that concerns panels.
type Program struct {
	PID  int    `json:"pid"`
	Name string `json:"name"`           // as the kernel has it, at most 15 bytes
	Has  string `json:"has,omitempty"`  // the file of the GPIO registers that it has open; empty if that is not known
	Unit string `json:"unit,omitempty"` // of systemd, such as pigpiod.service
}

// Limits of looking at programs.
const (
	maxPrograms = 4096
	maxFiles    = 256 // of one
)

// Programs returns the other programs below root, the file system's, that concern
// panels: programs with the GPIO registers open, as far as this process may see that,
// and programs that are known for it by their names.
func Programs(root fs.FS) (all []Program) {
	entries, _ := fs.ReadDir(root, "proc")
	for _, e := range entries[:min(len(entries), maxPrograms)] {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		p := Program{PID: pid, Name: head(root, path.Join("proc", e.Name(), "comm")), Has: opened(root, pid),
			Unit: unit(root, pid)}
		if p.Name != "ledpost" && (p.Has != "" || slices.Contains(pigs, p.Name) || slices.Contains(desktops, p.Name)) {
			all = append(all, p)
		}
	}
	return all
}

// pigs are programs that drive GPIO lines through their registers; the examples of
// rpi-rgb-led-matrix have the others' names.
var pigs = []string{"pigpiod", "led-image-viewe", "text-scroller", "text-example", "video-viewer", "minimal-example"}

// desktops are the programs of graphical sessions.
var desktops = []string{"labwc", "wayfire", "Xorg", "lxsession", "gnome-shell"}

// opened is the file of the GPIO registers that a program has open.
func opened(root fs.FS, pid int) string {
	folder := path.Join("proc", strconv.Itoa(pid), "fd")
	entries, _ := fs.ReadDir(root, folder) // only root's, and the same user's
	for _, e := range entries[:min(len(entries), maxFiles)] {
		target, err := fs.ReadLink(root, path.Join(folder, e.Name()))
		if err == nil && slices.Contains([]string{gpiomemPath, memPath, pioPath, "/dev/gpiomem0"}, target) {
			return target
		}
	}
	return ""
}

// unit is the service of systemd that a program belongs to; empty for a session's.
func unit(root fs.FS, pid int) string {
	last := path.Base(head(root, path.Join("proc", strconv.Itoa(pid), "cgroup")))
	if strings.HasSuffix(last, ".service") && !strings.Contains(last, "@") {
		return last
	}
	return ""
}

// others looks at whether other programs disturb a panel that hangs on the registers.
func (e *exam) others(cfg hw.Config) {
	if e.Programs == nil || !e.pi {
		return
	}
	for area, p := range cfg.Panel.Panels("panel") {
		spec, err := p.Spec()
		if _, recorded := spec.Place.Recorded(); err != nil || recorded || spec.Needs.Registers == nil && !onSound(spec) {
			continue
		}
		for _, other := range e.Programs() {
			e.other(area, other)
		}
		return // once for all parts
	}
}

// onSound reports whether a panel hangs on lines that programs of strips drive, too.
func onSound(s panel.Spec) bool { return s.Needs.SteadyClock }

func (e *exam) other(area string, p Program) {
	const name = "programs"
	end := fmt.Sprintf("end it: sudo kill %d", p.PID)
	if p.Unit != "" {
		end = "sudo systemctl disable --now " + p.Unit
	}
	switch {
	case slices.Contains(desktops, p.Name):
		e.warn(area, name, "sudo systemctl set-default multi-user.target, then restart the Pi",
			"a desktop runs (%s): it takes time from the panel, which may flicker", p.Name)
	case p.Has != "":
		e.warn(area, name, end, "%s (process %d) has %s open and may drive the same lines", p.Name, p.PID, p.Has)
	default:
		e.warn(area, name, end, "%s (process %d) runs, which drives GPIO lines", p.Name, p.PID)
	}
}
