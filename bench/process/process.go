// SPDX-License-Identifier: Apache-2.0

// Package process runs the program as a separate process, to be measured from
// outside.
package process

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/ledpost/ledpost/internal/proc"
)

// patience is how long a device may take to answer for the first time.
const patience = 10 * time.Second

// Root is the folder of the program for benchmarks, which run in the folder of their module
// (go -C bench run ./device).
const Root = ".."

// A Process is a running device with its own data. Any goroutine may use it
// until Stop.
type Process struct {
	Dir     string        // holds the program, ledpost, and its data; Stop removes it
	URL     string        // of HTTP, without a slash at the end
	Key     string        // of the API
	Started time.Duration // until /healthz answered

	cmd    *exec.Cmd
	client *http.Client
}

// build builds the program into a file.
func build(ctx context.Context, file string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", file, ".")
	cmd.Dir, cmd.Env = Root, append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build: %w: %s", err, out)
	}
	return nil
}

// Start builds the program, starts it with config, the text of a configuration file, and more
// arguments, and waits until it answers. It ends with ctx. The caller must call Stop.
func Start(ctx context.Context, config string, args ...string) (*Process, error) {
	dir, err := os.MkdirTemp("", "ledpost-bench")
	if err != nil {
		return nil, err
	}
	p := &Process{Dir: dir, Key: strings.Repeat("ab", 32), client: &http.Client{
		Timeout: 5 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64},
	}}
	if err = build(ctx, filepath.Join(dir, "ledpost")); err == nil {
		err = p.start(ctx, config, args)
	}
	if err != nil {
		p.Stop()
		return nil, err
	}
	return p, nil
}

func (p *Process) start(ctx context.Context, config string, args []string) error {
	binary, file := filepath.Join(p.Dir, "ledpost"), filepath.Join(p.Dir, "config.toml")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		return err
	}
	args = append([]string{"--config", file, "--data", filepath.Join(p.Dir, "data"),
		"--http", "127.0.0.1:0", "--https", "127.0.0.1:0", "--key", p.Key, "--log", "error"}, args...)
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Env = append(os.Environ(), "JOURNAL_STREAM=")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	begun := time.Now()
	if err := cmd.Start(); err != nil {
		return err
	}
	p.cmd = cmd
	return p.greet(out, begun)
}

// greet reads where the program listens, and asks until it answers.
func (p *Process) greet(out io.Reader, begun time.Time) error {
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return fmt.Errorf("no greeting: %w", err)
	}
	port := strings.TrimSuffix(line[strings.LastIndex(line, ":")+1:], "/\n")
	p.URL = "http://127.0.0.1:" + port
	for {
		if _, err = p.Call("GET", "/healthz", ""); err == nil {
			p.Started = time.Since(begun)
			return nil
		}
		if time.Since(begun) > patience {
			return fmt.Errorf("no answer from /healthz: %w", err)
		}
	}
}

// Stop ends the program, waits for it and removes Dir.
func (p *Process) Stop() {
	if p.cmd != nil {
		_ = p.cmd.Process.Signal(syscall.SIGTERM)
		_ = p.cmd.Wait()
	}
	_ = os.RemoveAll(p.Dir)
}

// Call asks the device. An answer other than 2xx is an error.
func (p *Process) Call(method, path, body string) ([]byte, error) {
	req, err := http.NewRequest(method, p.URL+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.SetBasicAuth("dev", p.Key)
	resp, err := p.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode/100 != 2 {
		err = fmt.Errorf("%s %s: %s %s", method, path, resp.Status, answer)
	}
	return answer, err
}

// CPU is the processor time used so far.
func (p *Process) CPU() (time.Duration, error) { return proc.Worked(p.cmd.Process.Pid) }

// Memory returns the memory of the process in MB: the whole, and the private part, which no
// file backs. The rest are pages of the program's file, which the kernel may drop at any time.
func (p *Process) Memory() (whole, private float64, err error) {
	all := proc.Numbers(fmt.Sprintf("/proc/%d/smaps_rollup", p.cmd.Process.Pid))
	if all["Rss"] == 0 {
		return 0, 0, errors.New("smaps_rollup has no Rss")
	}
	return float64(all["Rss"]) / 1e6, float64(all["Anonymous"]) / 1e6, nil
}

// Saved reports whether the disk has everything that was acknowledged.
func (p *Process) Saved() (bool, error) {
	metrics, err := p.Call("GET", "/metrics", "")
	return bytes.Contains(metrics, []byte("\nledpost_state_unsaved_seconds 0\n")), err
}
