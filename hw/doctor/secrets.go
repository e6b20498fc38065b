// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"path"
	"slices"
	"strings"
)

// plainWords are the words of the kernel's command line whose values the doctor reads.
var plainWords = []string{
	"isolcpus", "iomem", "lockdown", "console", "cgroup_enable", "cgroup_disable", "spidev.bufsiz",
	"nohz_full", "rcu_nocbs", "irqaffinity", "coherent_pool",
}

// plainLines are the settings of config.txt whose values the doctor reads.
var plainLines = []string{
	"dtparam", "device_tree_param", "dtoverlay", "device_tree_overlay", "core_freq", "core_freq_min", "force_turbo", "enable_uart",
	"gpu_mem", "arm_64bit", "arm_boost", "arm_freq", "kernel", "camera_auto_detect", "display_auto_detect", "max_framebuffers",
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
