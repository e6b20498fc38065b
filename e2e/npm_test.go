package e2e

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/testtool"
)

// npmFiles has the clients and brokers that come from npm: package.json names
// them, package-lock.json pins them with a hash of each.
const npmFiles = "testdata/npm"

// npmInstalled returns the directory with those programs, unmodified, and Node to
// run them with, which is pinned like them. They are installed once for all runs
// until one of the files changes. No script of a package is run.
func npmInstalled(t *testing.T) (dir, node string) {
	t.Helper()
	if testing.Short() {
		t.Skip("clients from npm are long to install and slow to start")
	}
	npm := testtool.Find(t, "npm")
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	dir = filepath.Join(cache, "ledpost-tests", "npm-"+npmHash(t))
	if _, err := os.Stat(dir); err != nil {
		npmInstall(t, npm, dir)
	}
	nodes, _ := filepath.Glob(filepath.Join(dir, "node_modules", "node-linux-*", "bin", "node"))
	if len(nodes) != 1 {
		testtool.Missing(t, "Node 22 for this machine")
	}
	return dir, nodes[0]
}

// npmHash is one of all that is installed from.
func npmHash(t *testing.T) string {
	t.Helper()
	sum := sha256.New()
	if err := filepath.WalkDir(npmFiles, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		io.WriteString(sum, path)
		sum.Write(data)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// npmInstall makes dir, whole or not at all. The stand-in takes the place of
// ioBroker's own library, which wants all of ioBroker.
func npmInstall(t *testing.T, npm, dir string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	building, err := os.MkdirTemp(filepath.Dir(dir), "new-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(building)
	if err := os.CopyFS(building, os.DirFS(npmFiles)); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	cmd := exec.Command(npm, "ci")
	cmd.Dir = building
	if out, err := cmd.CombinedOutput(); err != nil {
		testtool.Missing(t, "packages from the npm registry: "+err.Error()+"\n"+string(out))
	}
	t.Logf("npm ci took %v", time.Since(begun).Round(time.Second))
	core := filepath.Join(building, "node_modules", "@iobroker", "adapter-core")
	if err := errors.Join(os.RemoveAll(core), os.CopyFS(core, os.DirFS(filepath.Join(npmFiles, "adapter-core")))); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(building, dir); err != nil && !os.IsExist(err) {
		if _, there := os.Stat(dir); there != nil { // another process was faster
			t.Fatal(err)
		}
	}
}

// adapter is one of ioBroker that runs as it is, on the stand-in of
// testdata/npm/adapter-core, which says what the lines mean.
type adapter struct {
	t  *testing.T
	in io.WriteCloser

	mu       sync.Mutex // the reader of its output writes, the test reads
	states   map[string]any
	warnings []string // and errors
	replies  []any
	done     chan error
}

// startAdapter runs the adapter name with this configuration until the test ends.
func startAdapter(t *testing.T, name string, config map[string]any) *adapter {
	t.Helper()
	dir, node := npmInstalled(t)
	var about struct{ Main string }
	data, err := os.ReadFile(filepath.Join(dir, "node_modules", name, "package.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &about); err != nil {
		t.Fatal(err)
	}
	native, err := json.Marshal(config)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, filepath.Join(dir, "node_modules", name, about.Main))
	cmd.Env = append(os.Environ(), "ADAPTER_CONFIG="+string(native))
	cmd.Stderr = os.Stderr
	a := &adapter{t: t, states: map[string]any{}, done: make(chan error, 1)}
	if a.in, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
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
	if err := json.NewEncoder(a.in).Encode(does); err != nil {
		a.t.Fatal(err)
	}
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
