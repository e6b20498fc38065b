// SPDX-License-Identifier: Apache-2.0

package boot

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

func TestBesideFindsTheBootPartition(t *testing.T) {
	tests := []struct {
		name, disk string
		partitions map[string]string
		root, want string
	}{
		{"a card", "mmcblk0", map[string]string{"mmcblk0p1": "1", "mmcblk0p2": "2", "mmcblk0p3": "3"}, "mmcblk0p3",
			"/dev/mmcblk0p1"},
		{"a solid-state disk", "nvme0n1", map[string]string{"nvme0n1p1": "1", "nvme0n1p2": "2"}, "nvme0n1p2",
			"/dev/nvme0n1p1"},
		{"a USB stick", "sda", map[string]string{"sda1": "1", "sda2": "2", "sda10": "10"}, "sda2", "/dev/sda1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			sys := t.TempDir()
			for name, number := range test.partitions {
				dir := filepath.Join(sys, "devices", test.disk, name)
				must.Do(t, os.MkdirAll(dir, 0o755))
				must.Do(t, os.WriteFile(filepath.Join(dir, "partition"), []byte(number+"\n"), 0o644))
			}
			link := filepath.Join(sys, "259:2")
			must.Do(t, os.Symlink(filepath.Join(sys, "devices", test.disk, test.root), link))
			if got, err := beside(link, 1); got != test.want || err != nil {
				t.Errorf("%s, %v; want %s", got, err, test.want)
			}
		})
	}
}

func TestBesideNothing(t *testing.T) {
	if got, err := beside(t.TempDir(), 1); err == nil {
		t.Errorf("%s, want an error", got)
	}
}

func TestStrikeKeepsTheLength(t *testing.T) {
	tests := []struct {
		name, text, want string
		was              bool
	}{
		{"no trial", "root=a quiet\n     ", "root=a quiet\n     ", false},
		{"a trial", "root=a quiet gokrazy.switch_on_boot=1\n  ", "root=a quiet\n  " + strings.Repeat(" ", 25), true},
		{"two", "q gokrazy.switch_on_boot=1 gokrazy.switch_on_boot=1\n", "q\n" + strings.Repeat(" ", 50), true},
		{"one to come", "q gokrazy.try_boot_inactive=1\n", "q gokrazy.try_boot_inactive=1\n", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, was := strike([]byte(test.text))
			if string(got) != test.want || was != test.was || len(got) != len(test.text) {
				t.Errorf("%q, %v; want %q, %v", got, was, test.want, test.was)
			}
		})
	}
}
