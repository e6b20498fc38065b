// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/hw/gpiomem"
)

// packed are the files that the doctor reads, as patterns of [path.Match]. None has a
// secret but those that [withoutSecrets] knows.
var packed = []string{
	"proc/sys/kernel/osrelease", "proc/cmdline", "proc/asound/cards",
	"sys/devices/platform/soc/soc:firmware/get_throttled", "sys/class/hwmon/hwmon*/name",
	"sys/class/hwmon/hwmon*/in0_lcrit_alarm",
	"sys/devices/system/cpu/possible", "sys/devices/system/cpu/isolated",
	"sys/devices/system/cpu/cpu0/cpufreq/scaling_governor",
	"sys/fs/cgroup/cgroup.controllers", "sys/kernel/security/lockdown", "sys/module/spidev/parameters/bufsiz",
	"sys/bus/spi/devices/*/modalias", "sys/bus/i2c/devices/*/name", "sys/bus/iio/devices/*/name",
	"sys/class/tty/console/active", "sys/class/input/event*/device/name",
	"boot/firmware/*.txt", "boot/*.txt",
	"proc/device-tree/chosen/bootloader/build-timestamp", "proc/device-tree/chosen/bootloader/version",
}

// there are files of which the archive has the name alone.
var there = []string{
	"dev/gpiochip*", "dev/gpiomem*", "dev/mem", "dev/pio0", "dev/vcio", "dev/leds*", "dev/spidev*", "dev/i2c-*",
	"dev/input/event*", "sys/bus/iio/devices/*/in_*_input", "sys/bus/iio/devices/*/in_*_raw",
	"run/systemd/timesync/synchronized", strings.TrimPrefix(socketPath, "/"),
}

// ofTree are the properties of the device tree that the doctor reads.
var ofTree = []string{"status", "phandle", "gpio-controller", "brcm,pins", "pins", "pinctrl-0", "gpios", "gpio",
	"compatible", "model"}

// Pack writes an archive of what the doctor reads of m, for [OpenRoot]: the files of
// the kernel and the boot loader, the owners of rights and lines, and the text of a
// configuration, which must have no secrets. Words of the kernel's command line and
// lines of config.txt that the doctor does not know lose their values, since people
// write addresses and passwords there.
func Pack(w io.Writer, m Machine, configuration []byte) error {
	p := packer{zip: zip.NewWriter(w), root: m.Root}
	for _, pattern := range packed {
		p.each(pattern, func(name string) { p.add(name, withoutSecrets(name, raw64(m.Root, name))) })
	}
	for _, pattern := range there {
		p.each(pattern, func(name string) { p.add(name, nil) })
	}
	p.each("dev/input/by-*/*", func(name string) {
		if bytes.Contains(configuration, []byte(name)) { // the others have serial numbers
			p.add(name, nil)
		}
	})
	p.tree(deviceTree, 0)
	p.add("etc/ledpost/config.toml", configuration)
	known, err := json.MarshalIndent(m.facts(p.names), "", "  ")
	if err != nil {
		return err
	}
	p.add(factsFile, known)
	if p.err != nil {
		return p.err
	}
	return p.zip.Close()
}

// packer writes files until one fails.
type packer struct {
	zip   *zip.Writer
	root  fs.FS
	names []string
	err   error
}

func (p *packer) each(pattern string, f func(name string)) {
	names, _ := fs.Glob(p.root, pattern)
	for _, name := range names {
		f(name)
	}
}

func (p *packer) add(name string, data []byte) {
	if p.err != nil || slices.Contains(p.names, name) {
		return
	}
	p.names = append(p.names, name)
	f, err := p.zip.Create(name)
	if err == nil {
		_, err = f.Write(data)
	}
	p.err = err
}

// tree adds what the doctor reads of the device tree: a node has dozens of other
// properties, and the one with the serial number is left out.
func (p *packer) tree(name string, depth int) {
	entries, err := fs.ReadDir(p.root, name)
	if err != nil || depth > maxDepth || len(p.names) > 4*maxNodes {
		return
	}
	for _, e := range entries {
		at := path.Join(name, e.Name())
		switch {
		case e.IsDir():
			p.tree(at, depth+1)
		case slices.Contains(ofTree, e.Name()), strings.HasSuffix(e.Name(), "-gpios"), strings.HasSuffix(e.Name(), "-gpio"),
			path.Base(name) == "aliases", e.Name() == "linux,revision":
			p.add(at, raw64(p.root, at))
		}
	}
}

