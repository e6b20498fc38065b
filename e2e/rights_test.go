// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestRights: SECURITY.md names each unit with its user, its capabilities and its devices, and
// no others.
func TestRights(t *testing.T) {
	want := map[string]string{}
	for _, file := range append(must.Get(filepath.Glob("../deploy/systemd/*.service"))(t), "../deploy/systemd/hub75.conf") {
		want[filepath.Base(file)] = rightsOf(string(must.Get(os.ReadFile(file))(t)))
	}
	want["the image"] = rightsOnImage(t)
	got := map[string]string{}
	_, table, _ := strings.Cut(string(must.Get(os.ReadFile("../SECURITY.md"))(t)), "\n| unit | runs as ")
	table, _, _ = strings.Cut(table, "\n\n")
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (.+?) \\| (.+?) \\| (.+?) \\|").FindAllStringSubmatch(table, -1) {
		got[row[1]] = fmt.Sprintf("%s; %s; %s", row[2], row[3], row[4])
	}
	for unit, rights := range want {
		if got[unit] != rights {
			t.Errorf("%s has the rights\n  %s\nand SECURITY.md says\n  %s", unit, rights, got[unit])
		}
	}
	for unit := range got {
		if want[unit] == "" {
			t.Errorf("SECURITY.md names %s, which there is not", unit)
		}
	}
}

// rightsOf are user, capabilities and devices of a unit, as a row of SECURITY.md has them.
func rightsOf(unit string) string {
	user, capabilities, devices := "root", []string(nil), []string(nil)
	if !strings.Contains("\n"+unit, "\n[Unit]") {
		user = "adds" // a drop-in
	}
	bounded := user == "adds"
	for line := range strings.Lines(unit) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		switch key {
		case "User":
			user = "`" + value + "`"
		case "CapabilityBoundingSet":
			bounded = true
			for _, c := range strings.Fields(value) {
				capabilities = append(capabilities, strings.ToLower(strings.TrimPrefix(c, "CAP_")))
			}
		case "DeviceAllow":
			device, rights, _ := strings.Cut(value, " ")
			devices = append(devices, "`"+device+"` "+rights)
		case "DevicePolicy":
			if value != "closed" {
				devices = append(devices, "policy "+value)
			}
		}
	}
	if !bounded {
		capabilities = []string{"all"}
	}
	return fmt.Sprintf("%s; %s; %s", user, listed(capabilities), listed(devices))
}

// rightsOnImage are those that the appliance gives the program, without a unit.
func rightsOnImage(t *testing.T) string {
	const of = "../deploy/gokrazy/appliance/"
	_, ambient, _ := strings.Cut(string(must.Get(os.ReadFile(of+"service.go"))(t)), "AmbientCaps:")
	ambient, _, _ = strings.Cut(ambient, "\n")
	_, shared, _ := strings.Cut(string(must.Get(os.ReadFile(of+"devices.go"))(t)), "var shared = ")
	shared, _, _ = strings.Cut(shared, "\n}")
	var capabilities, devices []string
	for _, c := range regexp.MustCompile(`CAP_(\w+)`).FindAllStringSubmatch(ambient, -1) {
		capabilities = append(capabilities, strings.ToLower(c[1]))
	}
	for _, d := range regexp.MustCompile(`"(.+?)":`).FindAllStringSubmatch(shared, -1) {
		devices = append(devices, "`"+d[1]+"`")
	}
	slices.Sort(devices)
	return fmt.Sprintf("its own user; %s; %s", listed(capabilities), listed(devices))
}

func listed(all []string) string {
	if len(all) == 0 {
		return "none"
	}
	return strings.Join(all, ", ")
}
