// SPDX-License-Identifier: Apache-2.0

package input

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// An LD2410 as aio-ld2410 (1.0, Report, ReportFrame and tests/protocol/test_reports.py) knows it by its recordings of
// an LD2410C with firmware 2.04.
const (
	basicTrace = "f4f3f2f10d0002aa0251000000003b00005500f8f7f6f5"
	engineers  = "f4f3f2f1230001aa031e003c0000390000" + "08083c2205030304030605000039101306060804" + "60015500f8f7f6f5"
)

// basic is a report of who moves and who rests, in cm; below 0 = nobody.
func basic(moves, rests int) []byte {
	state := 0
	field := func(bit, cm int) string {
		if cm < 0 {
			return "000000"
		}
		state |= bit
		return fmt.Sprintf("%02x%02x64", cm&255, cm>>8)
	}
	data := field(1, moves) + field(2, rests)
	p, _ := hex.DecodeString(fmt.Sprintf("f4f3f2f10d0002aa%02x%s00005500f8f7f6f5", state, data))
	return p
}

// TestReports among bytes of any kind, however they are cut.
func TestReports(t *testing.T) {
	trace := string(must.Get(hex.DecodeString(basicTrace))(t))
	engineering := string(must.Get(hex.DecodeString(engineers))(t))
	far, none := string(basic(420, -1)), string(basic(-1, -1))
	zero, half, four := Seen{true, true, 0}, Seen{true, true, 0.3}, Seen{true, true, 4.2}
	for _, row := range []struct {
		why, bytes string
		want       []Seen
	}{
		{"a recording", trace, []Seen{zero}},
		{"one of the engineering mode", engineering, []Seen{zero}},
		{"who moves nearer than who rests", string(basic(30, 200)), []Seen{half}},
		{"who rests nearer than who moves", string(basic(200, 30)), []Seen{half}},
		{"nobody", none, []Seen{{}}},
		{"one after the other", far + none + far, []Seen{four, {}, four}},
		{"after half a report", far[9:] + far, []Seen{four}},
		{"a report that is cut off by the next", far[:12] + far, []Seen{four}},
		{"two heads", far[:4] + far, []Seen{four}},
		{"a length that lies", "\xf4\xf3\xf2\xf1\xff\xff" + far, []Seen{four}},
		{"a length of nothing", "\xf4\xf3\xf2\xf1\x00\x00" + far, []Seen{four}},
		{"a wrong tail", far[:22] + "\x00" + far, []Seen{four}},
		{"a state that nobody knows", strings.Replace(far, "\x02\xaa\x01", "\x02\xaa\x07", 1), nil},
		{"beyond all that it sees", string(basic(65535, -1)), []Seen{{Here: true}}},
		{"the answer to a command", "\xfd\xfc\xfb\xfa\x04\x00\xff\x01\x00\x00\x04\x03\x02\x01" + far, []Seen{four}},
	} {
		for _, step := range []int{1, 7, 1000} {
			var r reports
			var got []Seen
			for p := row.bytes; p != ""; p = p[min(step, len(p)):] {
				got = append(got, r.take([]byte(p[:min(step, len(p))]))...)
			}
			if fmt.Sprint(got) != fmt.Sprint(row.want) {
				t.Errorf("%s, %d bytes at a time: %v, want %v", row.why, step, got, row.want)
			}
		}
	}
}

// FuzzReports: any bytes cost little memory, and no reading is beyond what a sensor can measure. A report after them is
// found, once a length that lied is over.
func FuzzReports(f *testing.F) {
	f.Add([]byte("\xf4\xf3\xf2\xf1\xff\xff"), 3)
	f.Add(append(basic(120, -1), basic(-1, 80)...), 5)
	f.Fuzz(func(t *testing.T, p []byte, step int) {
		step = min(max(step, 1), 256)
		var r reports
		for len(p) > 0 {
			for _, s := range r.take(p[:min(step, len(p))]) {
				if s.Metres < 0 || s.Metres > 10 || s.Metres > 0 && !s.Measured || s.Measured && !s.Here {
					t.Fatalf("%v", s)
				}
			}
			p = p[min(step, len(p)):]
			if len(r.rest) > leastFrame+mostData {
				t.Fatalf("%d bytes are kept", len(r.rest))
			}
		}
		r.take(make([]byte, mostData+leastFrame))
		if got := r.take(basic(120, -1)); len(got) != 1 || got[0] != (Seen{true, true, 1.2}) {
			t.Fatalf("afterwards: %v", got)
		}
	})
}

