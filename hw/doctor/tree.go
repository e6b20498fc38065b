// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"bytes"
	"encoding/binary"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/gpiomem"
)

// The device tree that runs, with all overlays in it, and how much of it is read.
const (
	deviceTree = "proc/device-tree"
	maxNodes   = 4096
	maxDepth   = 8
)

// A node is what concerns lines of the header of a node of the device tree.
type node struct {
	path    string
	name    string // without its address
	phandle uint32
	control bool     // a controller of lines
	pins    uint64   // of a group of lines: its lines
	groups  []uint32 // phandles of the groups that the node takes
	lines   []cell   // that it takes alone
}

// cell is a line of a controller.
type cell struct{ controller, n uint32 }

// treePins returns to which devices the device tree gives lines of the header.
func treePins(root fs.FS) (all []occupant) {
	var nodes []node
	walkTree(root, deviceTree, 0, &nodes)
	buses := aliases(root)
	group, control := map[uint32]uint64{}, map[uint32]bool{}
	for _, n := range nodes {
		group[n.phandle] = n.pins
		control[n.phandle] = n.control
	}
	for _, n := range nodes {
		o := occupant{name: n.name, bus: buses[n.path], idle: rests(n.name)}
		for _, g := range n.groups {
			o.pins |= group[g]
		}
		for _, l := range n.lines {
			if control[l.controller] && l.n < gpiomem.ModulePins {
				o.pins |= 1 << l.n
			}
		}
		if o.bus == "" && o.pins == serialPins {
			o.bus = hw.SerialBus
		}
		if o.pins != 0 && !n.control { // the controller's own groups are defaults
			all = append(all, o)
		}
	}
	return all
}

// walkTree adds the node at name and those below it that are switched on.
func walkTree(root fs.FS, name string, depth int, all *[]node) {
	entries, err := fs.ReadDir(root, name)
	if err != nil || depth > maxDepth || len(*all) >= maxNodes || !switchedOn(root, name) {
		return
	}
	*all = append(*all, readNode(root, name, entries))
	for _, e := range entries {
		if e.IsDir() {
			walkTree(root, path.Join(name, e.Name()), depth+1, all)
		}
	}
}

// switchedOn reports whether the kernel uses the node: it does without a status.
func switchedOn(root fs.FS, name string) bool {
	status := strings.Trim(head(root, path.Join(name, "status")), "\x00")
	return status == "" || status == "okay" || status == "ok"
}

func readNode(root fs.FS, name string, entries []fs.DirEntry) (n node) {
	n.path = name
	n.name, _, _ = strings.Cut(path.Base(name), "@")
	for _, e := range entries {
		property := e.Name()
		value := func() []byte { return raw(root, path.Join(name, property)) }
		switch {
		case e.IsDir():
		case property == "phandle":
			n.phandle = first(cells(value()))
		case property == "gpio-controller":
			n.control = true
		case property == "brcm,pins":
			n.pins = mask(cells(value()))
		case property == "pins": // of the Pi 5
			n.pins = named(value())
		case property == "pinctrl-0":
			n.groups = cells(value())
		case property == "gpios", property == "gpio", strings.HasSuffix(property, "-gpios"),
			strings.HasSuffix(property, "-gpio"):
			n.lines = append(n.lines, triples(cells(value()))...)
		}
	}
	return n
}

// raw is head with all bytes.
func raw(root fs.FS, name string) []byte {
	f, err := root.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	b := make([]byte, 1024) // a list of 256 cells
	n, _ := f.Read(b)
	return b[:max(n, 0)]
}

// cells are the numbers of a property.
func cells(b []byte) (all []uint32) {
	for ; len(b) >= 4; b = b[4:] {
		all = append(all, binary.BigEndian.Uint32(b))
	}
	return all
}

func first(all []uint32) uint32 {
	if len(all) == 0 {
		return 0
	}
	return all[0]
}

// mask is a list of lines as a mask; lines that are on no connector are left out.
func mask(lines []uint32) (m uint64) {
	for _, n := range lines {
		if n < gpiomem.ModulePins {
			m |= 1 << n
		}
	}
	return m
}

// named is mask for names such as gpio18.
func named(b []byte) (m uint64) {
	for name := range bytes.SplitSeq(b, []byte{0}) {
		if n, err := strconv.Atoi(strings.TrimPrefix(string(name), "gpio")); err == nil && n >= 0 && n < gpiomem.Pins {
			m |= 1 << n
		}
	}
	return m
}

// triples are lines with their controller; the third cell says which level counts.
func triples(all []uint32) (lines []cell) {
	for ; len(all) >= 3; all = all[3:] {
		lines = append(lines, cell{all[0], all[1]})
	}
	return lines
}

// aliases returns the names that the device tree has for buses, such as SPI0, by the
// paths of their nodes.
func aliases(root fs.FS) map[string]string {
	all := map[string]string{}
	entries, _ := fs.ReadDir(root, deviceTree+"/aliases")
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, "spi") || strings.HasPrefix(name, "i2c") {
			at := strings.Trim(head(root, path.Join(deviceTree, "aliases", name)), "\x00")
			all[path.Join(deviceTree, at)] = strings.ToUpper(name)
		}
	}
	return all
}

// rests reports whether the lines of such a node rest until a program uses them.
func rests(name string) bool { return name == "spi" || name == "i2c" || name == "serial" }
