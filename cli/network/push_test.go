// SPDX-License-Identifier: Apache-2.0

package network

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/cli/command"
)

// TestPushAndPress: what the device is asked for, and what is printed.
func TestPushAndPress(t *testing.T) {
	var asked string
	const shown = `{"success":{"id":"17"}}`
	answer := shown
	device := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		asked = r.Method + " " + r.URL.RequestURI() + " " + strings.TrimSpace(string(body))
		if answer == shown && strings.HasPrefix(r.URL.Path, "/live/") {
			_, _ = io.WriteString(w, `{"success":true}`)
			return
		}
		_, _ = io.WriteString(w, answer)
	}))
	defer device.Close()
	run := func(args ...string) (string, error) {
		var out bytes.Buffer
		err := room.Run(t.Context(), append([]string{args[0], "--to", device.URL, "--key", mine}, args[1:]...),
			command.Streams{Out: &out})
		return out.String(), err
	}
	const notes = "POST /api/v2/device/notifications "
	for _, row := range []struct {
		name string
		args []string
		want string
		out  string
	}{
		{"words", []string{"push", "door", "bell"},
			notes + `{"model":{"cycles":1,"frames":[{"text":"door bell"}]},"priority":"info"}`, "17\n"},
		{"with all", []string{"push", "--icon", "2867", "--sound", "cat", "--priority", "critical", "--cycles", "0", "x"},
			notes + `{"model":{"cycles":0,"frames":[{"icon":"2867","text":"x"}],"sound":{"category":"notifications",` +
				`"id":"cat"}},"priority":"critical"}`, "17\n"},
		{"an agent", []string{"push", "--agent", "claude"}, "POST /live/agents " +
			`{"agent":"claude","state":"running","task":""}`, ""},
		{"an agent that waits", []string{"push", "--agent", "claude", "--state", "waiting", "--quota", "40", "May", "I?"},
			`POST /live/agents {"agent":"claude","quota":40,"state":"waiting","task":"May I?"}`, ""},
		{"a press", []string{"press", "left"}, "POST /live/buttons/left {}", ""},
		{"a long press", []string{"press", "--hold", "1500ms", "action"}, "POST /live/buttons/action?hold=1.5 {}", ""},
	} {
		if out, err := run(row.args...); err != nil || asked != row.want || out != row.out {
			t.Errorf("%s: %v, prints %q, asks\n%s, want\n%s", row.name, err, out, asked, row.want)
		}
	}
	asked = ""
	for _, args := range [][]string{{"push"}, {"press"}, {"press", "middle"}, {"press", "left", "right"}} {
		if _, err := run(args...); err == nil || command.ExitCode(err) != 2 || asked != "" {
			t.Errorf("%v: %v, asks %q", args, err, asked)
		}
	}
	for _, said := range []string{`{}`, `{"success":{"id":"18"}}`, `{"success":false}`, `[]`,
		strings.Repeat("[", 1<<20), ""} {
		for _, args := range [][]string{{"press", "left"}, {"restore", "--confirm"}} {
			answer = said
			if _, err := run(args...); err == nil || command.ExitCode(err) != 1 {
				t.Errorf("%v: %.20q is taken: %v", args, said, err)
			}
		}
	}
	for _, id := range []string{`17\n18`, `1 7`, `\u202e17`, `17\u0000`, strings.Repeat("1", maxID+1)} {
		answer = `{"success":{"id":"` + id + `"}}`
		if out, err := run("push", "x"); err == nil || out != "" {
			t.Errorf("an id %.20q is printed as %q", id, out)
		}
	}
	answer = "<html>"
	if _, err := run("push", "x"); err == nil || !strings.Contains(err.Error(), "answer of the device") {
		t.Errorf("another server: %v", err)
	}
	device.Close()
	for _, args := range [][]string{{"push", "x"}, {"press", "left"}} {
		if out, err := run(args...); err == nil || command.ExitCode(err) != 1 || out != "" {
			t.Errorf("%v without a device: %v, prints %q", args, err, out)
		}
	}
}
