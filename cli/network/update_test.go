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
	"github.com/ledpost/ledpost/internal/must"
)

// TestUpdateCommand: what is asked of the device, and what people read.
func TestUpdateCommand(t *testing.T) {
	const status = `{"installed":"1.2.0","available":"1.3.0","channel":"stable","notes":"New: rain.\nMended: snow.\n",` +
		`"state":"downloading","progress":40,"kind":"none","deferred":"2027-01-01T00:00:00Z"}`
	var asked string
	device := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		asked = r.Method + " " + r.URL.Path + " " + strings.TrimSpace(string(body))
		answer := status
		if r.Method == http.MethodPost {
			answer = `{"success":{"data":` + status + `,"path":"/live/update"}}`
		}
		_, _ = io.WriteString(w, answer)
	}))
	defer device.Close()
	for args, want := range map[string]string{
		"":        "GET /live/update null",
		"check":   `POST /live/update {"action":"check"}`,
		"install": `POST /live/update {"action":"install"}`,
		"defer":   `POST /live/update {"action":"defer"}`,
	} {
		var out bytes.Buffer
		must.Do(t,
			room.Run(t.Context(), append([]string{"update", "--to", device.URL, "--key", mine}, strings.Fields(args)...),
				command.Streams{Out: &out}))
		if asked != want {
			t.Errorf("%q asks %s, want %s", args, asked, want)
		}
		for _, line := range []string{"installed  1.2.0\n", "available  1.3.0\n", "state      downloading, 40 %\n",
			"notes      New: rain.\n           Mended: snow.\n", "install it as you installed this version",
			"deferred   until 20"} {
			if !strings.Contains(out.String(), line) {
				t.Errorf("%q prints no %q:\n%s", args, line, out.String())
			}
		}
	}
	for _, args := range []string{"erase", "check install"} {
		err := room.Run(t.Context(), append([]string{"update"}, strings.Fields(args)...), command.Streams{Out: io.Discard})
		if err == nil {
			t.Errorf("%q is taken", args)
		}
	}
}
