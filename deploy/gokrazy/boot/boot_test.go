package boot

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFirstFindsTheBootPartition(t *testing.T) {
	tests := []struct {
		name, disk string
		partitions map[string]string
		root, want string
	}{
		{"a card", "mmcblk0", map[string]string{"mmcblk0p1": "1", "mmcblk0p2": "2", "mmcblk0p3": "3"}, "mmcblk0p3", "/dev/mmcblk0p1"},
		{"a solid-state disk", "nvme0n1", map[string]string{"nvme0n1p1": "1", "nvme0n1p2": "2"}, "nvme0n1p2", "/dev/nvme0n1p1"},
		{"a USB stick", "sda", map[string]string{"sda1": "1", "sda2": "2", "sda10": "10"}, "sda2", "/dev/sda1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			sys := t.TempDir()
			for name, number := range test.partitions {
				dir := filepath.Join(sys, "devices", test.disk, name)
				if err := os.MkdirAll(dir, 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, "partition"), []byte(number+"\n"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			link := filepath.Join(sys, "259:2")
			if err := os.Symlink(filepath.Join(sys, "devices", test.disk, test.root), link); err != nil {
				t.Fatal(err)
			}
			if got, err := first(link); got != test.want || err != nil {
				t.Errorf("%s, %v; want %s", got, err, test.want)
			}
		})
	}
}

func TestFirstOfNothing(t *testing.T) {
	if got, err := first(t.TempDir()); err == nil {
		t.Errorf("%s, want an error", got)
	}
}
