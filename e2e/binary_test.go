// Package e2e tests the whole program: it is built, started and talked to as its
// users do. Tests of the repository itself (which package imports which, whether
// every link of the documentation leads somewhere) are here too.
package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	wait "github.com/ledpost/ledpost/internal/eventually"
)

// The binary is built once for all tests of this package.
var (
	buildOnce sync.Once
	builtPath string
	buildErr  error
)

func TestMain(m *testing.M) {
	code := m.Run()
	if builtPath != "" {
		os.RemoveAll(filepath.Dir(builtPath))
	}
	os.Exit(code)
}

// seeSources looks at every source, for a result is kept until a file that the
// test itself has looked at changes, and it is another process that embeds the
// page.
func seeSources() {
	filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == ".git" {
			return fs.SkipDir
		}
		os.Stat(path)
		return nil
	})
}

func binary(t *testing.T) string {
	t.Helper()
	buildOnce.Do(func() {
		dir, err := os.MkdirTemp("", "ledpost")
		if err != nil {
			buildErr = err
			return
		}
		builtPath = filepath.Join(dir, "ledpost")
		seeSources()
		args := slices.Concat([]string{"build"}, raced, []string{"-o", builtPath, ".."})
		if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
			buildErr = fmt.Errorf("%w: %s", err, out)
		}
	})
	if buildErr != nil {
		t.Fatal(buildErr)
	}
	return builtPath
}

// running is a device that runs as a process of its own.
type running struct {
	t    *testing.T
	cmd  *exec.Cmd
	data string
	url  string // http://127.0.0.1:port
	key  string
	try  string // the curl line
	log  transcript
	done chan error
}

var greeting = regexp.MustCompile(`Page:  http://localhost:(\d+)/\nKey:   ledpost key --data '(.*)'\nTry:   (curl .*)\n`)

// launch starts the binary on free ports and waits for its greeting. wrap is
// what runs it, as "ip netns exec x".
func launch(t *testing.T, wrap []string, args ...string) *running {
	t.Helper()
	return launchIn(t, t.TempDir(), wrap, args...)
}

// launchIn is launch with this data directory.
func launchIn(t *testing.T, data string, wrap []string, args ...string) *running {
	t.Helper()
	r := &running{t: t, data: data, done: make(chan error, 1)}
	all := append(append(wrap[:len(wrap):len(wrap)], binary(t), "run", "--data", r.data, "--http", ":0", "--https", "127.0.0.1:0"), args...)
	r.cmd = exec.Command(all[0], all[1:]...)
	r.cmd.Env = append(os.Environ(), "JOURNAL_STREAM=")
	r.cmd.Stderr = &r.log
	out, err := r.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := r.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.cmd.Process.Kill() })
	var said strings.Builder
	lines := bufio.NewScanner(out)
	for !greeting.MatchString(said.String()) && lines.Scan() {
		said.WriteString(lines.Text() + "\n")
	}
	m := greeting.FindStringSubmatch(said.String())
	if m == nil {
		r.cmd.Wait()
		t.Fatalf("it said %q and %s", said.String(), r.log.String())
	}
	key, err := os.ReadFile(filepath.Join(m[2], "key"))
	if err != nil || strings.Contains(said.String(), strings.TrimSpace(string(key))) {
		t.Fatalf("%v; it said %q, which is kept", err, said.String())
	}
	r.url, r.key, r.try = "http://127.0.0.1:"+m[1], strings.TrimSpace(string(key)), m[3]
	go func() {
		io.Copy(io.Discard, out)
		r.done <- r.cmd.Wait()
	}()
	return r
}

// port is that of HTTP.
func (r *running) port() string { return r.url[strings.LastIndex(r.url, ":")+1:] }

// ask sends a request with the key and returns the answer, whatever its status.
func (r *running) ask(method, path, body string) (status int, answer []byte) {
	r.t.Helper()
	req, err := http.NewRequest(method, r.url+path, strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	req.SetBasicAuth("dev", r.key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		r.t.Fatalf("%v\n%s", err, r.log.String())
	}
	defer resp.Body.Close()
	if answer, err = io.ReadAll(resp.Body); err != nil {
		r.t.Fatal(err)
	}
	return resp.StatusCode, answer
}

// call asks the device and decodes its answer into v, unless that is nil.
func (r *running) call(method, path, body string, v any) {
	r.t.Helper()
	status, answer := r.ask(method, path, body)
	if status != http.StatusOK {
		r.t.Fatalf("%s %s: %d %s", method, path, status, answer)
	}
	if v == nil {
		return
	}
	if err := json.Unmarshal(answer, v); err != nil {
		r.t.Fatalf("%s: %v in %s", path, err, answer)
	}
}

// queued is an item of the list.
type queued struct {
	ID, Type, Priority string
	Model              struct {
		Frames []map[string]any
		Sound  map[string]any
	}
}

func (r *running) queue() (items []queued) {
	r.t.Helper()
	r.call("GET", "/api/v2/device/notifications", "", &items)
	return items
}

// frame is what the panel shows.
func (r *running) frame() image.Image {
	r.t.Helper()
	_, picture := r.ask("GET", "/live/frame.png", "")
	m, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		r.t.Fatal(err)
	}
	return m
}

// stop ends it as the service manager does and returns how long that took.
func (r *running) stop() time.Duration {
	r.t.Helper()
	begun := time.Now()
	if err := r.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		r.t.Fatal(err)
	}
	select {
	case err := <-r.done:
		if err != nil {
			r.t.Errorf("ended with %v\n%s", err, r.log.String())
		}
	case <-time.After(time.Minute):
		r.t.Fatal("does not end")
	}
	return time.Since(begun)
}

// eventually waits until ok.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	wait.True(t, what, ok)
}

// transcript is what a program has said; it is read while the program goes on.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (t *transcript) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.Write(p)
}

func (t *transcript) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.String()
}
