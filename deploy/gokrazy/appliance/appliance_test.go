// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pause"
	"github.com/ledpost/ledpost/update"
)

// A fakeProcess ends on the signals that it knows.
type fakeProcess struct {
	signals []os.Signal
	obeys   []os.Signal
	ended   chan error
}

func (p *fakeProcess) Signal(s os.Signal) error {
	p.signals = append(p.signals, s)
	if slices.Contains(p.obeys, s) {
		p.ended <- errors.New(s.String())
	}
	return nil
}

func TestWatch(t *testing.T) {
	all := []os.Signal{syscall.SIGTERM, syscall.SIGABRT, syscall.SIGKILL}
	tests := []struct {
		name    string
		obeys   []os.Signal
		beats   int           // messages a second apart
		exits   time.Duration // of itself; 0 = never
		stopped time.Duration // from outside; 0 = never
		lasts   time.Duration
		signals []os.Signal
		ready   bool
	}{
		{"never ready", all, 0, 0, 0, starting, []os.Signal{syscall.SIGABRT}, false},
		{"hangs after 20 s", all, 20, 0, 0, 20*time.Second + silence, []os.Signal{syscall.SIGABRT}, true},
		{"hangs and deaf", []os.Signal{syscall.SIGKILL}, 1, 0, 0, time.Second + silence + ending,
			[]os.Signal{syscall.SIGABRT, syscall.SIGKILL}, true},
		{"exits", all, 5, 4500 * time.Millisecond, 0, 4500 * time.Millisecond, nil, true},
		{"exits before it is ready", all, 0, time.Second, 0, time.Second, nil, false},
		{"the image shuts down", all, 100, 0, 30500 * time.Millisecond, 30500 * time.Millisecond,
			[]os.Signal{syscall.SIGTERM}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, stop := context.WithCancel(t.Context())
				defer stop()
				p := &fakeProcess{obeys: test.obeys, ended: make(chan error, 1)}
				messages := make(chan string, test.beats+1)
				go func() {
					for n := range test.beats {
						pause.For(ctx, time.Second)
						messages <- map[bool]string{true: "READY=1", false: "WATCHDOG=1"}[n == 0]
					}
				}()
				if test.exits > 0 {
					time.AfterFunc(test.exits, func() { p.ended <- errors.New("exit status 1") })
				}
				if test.stopped > 0 {
					time.AfterFunc(test.stopped, stop)
				}
				began := time.Now()
				beat := new(pulse)
				ready, err := watch(ctx, p, p.ended, messages, beat)
				if beat.well() == nil {
					t.Error("it is well though it has ended")
				}
				if ready != test.ready || err == nil || !slices.Equal(p.signals, test.signals) {
					t.Errorf("ready %v, signals %v, error %v; want %v, %v", ready, p.signals, err, test.ready, test.signals)
				}
				if took := time.Since(began); took != test.lasts {
					t.Errorf("it took %v, want %v", took, test.lasts)
				}
				stop()
			})
		})
	}
}

func TestListenHandsOverEachLine(t *testing.T) {
	name := filepath.Join(t.TempDir(), "notify")
	n, err := listen(name)
	must.Do(t, err)
	defer n.Close()
	conn, err := net.Dial("unixgram", name)
	must.Do(t, err)
	defer conn.Close()
	if _, err := conn.Write([]byte("READY=1\nSTATUS=fine\n")); err != nil {
		t.Fatal(err)
	}
	if a, b := <-n.messages, <-n.messages; a != "READY=1" || b != "STATUS=fine" {
		t.Errorf("%q, %q", a, b)
	}
}

func TestEnvironmentAndArguments(t *testing.T) {
	bare := settings{}
	if got := bare.arguments(); !slices.Equal(got, []string{"run", "--data", "/perm/ledpost"}) {
		t.Errorf("arguments %q", got)
	}
	if env := strings.Join(bare.environment(), " "); strings.Contains(env, "TZ=") ||
		strings.Contains(env, "LEDPOST_KEY") || !strings.Contains(env, "WATCHDOG_USEC=15000000") ||
		!strings.Contains(env, "LEDPOST_APPS=/run/ledpost-apps.sock") {
		t.Errorf("environment %s", env)
	}
	full := settings{zone: "Europe/Berlin", key: "12345678", config: "/run/ledpost/ledpost.toml"}
	if got := full.arguments(); !slices.Contains(got, "/run/ledpost/ledpost.toml") {
		t.Errorf("arguments %q", got)
	}
	if env := full.environment(); !slices.Contains(env, "TZ=Europe/Berlin") ||
		!slices.Contains(env, "LEDPOST_KEY=12345678") {
		t.Errorf("environment %q", env)
	}
}

func TestSettingsAreSaidWithoutTheKey(t *testing.T) {
	s := settings{hostname: "kitchen", key: "hidden-key"}
	if text := s.String(); !strings.Contains(text, "kitchen") || strings.Contains(text, "hidden") {
		t.Error(text)
	}
}

func TestHasDefault(t *testing.T) {
	const head = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"
	const lan = "eth0\t0002000A\t00000000\t0001\t0\t0\t1\t00FFFFFF\t0\t0\t0\n"
	const all = "eth0\t00000000\t0202000A\t0003\t0\t0\t1\t00000000\t0\t0\t0\n"
	if hasDefault(head+lan) || !hasDefault(head+lan+all) || hasDefault("") {
		t.Error("a way to other networks is one whose destination and mask are 0")
	}
}

func TestSource(t *testing.T) {
	name := filepath.Join(t.TempDir(), configName)
	must.Do(t,
		os.WriteFile(name, []byte("[update]\nurl = \"https://example.org/u\"\nwindow = \"\"\n[panel]\nrows = 16\n"), 0o600))
	s, _ := settings{config: name}.source() // there are no keys here
	if s.URL != "https://example.org/u" || s.For(update.Request{}).Channel != "stable" ||
		s.For(update.Request{Channel: "beta"}).Channel != "beta" {
		t.Errorf("%+v", s)
	}
	const demands = "[update]\nchannel = \"stable\"\nsignatures = 2\nkey_file = \"own.pub\"\n"
	must.Do(t, os.WriteFile(name, []byte(demands), 0o600))
	const public = "RWSHj/3ltbJq9RIppVkx7086P3MT8hg2D9syJtI85Hu+Jl3VH9izOomk"
	must.Do(t, os.WriteFile(filepath.Join(filepath.Dir(name), "own.pub"), []byte(public), 0o600))
	if s, err := (settings{config: name}).source(); s.For(update.Request{Channel: "beta"}).Channel != "stable" ||
		s.Trust.Signatures != 2 || len(s.Trust.Keys) != 1 {
		t.Errorf("the administrator's channel, signatures and key: %+v, %v", s, err)
	}
	if s, _ := (settings{}).source(); s.URL != update.ProjectURL {
		t.Errorf("without a configuration: %+v", s)
	}
}

// Files and links with a device's name are left as they are.
func TestHandTakesDevicesOnly(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "spidev0.0"), filepath.Join(dir, "spidev0.1")
	must.Do(t, os.WriteFile(file, nil, 0o600))
	must.Do(t, os.Symlink(file, link))
	hand(dir, os.Getgid())
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}
