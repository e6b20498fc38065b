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
	cmd    *exec.Cmd
	url    string
	key    string
	client *http.Client
}

// launch builds the program into dir and starts it there.
func launch(ctx context.Context, dir, output string) (*process, error) {
	binary, config := filepath.Join(dir, "ledpost"), filepath.Join(dir, "config.toml")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", binary, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build: %w: %s", err, out)
	}
	text := fmt.Sprintf("[audio]\noutput = %q\nallow = [\"127.0.0.1\"]\n", output)
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		return nil, err
	}
	p := &process{key: strings.Repeat("ab", 32), client: &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}}
	p.cmd = exec.Command(binary, "--config", config, "--data", filepath.Join(dir, "data"),
		"--http", "127.0.0.1:0", "--https", "127.0.0.1:0", "--key", p.key, "--log", "warn")
	p.cmd.Stderr = os.Stderr
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("no greeting: %w", err)
	}
	port := strings.TrimSuffix(line[strings.LastIndex(line, ":")+1:], "/\n")
	p.url = "http://127.0.0.1:" + port
	for range 100 {
		if _, err = p.call("GET", "/healthz", ""); err == nil {
			return p, nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return nil, err
}

func (p *process) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	_ = p.cmd.Wait()
}

// call asks the device.
func (p *process) call(method, path, body string) ([]byte, error) {
	req, err := http.NewRequest(method, p.url+path, strings.NewReader(body))
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
	if err == nil && resp.StatusCode/100 != 2 {
		err = fmt.Errorf("%s %s: %s %s", method, path, resp.Status, answer)
	}
	return answer, err
}

// metrics are the values without labels.
func (p *process) metrics() (map[string]float64, error) {
	text, err := p.call("GET", "/metrics", "")
	if err != nil {
		return nil, err
	}
	m := map[string]float64{}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		if v, err := strconv.ParseFloat(value, 64); err == nil {
			m[name] = v
		}
	}
	return m, nil
}

// cpu is the processor time used so far: utime and stime of proc(5).
func (p *process) cpu() (time.Duration, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+2:]))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond, nil // ticks of 10 ms
}
