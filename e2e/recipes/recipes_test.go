// SPDX-License-Identifier: Apache-2.0

// Package recipes tests the guide's recipes: each block of docs/recipes.md is parsed,
// and what it sends is sent to a device, over HTTP or MQTT as it says.
package recipes

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// A block is a fenced piece of the page, below a heading.
type block struct{ heading, language, text string }

// guide is the text of the page.
func guide(t *testing.T) string {
	t.Helper()
	page := must.Get(os.ReadFile("../../docs/recipes.md"))(t)
	return string(page)
}

func blocks(t *testing.T) (all []block) {
	t.Helper()
	for _, section := range strings.Split(guide(t), "\n## ") {
		heading, _, _ := strings.Cut(section, "\n")
		for _, m := range regexp.MustCompile("(?s)```(\\w+)\n(.*?)```").FindAllStringSubmatch(section, -1) {
			all = append(all, block{heading, m[1], m[2]})
		}
	}
	if len(all) < 15 {
		t.Fatalf("%d blocks", len(all))
	}
	return all
}

// TestAutomations: each automation is one that Home Assistant would load, and its
// actions are done by a device.
func TestAutomations(t *testing.T) {
	at, publish := hub(t)
	r := rig.Launch(t, nil,
		rig.Configured(t, fmt.Sprintf("[mqtt]\nbroker = \"tcp://%s\"\nprefix = \"ledpost/SERIAL\"\n", at))...)
	icons := known(r)
	for _, b := range blocks(t) {
		if b.language != "yaml" {
			continue
		}
		t.Run(b.heading, func(t *testing.T) {
			var a automation
			answers := map[string]call{} // of the actions so far, by the variable
			d := yaml.NewDecoder(strings.NewReader(b.text))
			d.KnownFields(true)
			must.Do(t, d.Decode(&a))
			if a.Alias == "" || len(a.Triggers) == 0 || len(a.Actions) == 0 {
				t.Fatalf("half an automation: %+v", a)
			}
			for _, act := range a.Actions {
				switch act.Action {
				case "mqtt.publish":
					topic := strings.TrimPrefix(act.Data.Topic, "ledpost/SERIAL/cmd/")
					if topic == act.Data.Topic {
						t.Fatalf("the topic %s is no command", act.Data.Topic)
					}
					icons.check(t, act.Data.Payload)
					body := filled(t, act.Data.Payload, answers)
					publish(t, act.Data.Topic, body)
					if len(answers) > 0 && !strings.Contains(body, "18.25, 19.5, 21") {
						t.Errorf("%s lacks the statistics", body)
					}
				case "recorder.get_statistics":
					act.check(t)
					answers[act.ResponseVariable] = act
				case "lametric.message":
					body := message(t, act.Data.Message, act.Data.Icon, act.Data.Sound, act.Data.Priority, act.Data.Cycles)
					icons.check(t, body)
					r.Call("POST", "/api/v2/device/notifications", body, nil)
				default:
					t.Errorf("nobody knows the action %s", act.Action)
				}
			}
		})
	}
}

// message is the request that Home Assistant's integration sends for lametric.message.
func message(t *testing.T, text, icon, sound, priority string, cycles *int) string {
	t.Helper()
	model := map[string]any{"frames": []any{map[string]any{"text": filled(t, text, nil), "icon": icon}}, "cycles": 1}
	if cycles != nil {
		model["cycles"] = *cycles
	}
	if sound != "" {
		model["sound"] = map[string]any{"category": "notifications", "id": sound, "repeat": 1}
	}
	priority = cmp.Or(priority, "info")
	body := must.Get(json.Marshal(map[string]any{"icon_type": "none", "priority": priority, "model": model}))(t)
	return string(body)
}

// iconNames are those of a device.
type iconNames map[string]bool

func known(r *rig.Device) iconNames {
	var list []struct{ Name string }
	r.Call("GET", "/live/icons", "", &list)
	names := iconNames{}
	for _, i := range list {
		names[i.Name] = true
	}
	return names
}

func (n iconNames) check(t *testing.T, body string) {
	t.Helper()
	for _, m := range regexp.MustCompile(`"icon": ?"([^"]+)"`).FindAllStringSubmatch(body, -1) {
		if !n[m[1]] {
			t.Errorf("no icon is called %s", m[1])
		}
	}
}

// TestCommands: each line of the shell is answered with success.
func TestCommands(t *testing.T) {
	for _, tool := range []string{"sh", "curl", "grep"} {
		testtool.Find(t, tool)
	}
	r := rig.Launch(t, nil)
	icons := known(r)
	for _, b := range blocks(t) {
		if b.language != "sh" || strings.HasPrefix(b.text, "device=") {
			continue
		}
		t.Run(b.heading, func(t *testing.T) {
			icons.check(t, b.text)
			cmd := exec.Command("sh", "-euc", strings.ReplaceAll(b.text, "curl -u", "curl --fail-with-body -sSu"))
			cmd.Env = append(os.Environ(), "device="+r.URL, "key="+r.Key)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}
