package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a running device.
type process struct {
	cmd     *exec.Cmd
	dir     string
	url     string
	key     string
	started time.Duration // until /healthz answered
	client  *http.Client
}

// launch builds the program, starts it and waits until it answers.
func launch(ctx context.Context) (*process, error) {
	dir, err := os.MkdirTemp("", "ledpost-bench")
	if err != nil {
		return nil, err
	}
	binary := filepath.Join(dir, "ledpost")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", binary, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build: %w: %s", err, out)
	}
	key := strings.Repeat("ab", 32)
	p := &process{dir: dir, key: key, client: &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 16}}}
	p.cmd = exec.CommandContext(ctx, binary, "--data", dir, "--http", "127.0.0.1:0", "--https", "127.0.0.1:0", "--key", key, "--log", "error")
	p.cmd.Env = append(os.Environ(), "JOURNAL_STREAM=")
	p.cmd.Stderr = os.Stderr
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	begun := time.Now()
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("no greeting: %w", err)
	}
	port := strings.TrimSuffix(line[strings.LastIndex(line, ":")+1:], "/\n")
	p.url = "http://127.0.0.1:" + port
	for {
		if _, err := p.call("GET", "/healthz", ""); err == nil {
			p.started = time.Since(begun)
			return p, nil
		}
		if time.Since(begun) > 5*time.Second {
			return nil, fmt.Errorf("no answer from /healthz")
		}
	}
}

func (p *process) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	_ = p.cmd.Wait()
	_ = os.RemoveAll(p.dir)
}

// call asks the device.
func (p *process) call(method, path, body string) ([]byte, error) {
	req, err := http.NewRequest(method, p.url+path, bytes.NewReader([]byte(body)))
	if err != nil {
		return nil, err
	}
	req.SetBasicAuth("dev", p.key)
	resp, err := p.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s: %s %s", method, path, resp.Status, answer)
	}
	return answer, err
}

// cpu is the processor time used so far.
func (p *process) cpu() (time.Duration, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+2:]))
	user, _ := strconv.Atoi(fields[11]) // utime and stime, proc(5), in ticks of 10 ms
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond, nil
}

// resident memory in MB.
func (p *process) resident() (float64, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(data), "VmRSS:")
	kb, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
	return kb / 1000, err
}
