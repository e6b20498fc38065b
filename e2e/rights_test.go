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

	"github.com/ledpost/ledpost/hw/refresh"
	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/must"
)

// TestRights: SECURITY.md names each unit with its user, its capabilities and its devices, and
// no others.
func TestRights(t *testing.T) {
	want := map[string]string{}
	for _, file := range must.Get(filepath.Glob("../deploy/systemd/*.service"))(t) {
		want[filepath.Base(file)] = rightsOf(string(must.Get(os.ReadFile(file))(t)))
	}
	want["the image"] = rightsOnImage(t)
	// Without a unit nothing but its own code takes rights from the refresher of the image.
	needed := regexp.MustCompile(`(?m)^const needed = .*$`).Find(must.Get(os.ReadFile("../hw/refresh/rights_linux.go"))(t))
	want["the image's refresher"] = fmt.Sprintf("root; %s; all", listed(capabilitiesIn(string(needed))))
	want["the image's apps by others"] = rightsOfDrawings(t)
	got := map[string]string{}
	_, table, _ := strings.Cut(string(must.Get(os.ReadFile("../SECURITY.md"))(t)), "\n| unit | runs as ")
	table, _, _ = strings.Cut(table, "\n\n")
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (.+?) \\| (.+?) \\| (.+?) "+
		"\\|").FindAllStringSubmatch(table, -1) {
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
	bounded, closed := false, false
	for line := range strings.Lines(unit) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		switch key {
		case "User":
			user = "`" + value + "`"
		case "DynamicUser":
			user = "its own"
		case "CapabilityBoundingSet":
			bounded = true
			for _, c := range strings.Fields(value) {
				capabilities = append(capabilities, strings.ToLower(strings.TrimPrefix(c, "CAP_")))
			}
		case "DeviceAllow":
			device, rights, _ := strings.Cut(value, " ")
			devices = append(devices, "`"+device+"` "+rights)
		case "DevicePolicy":
			closed = value == "closed"
		}
		if strings.HasPrefix(key, "Exec") && strings.ContainsAny(value[:min(len(value), 3)], "+!") {
			capabilities = append(capabilities, "all for "+value) // a command that the sandbox does not hold
		}
	}
	if !closed {
		devices = append(devices, "all")
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
	_, shared, _ := strings.Cut(string(must.Get(os.ReadFile(of+"main.go"))(t)), "var shared = ")
	shared, _, _ = strings.Cut(shared, "\n}")
	var devices []string
	for _, d := range regexp.MustCompile(`"(.+?)":`).FindAllStringSubmatch(shared, -1) {
		devices = append(devices, "`"+d[1]+"`")
	}
	slices.Sort(devices)
	return fmt.Sprintf("its own user; %s; %s", listed(capabilitiesIn(ambient)), listed(devices))
}

// rightsOfDrawings are those that the appliance gives the program that draws apps by others. The devices are of
// another user.
func rightsOfDrawings(t *testing.T) string {
	_, attr, _ := strings.Cut(string(must.Get(os.ReadFile("../deploy/gokrazy/appliance/apps.go"))(t)), "SysProcAttr{")
	attr, _, _ = strings.Cut(attr, "\n\t}")
	user := "root"
	if strings.Contains(attr, "Uid: stranger, Gid: stranger}") && strings.Contains(attr, "CLONE_NEWNET") {
		user = "its own"
	}
	return fmt.Sprintf("%s; %s; none", user, listed(capabilitiesIn(attr)))
}

// capabilitiesIn returns those that a line of Go names.
func capabilitiesIn(code string) (all []string) {
	for _, c := range regexp.MustCompile(`CAP_(\w+)`).FindAllStringSubmatch(code, -1) {
		all = append(all, strings.ToLower(c[1]))
	}
	return all
}

// TestNetworkHasNoMemory: the processes that face the network have neither CAP_SYS_RAWIO nor
// /dev/mem, and those that have it no network; only the service's user can ask for one.
func TestNetworkHasNoMemory(t *testing.T) {
	raw := regexp.MustCompile(`(?m)^[^#]*(SYS_RAWIO|/dev/mem\b|/dev/vcio|kmem)`)
	for _, file := range must.Get(filepath.Glob("../deploy/systemd/*.service"))(t) {
		unit := string(must.Get(os.ReadFile(file))(t))
		if raw.MatchString(unit) && !strings.Contains(unit, "\nPrivateNetwork=yes\n") {
			t.Errorf("%s faces the network, and has %q", file, raw.FindString(unit))
		}
	}
	if on := rightsOnImage(t); strings.Contains(on, "rawio") || strings.Contains(on, "`mem`") {
		t.Errorf("the program of the image has %s", on)
	}
	socket := string(must.Get(os.ReadFile("../deploy/systemd/ledpost-refresher.socket"))(t))
	service := string(must.Get(os.ReadFile("../deploy/systemd/ledpost.service"))(t))
	path := regexp.MustCompile(`(?m)^ListenStream=(.*)$`).FindStringSubmatch(socket)
	if len(path) != 2 || !strings.Contains(service, "\nEnvironment="+refresh.SocketVariable+"="+path[1]+"\n") ||
		!strings.Contains(socket, "\nSocketUser=ledpost\nSocketMode=0600\n") {
		t.Errorf("the service does not ask at the socket %v, or others may", path)
	}
}

// TestAppsKeepTheirSocket: the service has apps by others drawn at the unit's socket, however often the unit fails, and
// never with rights of its own.
func TestAppsKeepTheirSocket(t *testing.T) {
	for file, lines := range map[string][]string{
		"ledpost-apps.socket": {"ListenStream=" + applet.Socket, "SocketUser=ledpost", "SocketMode=0600",
			"TriggerLimitIntervalSec=0"},
		"ledpost-apps.service": {"StartLimitIntervalSec=0", "Restart=always", "RestartSec=5", "PrivateNetwork=yes"},
		"ledpost.service":      {"Environment=" + applet.SocketVariable + "=" + applet.Socket},
	} {
		unit := string(must.Get(os.ReadFile("../deploy/systemd/" + file))(t))
		for _, line := range lines {
			if !strings.Contains(unit, "\n"+line+"\n") {
				t.Errorf("%s lacks %s", file, line)
			}
		}
	}
}

func listed(all []string) string {
	if len(all) == 0 {
		return "none"
	}
	return strings.Join(all, ", ")
}
