// SPDX-License-Identifier: Apache-2.0

// Package clients tests ledpost with the programs that people use beside it, unmodified
// where they run here and transcribed where they do not.
package clients

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/testtool"
)

// TestApprise sends with a client that we did not write.
func TestApprise(t *testing.T) {
	apprise := testtool.Find(t, "apprise")
	r := rig.Launch(t, nil)
	rows := []struct {
		name, schema, query, priority, icon, sound string
	}{
		{"as it comes", "lametric", "", "info", "", ""},
		{"a warning with a sound", "lametric", "&priority=warning&sound=cat", "warning", "", "cat"},
		{"critical with an icon and an alarm", "lametric", "&priority=critical&icon=i2867&sound=alarm3", "critical",
			"i2867", "alarm3"},
		{"over TLS on the plain port", "lametrics", "&verify=no&icon_type=alert", "info", "", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			r.Call("DELETE", "/api/v2/device/notifications", "", nil)
			url := fmt.Sprintf("%s://%s@127.0.0.1:%s/?mode=device&cycles=0%s", row.schema, r.Key, r.Port(), row.query)
			if out, err := exec.Command(apprise, "-vv", "-b", "from apprise", url).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			q := r.Queue()
			if len(q) != 1 || q[0].Priority != row.priority {
				t.Fatalf("the queue is %+v, want one of priority %s", q, row.priority)
			}
			frame := q[0].Model.Frames[0]
			if !strings.Contains(fmt.Sprint(frame["text"]), "from apprise") {
				t.Errorf("frame %v", frame)
			}
			if row.icon != "" && fmt.Sprint(frame["icon"]) != row.icon {
				t.Errorf("icon %v, want %s", frame["icon"], row.icon)
			}
			if row.sound != "" && q[0].Model.Sound["id"] != row.sound {
				t.Errorf("sound %v, want %s", q[0].Model.Sound, row.sound)
			}
		})
	}
}

// TestGssdpDiscover searches for the binary over a cable between two hosts.
func TestGssdpDiscover(t *testing.T) {
	discover, ip := testtool.Find(t, "gssdp-discover"), testtool.Find(t, "ip")
	device, client := fmt.Sprintf("lpd%d", os.Getpid()), fmt.Sprintf("lpc%d", os.Getpid())
	run := func(args ...string) {
		t.Helper()
		if out, err := exec.Command(ip, args...).CombinedOutput(); err != nil {
			testtool.Missing(t, fmt.Sprintf("network namespaces: ip %s: %s", strings.Join(args, " "), out))
		}
	}
	for _, ns := range []string{device, client} {
		run("netns", "add", ns)
		t.Cleanup(func() { exec.Command(ip, "netns", "del", ns).Run() })
	}
	run("link", "add", "d0", "netns", device, "type", "veth", "peer", "name", "c0", "netns", client)
	for ns, link := range map[string]string{device: "d0", client: "c0"} {
		run("-n", ns, "addr", "add", map[string]string{"d0": "192.0.2.7/24", "c0": "192.0.2.8/24"}[link], "dev", link)
		run("-n", ns, "link", "set", link, "up")
		run("-n", ns, "link", "set", "lo", "up")
	}
	r := rig.Launch(t, []string{ip, "netns", "exec", device})
	location := fmt.Sprintf("http://192.0.2.7:%s/device_description.xml", r.Port())
	find := func(target string) (answers string) {
		t.Helper()
		for _, seconds := range []string{"4", "20"} { // the second for a busy machine
			out, err := exec.Command(ip, "netns", "exec", client, discover, "-i", "c0", "-t", target, "-n", seconds, "-m",
				"available").CombinedOutput()
			if answers = string(out); err == nil && strings.Contains(answers, location) {
				return answers
			}
		}
		t.Fatalf("%s: want %s in\n%s", target, location, answers)
		return ""
	}
	find("urn:schemas-upnp-org:device:LaMetric:1")
	find("upnp:rootdevice")
	uuid := regexp.MustCompile(`uuid:[0-9a-f-]{36}`).FindString(find("ssdp:all"))
	if uuid == "" {
		t.Fatal("no answer has a UUID")
	}
	find(uuid)
	r.Stop()
}