// wire is a port that gives what a test puts into it, and nothing at other times.
type wire struct {
	bytes  chan []byte
	closed bool
}

func (w *wire) Read(p []byte) (int, error) {
	select {
	case b, open := <-w.bytes:
		if !open {
			return 0, io.EOF
		}
		return copy(p, b), nil
	case <-time.After(radarPoll):
		return 0, os.ErrDeadlineExceeded
	}
}

func (w *wire) Close() error { w.closed = true; return nil }

// TestRadar: who comes and goes is told at once, a distance by the middle one of five reports and only as it changes,
// and a radar that falls silent is a fault, after which nobody knows.
func TestRadar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{bytes: make(chan []byte)}
		p := NewPresence(PresenceConfig{Radar: "/dev/serial0"})
		p.port = func(path string, baud uint32) (io.ReadCloser, error) {
			if path != "/dev/serial0" || baud != 256000 {
				t.Errorf("%s at %d baud", path, baud)
			}
			return w, nil
		}
		var (
			mu  sync.Mutex
			got []Seen
		)
		stop := must.Run(t, func(ctx context.Context) error {
			return p.Run(ctx, func(s Seen) {
				mu.Lock()
				defer mu.Unlock()
				got = append(got, s)
			})
		})
		tells := func(what string, want ...Seen) {
			t.Helper()
			synctest.Wait()
			mu.Lock()
			defer mu.Unlock()
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: %v, want %v", what, got, want)
			}
			got = nil
		}
		send := func(cm ...int) {
			for _, one := range cm {
				w.bytes <- basic(one, -1)
				time.Sleep(100 * time.Millisecond)
			}
		}
		tells("nothing yet")
		send(-1)
		tells("nobody", Seen{})
		send(300)
		tells("somebody comes", Seen{Here: true})
		send(300, 900, 310, 290)
		tells("how far, but for a jump", Seen{true, true, 3})
		send(302, 305, 299)
		tells("about as far")
		send(150, 150, 150)
		tells("nearer", Seen{true, true, 1.5})
		send(-1)
		tells("nobody any more", Seen{})
		time.Sleep(radarPatience + time.Second)
		tells("silence", Seen{Here: true})
		if err := p.Fault(); !errors.Is(err, errNoReports) {
			t.Errorf("the fault is %v", err)
		}
		send(-1)
		tells("it is back", Seen{})
		if err := p.Fault(); err != nil {
			t.Errorf("the fault is %v", err)
		}
		close(w.bytes)
		synctest.Wait()
		if err := p.Fault(); !errors.Is(err, io.EOF) || !w.closed {
			t.Errorf("unplugged: %v, closed %v", err, w.closed)
		}
		stop()
	})
}

// TestNoRadar: a port that is not there is a fault, and is tried again.
func TestNoRadar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, tries := NewPresence(PresenceConfig{Radar: "/dev/serial0"}), 0
		p.port = func(string, uint32) (io.ReadCloser, error) { tries++; return nil, os.ErrNotExist }
		stop := must.Run(t, func(ctx context.Context) error { return p.Run(ctx, func(Seen) { t.Error("it sees") }) })
		time.Sleep(retry + time.Second)
		synctest.Wait()
		if err := p.Fault(); !errors.Is(err, os.ErrNotExist) || tries != 2 {
			t.Errorf("%v after %d tries", err, tries)
		}
		stop()
	})
}
