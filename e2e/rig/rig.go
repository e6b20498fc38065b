// SPDX-License-Identifier: Apache-2.0

// Package rig builds ledpost, starts it as a process and asks it questions, for the
// tests of the packages around it. Its functions fail the test that calls them.
package rig

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// Device is ledpost running as a process. The zero value is useless: see Launch.
type Device struct {
	t    *testing.T
	Cmd  *exec.Cmd
	Data string // its data directory
	URL  string // http://127.0.0.1:port
	Key  string
	Try  string     // the curl line that it greets with
	Log  Transcript // its standard error
	Done chan error // receives the error of its end, once

	ask func(method, path, body string) (status int, answer []byte) // nil = over HTTP; see Reached
}

// Greeting matches the first lines that a device prints: its port, its data directory
// and the curl line.
var Greeting = regexp.MustCompile(
	`Page:  http://localhost:(\d+)/\nKey:   ledpost key --data '(.*)'\nTry:   (curl .*)\n`)

// Launch starts the binary on free ports and waits for its greeting. wrap is the
// command that runs it, such as "ip netns exec x"; nil starts it directly.
func Launch(t *testing.T, wrap []string, args ...string) *Device {
	t.Helper()
	return LaunchIn(t, t.TempDir(), wrap, args...)
}

// LaunchIn is Launch with this data directory.
func LaunchIn(t *testing.T, data string, wrap []string, args ...string) *Device {
	t.Helper()
	r := &Device{t: t, Data: data, Done: make(chan error, 1)}
	all := append(append(wrap[:len(wrap):len(wrap)], Binary(t), "run", "--data", r.Data, "--http", ":0", "--https",
		"127.0.0.1:0"), args...)
	r.Cmd = exec.Command(all[0], all[1:]...)
	r.Cmd.Env = append(os.Environ(), "JOURNAL_STREAM=")
	r.Cmd.Stderr = &r.Log
	out, err := r.Cmd.StdoutPipe()
	must.Do(t, err)
	must.Do(t, r.Cmd.Start())
	t.Cleanup(func() {
		r.Cmd.Process.Kill()
		r.confess()
	})
	var said strings.Builder
	lines := bufio.NewScanner(out)
	for !Greeting.MatchString(said.String()) && lines.Scan() {
		said.WriteString(lines.Text() + "\n")
	}
	m := Greeting.FindStringSubmatch(said.String())
	if m == nil {
		r.Cmd.Wait()
		t.Fatalf("it said %q and %s", said.String(), r.Log.String())
	}
	key, err := os.ReadFile(filepath.Join(m[2], "key"))
	if err != nil || strings.Contains(said.String(), strings.TrimSpace(string(key))) {
		t.Fatalf("%v; it said %q, which is kept", err, said.String())
	}
	r.URL, r.Key, r.Try = "http://127.0.0.1:"+m[1], strings.TrimSpace(string(key)), m[3]
	go func() {
		io.Copy(io.Discard, out)
		r.Done <- r.Cmd.Wait()
	}()
	return r
}

// confess prints the faults that the device has logged, if the test has failed.
func (r *Device) confess() {
	if !r.t.Failed() {
		return
	}
	for line := range strings.Lines(r.Log.String()) {
		if strings.Contains(line, `"level":"ERROR"`) || strings.Contains(line, `"level":"WARN"`) {
			r.t.Logf("the device: %.400s", line)
		}
	}
}

// Port returns the port of HTTP.
func (r *Device) Port() string { return r.URL[strings.LastIndex(r.URL, ":")+1:] }

// Ask sends a request with the key and returns the answer, whatever its status.
func (r *Device) Ask(method, path, body string) (status int, answer []byte) {
	r.t.Helper()
	if r.ask != nil {
		return r.ask(method, path, body)
	}
	req, err := http.NewRequest(method, r.URL+path, strings.NewReader(body))
	must.Do(r.t, err)
	req.SetBasicAuth("dev", r.Key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		r.t.Fatalf("%v\n%s", err, r.Log.String())
	}
	defer resp.Body.Close()
	if answer, err = io.ReadAll(resp.Body); err != nil {
		r.t.Fatal(err)
	}
	return resp.StatusCode, answer
}

// Call asks the device and decodes its answer into v, unless that is nil.
func (r *Device) Call(method, path, body string, v any) {
	r.t.Helper()
	status, answer := r.Ask(method, path, body)
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

// Queued is a waiting notification.
type Queued struct {
	ID, Type, Priority string
	Model              struct {
		Frames []map[string]any
		Sound  map[string]any
	}
}

// Queue returns the notifications that wait, the visible one first.
func (r *Device) Queue() (items []Queued) {
	r.t.Helper()
	r.Call("GET", "/api/v2/device/notifications", "", &items)
	return items
}

// Frame returns the picture on the panel.
func (r *Device) Frame() image.Image {
	r.t.Helper()
	_, picture := r.Ask("GET", "/live/frame.png", "")
	m := must.Get(png.Decode(bytes.NewReader(picture)))(r.t)
	return m
}

// Stop ends it as the service manager does and returns how long that took.
func (r *Device) Stop() time.Duration {
	r.t.Helper()
	begun := time.Now()
	must.Do(r.t, r.Cmd.Process.Signal(syscall.SIGTERM))
	select {
	case err := <-r.Done:
		if err != nil {
			r.t.Errorf("ended with %v\n%s", err, r.Log.String())
		}
	case <-time.After(time.Minute):
		r.t.Fatal("does not end")
	}
	return time.Since(begun)
}

// Transcript collects the output of a program. It may be read while the program runs.
type Transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (t *Transcript) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.Write(p)
}

func (t *Transcript) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.String()
}

// ManyIcons fills a folder of the user's icons, many-0 and so on, with n of them.
func ManyIcons(t *testing.T, dir string, n int) {
	t.Helper()
	must.Do(t, os.MkdirAll(dir, 0o755))
	m := image.NewRGBA(image.Rect(0, 0, 8, 8))
	var picture bytes.Buffer
	for i := range n {
		if i < 64 { // there are as many pictures as pixels
			m.Pix[4*i+3] = 255
			picture.Reset()
			must.Do(t, png.Encode(&picture, m))
		}
		must.Do(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("many-%d.png", i)), picture.Bytes(), 0o644))
	}
}
