// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// broker is mosquitto as a separate process.
type broker struct {
	cmd *exec.Cmd
	dir string
	url string
}

func startBroker(ctx context.Context) (*broker, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	at := l.Addr().(*net.TCPAddr)
	l.Close()
	dir, err := os.MkdirTemp("", "ledpost-fleet")
	if err != nil {
		return nil, err
	}
	conf := filepath.Join(dir, "mosquitto.conf")
	text := fmt.Sprintf("listener %d 127.0.0.1\nallow_anonymous true\npersistence false\nmax_queued_messages 0\nlog_type error\n", at.Port)
	if err := os.WriteFile(conf, []byte(text), 0o644); err != nil {
		return nil, err
	}
	b := &broker{cmd: exec.CommandContext(ctx, "mosquitto", "-c", conf), dir: dir, url: "tcp://" + at.String()}
	b.cmd.Stderr = os.Stderr
	if err := b.cmd.Start(); err != nil {
		return nil, err
	}
	for range 100 {
		if c, err := net.Dial("tcp", at.String()); err == nil {
			return b, c.Close()
		}
		time.Sleep(50 * time.Millisecond)
	}
	b.stop()
	return nil, fmt.Errorf("mosquitto does not listen at %s", at)
}

func (b *broker) pid() int { return b.cmd.Process.Pid }

func (b *broker) stop() {
	b.cmd.Process.Kill()
	b.cmd.Wait()
	os.RemoveAll(b.dir)
}

// memory is the resident memory of a process in MB, 0 if it cannot be read.
func memory(pid int) float64 {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	fields := strings.Fields(string(data))
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseFloat(fields[1], 64)
	return pages * float64(os.Getpagesize()) / 1e6
}

// processor is the processor time that a process has used.
func processor(pid int) time.Duration {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.ParseInt(fields[11], 10, 64)
	system, _ := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+system) * 10 * time.Millisecond // USER_HZ is 100
}

// meter measures a while of both processes.
type meter struct {
	b            *broker
	begun        time.Time
	ours, theirs time.Duration
}

func begin(b *broker) meter { return meter{b, time.Now(), processor(os.Getpid()), processor(b.pid())} }

// end prints what the while took of the processor, for n devices.
func (m meter) end(what string, n int) {
	took := time.Since(m.begun)
	ours, theirs := processor(os.Getpid())-m.ours, processor(m.b.pid())-m.theirs
	fmt.Printf("%s: %.2f s\n", what, took.Seconds())
	fmt.Printf("  broker: %v of processor time (%.2f %% of a core), %.2f ms a device\n", theirs, 100*theirs.Seconds()/took.Seconds(),
		1000*theirs.Seconds()/float64(n))
	fmt.Printf("  device: %.2f ms of processor time each (%.4f %% of a core), with its brain and apps\n",
		1000*ours.Seconds()/float64(n), 100*ours.Seconds()/took.Seconds()/float64(n))
}
