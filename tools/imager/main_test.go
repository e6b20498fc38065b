// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// made returns the list for an image of one megabyte of zeros.
func made(t *testing.T) (out []byte, image string) {
	t.Helper()
	if _, err := exec.LookPath("xz"); err != nil {
		t.Skip("this test needs xz")
	}
	image = filepath.Join(t.TempDir(), "test.img")
	must.Do(t, os.WriteFile(image, make([]byte, 1<<20), 0o644))
	if text, err := exec.Command("xz", image).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	var b bytes.Buffer
	must.Do(t,
		run(&b, image+".xz", "https://example.org/test.img.xz", time.Date(2027, 1, 31, 23, 0, 0, 0, time.UTC), true))
	return b.Bytes(), image + ".xz"
}

// The names are those of the Imager's schema: it ignores others without a word.
func TestListHasWhatTheImagerReads(t *testing.T) {
	out, image := made(t)
	var list struct {
		OSList []map[string]any `json:"os_list"`
	}
	if err := json.Unmarshal(out, &list); err != nil || len(list.OSList) != 2 {
		t.Fatalf("%d entries, %v", len(list.OSList), err)
	}
	required := map[string][]string{
		"image": {"name", "description", "icon", "url", "extract_size", "extract_sha256", "image_download_size",
			"release_date"},
		"list": {"name", "description", "icon", "subitems_url"},
	}
	known := []string{"name", "description", "icon", "url", "extract_size", "extract_sha256", "image_download_size",
		"image_download_sha256", "release_date", "init_format", "devices", "architecture", "capabilities", "website",
		"bmap_url", "subitems_url"}
	for i, kind := range []string{"image", "list"} {
		entry := list.OSList[i]
		for _, name := range required[kind] {
			if entry[name] == nil || entry[name] == "" {
				t.Errorf("%s: no %s", kind, name)
			}
		}
		for name := range entry {
			if !slices.Contains(known, name) {
				t.Errorf("%s: the Imager knows no %s", kind, name)
			}
		}
	}
	info := must.Get(os.Stat(image))(t)
	want := map[string]any{
		"extract_size":        float64(1 << 20),
		"extract_sha256":      "30e14955ebf1352266dc2ff8067e68104607e750abb9d3b36582b8af909fcb58",
		"image_download_size": float64(info.Size()),
		"release_date":        "2027-01-31",
		"init_format":         "rpi-preseed",
		"url":                 "https://example.org/test.img.xz",
	}
	for name, value := range want {
		if list.OSList[0][name] != value {
			t.Errorf("%s is %v, want %v", name, list.OSList[0][name], value)
		}
	}
	if d := list.OSList[0]["devices"].([]any); slices.ContainsFunc(d, func(tag any) bool {
		return strings.HasPrefix(tag.(string), "pi5")
	}) {
		t.Error("the image is offered for a Pi 5, where it has no panel")
	}
}

func TestRunRefusesWhatIsNotPacked(t *testing.T) {
	if _, err := exec.LookPath("xz"); err != nil {
		t.Skip("this test needs xz")
	}
	image := filepath.Join(t.TempDir(), "plain.img.xz")
	must.Do(t, os.WriteFile(image, []byte("plain"), 0o644))
	if err := run(&bytes.Buffer{}, image, "https://example.org/", time.Time{}, true); err == nil {
		t.Error("an image that xz cannot read was taken")
	}
}

// TestDevices: each board that an entry is for can be chosen on the first page.
func TestDevices(t *testing.T) {
	out, _ := made(t)
	var list List
	must.Do(t, json.Unmarshal(out, &list))
	tags := map[string]bool{}
	for _, d := range list.Imager.Devices {
		if d.Name == "" || d.Description == "" || len(d.Tags) == 0 || d.Matching != "inclusive" && d.Matching != "exclusive" {
			t.Errorf("%+v", d)
		}
		for _, tag := range d.Tags {
			tags[tag] = true
		}
	}
	for _, e := range list.OSList {
		for _, tag := range e.Devices {
			if !tags[tag] {
				t.Errorf("%s is for %s, which no device of the first page has", e.Name, tag)
			}
		}
	}
	if len(tags) < 8 {
		t.Errorf("only %v can be chosen", tags)
	}
}

// TestZero2W: an image without the firmware of its Wi-Fi is not offered for that board, nor
// said to be.
func TestZero2W(t *testing.T) {
	for _, zero := range []bool{true, false} {
		l := list(content{}, content{}, "", time.Time{}, zero)
		image, offered := l.OSList[0], map[string]bool{}
		for _, d := range l.Imager.Devices {
			offered[d.Name] = slices.ContainsFunc(d.Tags, func(tag string) bool { return slices.Contains(image.Devices, tag) })
		}
		if offered["Raspberry Pi Zero 2 W"] != zero || !offered["Raspberry Pi 3"] || !offered["Raspberry Pi 4"] ||
			offered["Raspberry Pi 5"] || strings.Contains(image.Description, "Zero 2 W") != zero {
			t.Errorf("with its firmware %v: %v, %q", zero, offered, image.Description)
		}
	}
}
