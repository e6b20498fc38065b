// SPDX-License-Identifier: Apache-2.0

package clients

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
)

// adapter is one of ioBroker that runs as it is, on the stand-in of
// testdata/npm/adapter-core, which says what the lines mean.
type adapter struct {
	t  *testing.T
	in io.WriteCloser

	mu       sync.Mutex // the reader of its output writes, the test reads
	states   map[string]any
	warnings []string // and errors
	said     []string // all that it logs, for a test that fails
	replies  []any
	done     chan error
}

// startAdapter runs the adapter name with this configuration until the test ends.
func startAdapter(t *testing.T, name string, config map[string]any) *adapter {
	t.Helper()
	dir, node := rig.NPM(t)
	var about struct{ Main string }
	data, err := os.ReadFile(filepath.Join(dir, "node_modules", name, "package.json"))
	must.Do(t, err)
	must.Do(t, json.Unmarshal(data, &about))
	native, err := json.Marshal(config)
	must.Do(t, err)
	cmd := exec.Command(node, filepath.Join(dir, "node_modules", name, about.Main))
	cmd.Env = append(os.Environ(), "ADAPTER_CONFIG="+string(native))
	cmd.Stderr = os.Stderr
	a := &adapter{t: t, states: map[string]any{}, done: make(chan error, 1)}
	if a.in, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	must.Do(t, err)
	must.Do(t, cmd.Start())
	t.Cleanup(func() {
		cmd.Process.Kill()
		if t.Failed() {
			a.mu.Lock()
			defer a.mu.Unlock()
			t.Logf("the adapter's log ends:\n%s", strings.Join(a.said[max(0, len(a.said)-40):], "\n"))
		}
	})
	go func() {
		a.read(out)
		a.done <- cmd.Wait()
	}()
	return a
}

func (a *adapter) read(out io.Reader) {
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var l struct {
			ID, Log, Text string
			Val, Reply    any
		}
		err := json.Unmarshal(lines.Bytes(), &l)
		a.mu.Lock()
		if l.Log != "" {
			a.said = append(a.said, time.Now().Format("15:04:05.000 ")+l.Text)
		}
		switch {
		case err != nil || l.Log == "warn" || l.Log == "error":
			a.warnings = append(a.warnings, lines.Text())
		case l.ID != "":
			a.states[l.ID] = l.Val
		case l.Reply != nil:
			a.replies = append(a.replies, l.Reply)
		}
		a.mu.Unlock()
	}
}

// user does what a user does: sets a state, sends a message.
func (a *adapter) user(does map[string]any) {
	a.t.Helper()
	must.Do(a.t, json.NewEncoder(a.in).Encode(does))
}

// set is a user who sets a state.
func (a *adapter) set(id string, val any) {
	a.t.Helper()
	a.user(map[string]any{"id": id, "val": val})
}

// state returns what the adapter has set a state to last, nil before.
func (a *adapter) state(id string) any {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.states[id]
}

// reply returns the answer to the message i, nil before.
func (a *adapter) reply(i int) any {
	a.mu.Lock()
	defer a.mu.Unlock()
	if i >= len(a.replies) {
		return nil
	}
	return a.replies[i]
}

// stop ends the adapter and returns what it has warned of.
func (a *adapter) stop() (warnings []string) {
	a.t.Helper()
	a.in.Close()
	select {
	case err := <-a.done:
		if err != nil {
			a.t.Errorf("the adapter ended with %v", err)
		}
	case <-time.After(time.Minute):
		a.t.Error("the adapter does not end")
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.warnings
}
