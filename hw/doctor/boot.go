package doctor

import (
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// maxFile bounds what is read of a file.
const maxFile = 64 << 10

// head is the beginning of a file, without the space around it; empty if it
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

// boot is what the boot loader of a Pi is told.
type boot struct {
	config   string            // path of config.txt
	cmdline  string            // path of cmdline.txt
	settings map[string]string // core_freq = 250
	params   map[string]string // of dtparam lines: spi = on
	overlays []string          // names of dtoverlay lines
}

// readBoot reads config.txt as a board of this model does.
func readBoot(root fs.FS, model string) boot {
	folder := "boot/firmware"
	if _, err := fs.Stat(root, folder+"/config.txt"); err != nil {
		if _, err := fs.Stat(root, "boot/config.txt"); err == nil {
			folder = "boot" // before Raspberry Pi OS 12
		}
	}
	b := parseBoot(head(root, folder+"/config.txt"), models(model))
	b.config, b.cmdline = "/"+folder+"/config.txt", "/"+folder+"/cmdline.txt"
	return b
}

// parseBoot reads the text of config.txt. Sections that are not for the models
// are skipped, among them those with conditions that only the boot loader
// knows.
func parseBoot(text string, models []string) boot {
	b := boot{settings: map[string]string{}, params: map[string]string{}}
	applies := true
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			applies = section(strings.Trim(line, "[]"), models)
			continue
		}
		key, value, _ := strings.Cut(line, "=")
		if key = strings.TrimSpace(key); applies && key != "" {
			b.set(key, strings.TrimSpace(value))
		}
	}
	return b
}

func (b *boot) set(key, value string) {
	switch key {
	case "dtparam", "device_tree_param":
		for param := range strings.SplitSeq(value, ",") {
			name, v, ok := strings.Cut(param, "=")
			if !ok {
				v = "on"
			}
			b.params[strings.TrimSpace(name)] = strings.TrimSpace(v)
		}
	case "dtoverlay", "device_tree_overlay":
		name, _, _ := strings.Cut(value, ",")
		name, _, _ = strings.Cut(name, ":") // an older way to add parameters
		b.overlays = append(b.overlays, strings.TrimSpace(name))
	default:
		b.settings[key] = value
	}
}

// on says whether a parameter of the base device tree is switched on.
func (b *boot) on(params ...string) bool {
	for _, p := range params {
		switch b.params[p] {
		case "on", "yes", "true", "1", "okay":
			return true
		}
	}
	return false
}

func section(name string, models []string) bool {
	if name == "all" {
		return true
	}
	for _, m := range models {
		if m == name {
			return true
		}
	}
	return false
}

// models are the sections of config.txt that are for a model
// (raspberrypi.com, config.txt, Model filters).
func models(model string) (all []string) {
	for _, m := range []struct {
		contains string
		sections []string
	}{
		{"Zero", []string{"pi0"}}, {"Zero W", []string{"pi0w"}}, {"Zero 2 W", []string{"pi0w", "pi02"}},
		{"Pi Model", []string{"pi1"}}, {"Pi 2 ", []string{"pi2"}}, {"Pi 3 ", []string{"pi3"}}, {"Pi 3 Model B Plus", []string{"pi3+"}},
		{"Pi 4 ", []string{"pi4"}}, {"Pi 400", []string{"pi4", "pi400"}}, {"Pi 5 ", []string{"pi5"}}, {"Pi 500", []string{"pi5", "pi500"}},
		{"Compute Module 3", []string{"cm3", "pi3"}}, {"Compute Module 4", []string{"cm4", "pi4"}}, {"Compute Module 5", []string{"cm5", "pi5"}},
	} {
		if strings.Contains(model, m.contains) {
			all = append(all, m.sections...)
		}
	}
	return all
}

// add says which lines belong into config.txt.
func (b *boot) add(lines ...string) string {
	return fmt.Sprintf("add %s to %s and restart the Pi", strings.Join(lines, " and "), b.config)
}

// addToCmdline says what belongs into cmdline.txt.
func (b *boot) addToCmdline(word string) string {
	return fmt.Sprintf("add %s to the end of the line in %s and restart the Pi", word, b.cmdline)
}
