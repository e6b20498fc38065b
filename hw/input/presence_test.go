// SPDX-License-Identifier: Apache-2.0

package input

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/must"
	"periph.io/x/conn/v3/gpio"
)

// TestPresence: the level at first and each change, of sensors of both kinds.
func TestPresence(t *testing.T) {
	for _, row := range []struct {
		active string
		pull   gpio.Pull
		levels []gpio.Level // every second; the pin is high before
		want   string
	}{
		{"", gpio.PullDown, []gpio.Level{gpio.High, gpio.Low, gpio.Low, gpio.High}, "[true false true]"},
		{"high", gpio.PullDown, []gpio.Level{gpio.Low}, "[true false]"},
		{"low", gpio.PullUp, []gpio.Level{gpio.Low, gpio.High}, "[false true false]"},
	} {
		synctest.Test(t, func(t *testing.T) {
			p := newPin()
			s := NewPresence(PresenceConfig{Line: "17", Active: row.active})
			s.pin = p.find
			ctx, stop := context.WithCancel(t.Context())
			var got []bool
			done := make(chan error)
			go func() { done <- s.Run(ctx, func(seen Seen) { got = append(got, seen.Here) }) }()
			for _, l := range row.levels {
				time.Sleep(time.Second)
				p.mu.Lock()
				p.level = l
				p.mu.Unlock()
			}
			time.Sleep(time.Second)
			stop()
			if err := <-done; err != nil || fmt.Sprint(got) != row.want || p.pull != row.pull || !p.closed {
				t.Errorf("active %q: %v %v, want %s; pull %v, closed %v", row.active, err, got, row.want, p.pull, p.closed)
			}
		})
	}
}

// TestPresenceLater: a line that another program has is asked for again.
func TestPresenceLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPin()
		p.setBusy(errors.New("device or resource busy"))
		s := NewPresence(PresenceConfig{Line: "17"})
		s.pin = p.find
		seen := 0
		stop := must.Run(t, func(ctx context.Context) error { return s.Run(ctx, func(Seen) { seen++ }) })
		synctest.Wait()
		if err := s.Fault(); err == nil || !strings.Contains(err.Error(), "line 17") || seen != 0 {
			t.Errorf("%v, seen %d times", err, seen)
		}
		p.setBusy(nil)
		time.Sleep(retry + time.Millisecond)
		synctest.Wait()
		if s.Fault() != nil || seen != 1 {
			t.Errorf("%v, seen %d times", s.Fault(), seen)
		}
		stop()
	})
}

func TestPresenceKeys(t *testing.T) {
	for _, row := range []struct {
		cfg       PresenceConfig
		key, says string
	}{
		{PresenceConfig{}, "", ""},
		{PresenceConfig{Line: "GPIO17"}, "", ""},
		{PresenceConfig{Active: "low"}, "line", "no line"},
		{PresenceConfig{After: Duration(time.Minute)}, "line", "no line"},
		{PresenceConfig{Line: "17", Active: "up"}, "active", `active is "up", want low or high`},
		{PresenceConfig{Line: "17", After: Duration(time.Millisecond)}, "after", "after 1ms, want 1s to 24h"},
		{PresenceConfig{Radar: "/dev/serial0"}, "", ""},
		{PresenceConfig{Radar: "/dev/serial0", Line: "17"}, "radar", "want one of them alone"},
		{PresenceConfig{Radar: "/dev/serial0", Active: "low"}, "radar", "want one of them alone"},
		{PresenceConfig{Radar: "/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0"}, "", ""},
		{PresenceConfig{Radar: "serial0"}, "radar", `radar is "serial0", want its serial port`},
		{PresenceConfig{Radar: "/dev/watchdog"}, "radar", "want its serial port"},
		{PresenceConfig{Radar: "/dev/serial/by-id/../../mem"}, "radar", "want its serial port"},
		{PresenceConfig{Radar: "/dev/serial0", After: -1}, "after", "want 1s to 24h"},
		{PresenceConfig{Line: "17", After: -1}, "after", "want 1s to 24h"},
		{PresenceConfig{Line: "17", After: Duration(25 * time.Hour)}, "after", "want 1s to 24h"},
	} {
		err := row.cfg.Check()
		if (err == nil) != (row.key == "") ||
			err != nil && (keyerr.Key(err) != row.key || !strings.Contains(err.Error(), row.says)) {
			t.Errorf("%+v: %v of key %q", row.cfg, err, keyerr.Key(err))
		}
	}
	if a, b := (PresenceConfig{}).Absence(), (PresenceConfig{Line: "5"}).Absence(); a != 0 || b != 5*time.Minute {
		t.Errorf("dark after %v without a sensor, %v with one", a, b)
	}
}
