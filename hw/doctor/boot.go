// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// maxFile bounds how much of a file is read.
const maxFile = 64 << 10

// head returns the beginning of a file, without the space around it; "" if it
// cannot be read.
func head(root fs.FS, name string) string {
	f, err := root.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	data, _ := io.ReadAll(io.LimitReader(f, maxFile))
	return strings.TrimSpace(string(data))
}

// boot is the configuration of a Pi's boot loader.
type boot struct {
	config   string            // path of config.txt
	cmdline  string            // path of cmdline.txt
	settings map[string]string // core_freq = 250
	params   map[string]string // of dtparam lines: spi = on
	overlays []overlay         // of dtoverlay lines
	filtered bool              // a line at the end would not count
	written  []written         // all lines, whether they count or not
	kernel   bootLine
}

// readBoot reads config.txt as a board of this model does.
func readBoot(root fs.FS, model string) boot {
	folder := "boot/firmware"
	if _, err := fs.Stat(root, folder+"/config.txt"); err != nil {
		if _, err := fs.Stat(root, "boot/config.txt"); err == nil {
			folder = "boot" // before Raspberry Pi OS 12
		}
	}
	b := boot{config: "/" + folder + "/config.txt", cmdline: "/" + folder + "/cmdline.txt",
		settings: map[string]string{}, params: map[string]string{}}
	b.kernel = bootLine{head(root, "proc/cmdline"), head(root, folder+"/cmdline.txt")}
	files := 0
	b.read(func(name string) string {
		if files++; files > maxIncludes {
			return ""
		}
		return head(root, folder+"/"+name)
	}, "config.txt", identify(root, model), filters{})
	if folder == "boot/firmware" { // since Raspberry Pi OS 12 another file, of which people edit the old one
		b.unread("/boot/config.txt", head(root, "boot/config.txt"))
	}
	return b
}

// maxIncludes bounds how many files are read: they may include themselves.
const maxIncludes = 32

// read reads a file, whose text is what text returns, and those that it
// includes, whose lines stand in its place. Lines that filters exclude are
// skipped.
func (b *boot) read(text func(name string) string, name string, id identity, f filters) {
	section := ""
	for line := range strings.Lines(text(name)) {
		whole := strings.TrimSpace(line)
		line, _, _ = strings.Cut(whole, "#")
		line = strings.TrimSpace(line)
		b.note(written{text: whole, file: path.Dir(b.config) + "/" + name, section: section, counts: f.apply()})
		included, isInclude := strings.CutPrefix(line, "include ")
		key, value, _ := strings.Cut(line, "=")
		key = strings.TrimSpace(key)
		switch {
		case strings.HasPrefix(line, "["):
			section = line
			f.add(strings.Trim(line, "[]"), id)
		case !f.apply() || key == "":
		case isInclude:
			included = path.Clean(strings.TrimSpace(included))
			if id.includes {
				b.read(text, included, id, f)
			} else {
				b.unread(path.Dir(b.config)+"/"+included, text(included))
			}
		default:
			b.set(key, strings.TrimSpace(value))
		}
	}
	b.filtered = !f.apply()
}

// An overlay is one that config.txt loads.
type overlay struct {
	name   string
	params map[string]string
}

func (b *boot) set(key, value string) {
	switch key {
	case "dtparam", "device_tree_param":
		parameters(value, b.params)
		if n := len(b.overlays); n > 0 { // they may be the last overlay's
			parameters(value, b.overlays[n-1].params)
		}
	case "dtoverlay", "device_tree_overlay":
		name, params, _ := strings.Cut(strings.Replace(value, ":", ",", 1), ",") // a colon is an older way
		o := overlay{strings.TrimSpace(name), map[string]string{}}
		parameters(params, o.params)
		b.overlays = append(b.overlays, o)
	default:
		b.settings[key] = value
	}
}

// parameters adds the parameters of a line, such as "spi=on,i2c", to all.
func parameters(line string, all map[string]string) {
	for param := range strings.SplitSeq(line, ",") {
		name, v, ok := strings.Cut(param, "=")
		if !ok {
			v = "on"
		}
		all[strings.TrimSpace(name)] = strings.TrimSpace(v)
	}
}

// has reports whether the named overlay is loaded.
func (b *boot) has(name string) bool {
	return slices.ContainsFunc(b.overlays, func(o overlay) bool { return o.name == name })
}

// on reports whether a parameter of the base device tree is switched on.
func (b *boot) on(params ...string) bool {
	return slices.ContainsFunc(params, func(p string) bool { return switched(b.params[p]) == "on" })
}

// add returns advice to add lines at the end of config.txt.
func (b *boot) add(lines ...string) string {
	if why := b.idle(lines[0]); len(lines) == 1 && why != "" {
		return why
	}
	if b.filtered {
		lines = append([]string{"[all]"}, lines...)
	}
	return fmt.Sprintf("add %s to %s and restart the Pi", strings.Join(lines, " and "), b.config)
}

// bootLine is the command line of the kernel.
type bootLine struct {
	now  string // of the kernel that runs; empty if it is not known
	file string // of cmdline.txt, which counts at the next start
}

// value returns what the last word of that name has in a line, and whether there is
// one.
func value(line, name string) (v string, ok bool) {
	for word := range strings.FieldsSeq(line) {
		if rest, is := strings.CutPrefix(word, name+"="); is {
			v, ok = rest, true
		}
	}
	return v, ok
}

// addToCmdline returns advice that gets word, name=value, into the kernel's command
// line. The kernel gets the first line of cmdline.txt and no other one.
func (b *boot) addToCmdline(word string) string {
	name, want, _ := strings.Cut(word, "=")
	line, others, _ := strings.Cut(b.kernel.file, "\n")
	has, inFirst := value(line, name)
	_, below := value(others, name)
	switch {
	case slices.Contains(strings.Fields(line), word), inFirst && lists(has, want):
		if now, ok := value(b.kernel.now, name); ok && lists(now, want) {
			return fmt.Sprintf("%s has no effect: another word of the line undoes it, "+
				"or the kernel lacks it; use the kernel of Raspberry Pi OS", word)
		}
		return fmt.Sprintf("%s is in %s already: restart the Pi", word, b.cmdline)
	case below:
		return fmt.Sprintf(
			"join the lines of %s into one, with %s at its end, and restart the Pi: the kernel reads the first line only",
			b.cmdline, word)
	case inFirst:
		return fmt.Sprintf("write %s instead of %s=%s into %s and restart the Pi", word, name, has, b.cmdline)
	}
	return fmt.Sprintf("add %s to the end of the line in %s and restart the Pi", word, b.cmdline)
}

// lists reports whether a list such as domain,2-3 has a word, or a number as one of a
// range.
func lists(list, want string) bool {
	if slices.Contains(strings.Split(list, ","), want) {
		return true
	}
	n := ranges(want)
	return slices.ContainsFunc(ranges(list), func(r [2]int) bool {
		return len(n) == 1 && n[0][0] == n[0][1] && r[0] <= n[0][0] && n[0][0] <= r[1]
	})
}