// raw64 is the beginning of a file as it is.
func raw64(root fs.FS, name string) []byte {
	f, err := root.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	data, _ := io.ReadAll(io.LimitReader(f, maxFile))
	return data
}

// facts returns what stands in no file, with the rights of the files of /dev among
// names.
func (m Machine) facts(names []string) facts {
	k := facts{User: m.User, UID: m.UID, Groups: m.Groups, RTPrio: m.RTPrio, MemLock: m.MemLock,
		Refused: map[string]string{}}
	if m.Synced != nil {
		if is, err := m.Synced(); err == nil {
			k.Synced = &is
		}
	}
	for _, name := range names {
		file := "/" + name
		switch {
		case m.Access == nil || !strings.HasPrefix(name, "dev/"):
		case m.Access(file, false) != nil:
			k.Refused[file] = "r"
		case m.Access(file, true) != nil:
			k.Refused[file] = "w"
		}
	}
	if board, err := gpiomem.FindBoard(m.Root); err == nil && m.Map != nil {
		if err := m.Map(board); err != nil {
			k.NoMap = err.Error()
		}
	}
	if m.Lines != nil {
		k.Lines = m.Lines()
	}
	if m.Programs != nil {
		k.Running = m.Programs()
	}
	return k
}

// plainWords are the words of the kernel's command line whose values the doctor reads.
var plainWords = []string{
	"isolcpus", "iomem", "lockdown", "console", "cgroup_enable", "cgroup_disable", "spidev.bufsiz",
	"nohz_full", "rcu_nocbs", "irqaffinity", "coherent_pool",
}

// plainLines are the settings of config.txt whose values the doctor reads.
var plainLines = []string{
	"dtparam", "device_tree_param", "dtoverlay", "device_tree_overlay", "core_freq", "core_freq_min", "force_turbo",
	"enable_uart", "gpu_mem", "arm_64bit", "arm_boost", "arm_freq", "kernel", "camera_auto_detect",
	"display_auto_detect", "max_framebuffers",
}

// withoutSecrets returns the text of a file of that name as it may be shown to others:
// of words that the doctor does not know the name remains alone, and nothing of words
// that have no value.
func withoutSecrets(name string, data []byte) []byte {
	base := path.Base(name)
	switch {
	case base == "cmdline", base == "cmdline.txt":
		return each(data, words)
	case base == "config.txt":
		return each(data, setting)
	case path.Ext(base) == ".txt": // included by config.txt, or anything else
		return each(data, func(line string) string {
			if plain := setting(line); !strings.HasSuffix(plain, "=x") {
				return plain
			}
			return ""
		})
	}
	return data
}

// each puts every line through a function.
func each(data []byte, f func(string) string) []byte {
	lines := strings.Split(string(data), "\n")
	for i, line := range lines {
		lines[i] = f(line)
	}
	return []byte(strings.Join(lines, "\n"))
}

// words keeps of the words of a line those whose value tells nothing.
func words(line string) string {
	var all []string
	for word := range strings.FieldsSeq(line) {
		all = append(all, known(word, plainWords))
	}
	return strings.Join(all, " ")
}

// setting is words for a line of config.txt, without remarks.
func setting(line string) string {
	line, _, _ = strings.Cut(line, "#")
	line = strings.TrimSpace(line)
	switch {
	case strings.HasPrefix(line, "[0x"): // of one serial number: never met
		return "[0x0]"
	case strings.HasPrefix(line, "["), strings.HasPrefix(line, "include "):
		return line
	}
	if !strings.Contains(line, "=") {
		return ""
	}
	return known(line, plainLines)
}

func known(word string, plain []string) string {
	name, _, ok := strings.Cut(word, "=")
	switch {
	case !ok:
		return "x"
	case slices.Contains(plain, strings.TrimSpace(name)):
		return word
	}
	return name + "=x"
}
