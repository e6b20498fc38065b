// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/hw/gpiomem"
)

// owners returns who has lines of the header by the kernel's own account, whatever the
// overlay is called: those who asked for a line, and those to whom the device tree
// gives lines.
func (e *exam) owners() (all []occupant) {
	if e.Lines != nil {
		for _, l := range e.Lines() {
			if strings.HasPrefix(l.Owner, "ledpost") { // our own, while the device runs
				continue
			}
			o := occupant{name: fmt.Sprintf("%q", l.Owner), pins: 1 << l.Pin, bus: busOf(l.Owner)}
			if l.Owner == "" {
				o.name = "the kernel"
			}
			o.idle = o.bus != ""
			o.fix = e.culprit(o)
			all = append(all, o)
		}
	}
	for _, o := range treePins(e.Root) {
		o.fix = e.culprit(o)
		all = append(all, o)
	}
	return all
}

// busOf is the bus whose driver has asked for a line: "spi0 CS1" is of SPI0.
func busOf(owner string) string {
	name, _, _ := strings.Cut(owner, " ")
	if n, ok := strings.CutPrefix(name, "spi"); ok && len(n) == 1 {
		return "SPI" + n
	}
	return ""
}

// harmless are overlays that take no lines of the header.
const harmless = " vc4-kms-v3d vc4-kms-v3d-pi4 vc4-kms-v3d-pi5 vc4-fkms-v3d vc4-fkms-v3d-pi4 disable-bt miniuart-bt " +
	"disable-wifi dwc2 disable-bt-pi5 disable-wifi-pi5 imx219 imx477 imx708 ov5647 cma "

// culprit says what to change so that the lines become free. The name that the kernel
// has for their owner differs from the overlay's.
func (e *exam) culprit(o occupant) string {
	var suspects []string
	for _, v := range e.boot.overlays {
		if v.pins() == 0 && !strings.Contains(harmless, " "+v.name+" ") {
			suspects = append(suspects, "dtoverlay="+v.name)
		}
	}
	own := e.setter(o)
	switch {
	case own != "":
		return e.boot.remove(own)
	case o.bus == "SPI0":
		return e.boot.remove("dtparam=spi=on")
	case o.bus == "I2C1":
		return e.boot.remove("dtparam=i2c_arm=on")
	case o.name == "serial":
		return e.boot.add("enable_uart=0")
	case len(suspects) == 1:
		return e.boot.remove(suspects[0])
	case len(suspects) > 1:
		return e.boot.remove("what uses it, one of " + strings.Join(suspects, " and ") + ",")
	}
	if device := e.inTree(o); device != "" {
		return fmt.Sprintf("the device tree gives it to %s: remove the line of %s that sets this up, "+
			"or the board whose memory does", device, e.boot.config)
	}
	return "end the program or remove the driver that has it: sudo gpioinfo says its name, sudo lsof /dev/gpiochip* " +
		"which program it is"
}

// setter is the line of config.txt that names the occupant's GPIO line by its number, such as
// dtparam=act_led_gpio=17; empty for none.
func (e *exam) setter(o occupant) string {
	names := func(params map[string]string) string {
		for _, name := range slices.Sorted(maps.Keys(params)) {
			n, err := strconv.Atoi(params[name])
			line := strings.Contains(name, "gpio") || strings.Contains(name, "pin")
			if line && err == nil && n >= 0 && n < gpiomem.Pins && o.pins == 1<<n {
				return name
			}
		}
		return ""
	}
	for _, v := range e.boot.overlays {
		if names(v.params) != "" {
			return "dtoverlay=" + v.name
		}
	}
	if name := names(e.boot.params); name != "" {
		return "dtparam=" + name + "=" + e.boot.params[name]
	}
	return ""
}

// inTree is the device to which the device tree gives the occupant's lines; empty for none.
func (e *exam) inTree(o occupant) string {
	for _, device := range treePins(e.Root) {
		if o.pins != 0 && device.pins&o.pins == o.pins {
			return fmt.Sprintf("%q", device.name)
		}
	}
	return ""
}

// A Holder is a program that has a port of this machine.
type Holder struct {
	User string // its number, as text
	PID  int    // 0 = not visible: of another user, whom only root sees
	Name string // as the kernel has it, at most 15 bytes; "" without a PID
}

// maxSockets bounds how many lines of a table of sockets are read.
const maxSockets = 16384

// Holders returns the programs below root, the file system's, that receive on a port of "tcp"
// or "udp", over IPv4 or IPv6.
func Holders(root fs.FS, protocol string, port int) (all []Holder) {
	for _, table := range []string{protocol, protocol + "6"} {
		text, _ := fs.ReadFile(root, path.Join("proc/net", table))
		for i, line := range strings.Split(string(text), "\n") {
			if f := strings.Fields(line); i < maxSockets && receives(f, port) {
				all = append(all, holder(root, f[7], "socket:["+f[9]+"]"))
			}
		}
	}
	return all
}

// receives reports whether a line of a table of sockets (proc_pid_net(5)) is of one that
// receives on a port: state 0A listens, of TCP, and 07 has no other end, of UDP.
func receives(f []string, port int) bool {
	return len(f) >= 10 && strings.HasSuffix(f[1], fmt.Sprintf(":%04X", port)) && (f[3] == "0A" || f[3] == "07")
}

// holder returns the program that has a socket open.
func holder(root fs.FS, user, socket string) Holder {
	entries, _ := fs.ReadDir(root, "proc")
	for _, e := range entries[:min(len(entries), maxPrograms)] {
		pid, err := strconv.Atoi(e.Name())
		if err == nil && hasOpen(root, pid, socket) {
			return Holder{user, pid, head(root, path.Join("proc", e.Name(), "comm"))}
		}
	}
	return Holder{User: user}
}

// hasOpen reports whether a program has a file open, as far as this process may see that.
func hasOpen(root fs.FS, pid int, file string) bool {
	folder := path.Join("proc", strconv.Itoa(pid), "fd")
	entries, _ := fs.ReadDir(root, folder)
	for _, e := range entries {
		if target, err := fs.ReadLink(root, path.Join(folder, e.Name())); err == nil && target == file {
			return true
		}
	}
	return false
}
