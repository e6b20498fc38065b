// SPDX-License-Identifier: Apache-2.0

package clients

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// TestAedes is a broker of the kind that many homes have inside ioBroker or
// Node-RED: it speaks MQTT 3.1.1 and ends whatever begins with 5.
func TestAedes(t *testing.T) {
	dir, node := rig.NPM(t)
	cmd := exec.Command(node, filepath.Join(dir, "aedes.js"))
	cmd.Stderr = os.Stderr
	in := must.Get(cmd.StdinPipe())(t)
	out := must.Get(cmd.StdoutPipe())(t)
	must.Do(t, cmd.Start())
	defer func() { in.Close(); cmd.Wait() }()
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	var port int
	if lines.Scan(); json.Unmarshal(lines.Bytes(), &port) != nil {
		t.Fatalf("it said %q", lines.Text())
	}
	var mu sync.Mutex
	said := map[string]string{}
	go func() {
		for lines.Scan() {
			var message [2]string
			if json.Unmarshal(lines.Bytes(), &message) == nil {
				mu.Lock()
				said[message[0]] = message[1]
				mu.Unlock()
			}
		}
	}()
	heard := func(topic, part string) func() bool {
		return func() bool {
			mu.Lock()
			defer mu.Unlock()
			return strings.Contains(said[topic], part)
		}
	}

	r := rig.Launch(t, nil,
		rig.Configured(t, fmt.Sprintf("[mqtt]\nbroker = \"tcp://127.0.0.1:%d\"\nprefix = \"desk\"\n", port))...)
	var device struct {
		Serial string `json:"serial_number"`
	}
	r.Call("GET", "/api/v2/device", "", &device)
	eventually.True(t, "the device is on the broker", heard("desk/availability", "online"))
	eventually.True(t, "Home Assistant could discover it",
		heard("homeassistant/device/ledpost_"+device.Serial+"/config", device.Serial))
	fmt.Fprintln(in, `["desk/cmd/notify", "hello"]`)
	eventually.True(t, "a command is answered", heard("desk/result", `"cmd":"notify","ok":true`))
	fmt.Fprintln(in, `["desk/cmd/audio", "{\"volume\":101}"]`)
	eventually.True(t, "a bad one with the field", heard("desk/result", "volume"))
	fmt.Fprintln(in, `["desk/cmd/audio", "{\"volume\":41}"]`)
	eventually.True(t, "the state follows", heard("desk/state/audio", `"volume":41`))
	r.Stop()
	eventually.True(t, "it says that it goes", heard("desk/availability", "offline"))
	if t.Failed() {
		mu.Lock()
		defer mu.Unlock()
		for topic := range maps.Keys(said) {
			t.Log(topic)
		}
	}
}
