// SPDX-License-Identifier: Apache-2.0

package input

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// encode is struct input_event as the kernel of this machine writes it.
func encode(events ...event) (out []byte) {
	for _, e := range events {
		b := bytes.Repeat([]byte{0xAA}, eventSize) // its time does not matter
		binary.NativeEndian.PutUint16(b[eventSize-8:], e.kind)
		binary.NativeEndian.PutUint16(b[eventSize-6:], e.code)
		binary.NativeEndian.PutUint32(b[eventSize-4:], uint32(e.value))
		out = append(out, b...)
	}
	return out
}

const (
	keyLeft   = 105
	keyOK     = 0x160
	keyVolume = 115 // up
	relDial   = 7
)

var report = event{evSyn, synReport, 0}

// hit is a key's event and the report that follows.
func hit(code uint16, value int32) []byte { return encode(event{evKey, code, value}, report) }

func TestEventSize(t *testing.T) {
	want := map[int]int{32: 16, 64: 24}[32<<(^uint(0)>>63)]
	if eventSize != want {
		t.Errorf("an event has %d bytes, want %d", eventSize, want)
	}
	must.Equal(t, decode(encode(event{1, 0x160, -2})), event{1, 0x160, -2}, "decoded")
}

func usualButtons(t testing.TB) map[key]Button {
	return must.Get(keyMap(map[string]string{"REL_DIAL+": "volume_up", "REL_DIAL-": "volume_down"}))(t)
}

func TestKeyboardEvents(t *testing.T) {
	for _, c := range []struct {
		name   string
		events []event
		want   string
	}{
		{"press", []event{{evKey, keyLeft, 1}, report, {evKey, keyLeft, 0}, report}, "left down, left up, left click"},
		{"the kernel's repetition is not ours",
			[]event{{evKey, keyOK, 1}, report, {evKey, keyOK, 2}, report, {evKey, keyOK, 2}, report}, "action down"},
		{"a key that means nothing", []event{{evKey, 30, 1}, report, {evKey, 30, 0}, report}, ""},
		{"scan codes and switches", []event{{4, 4, 105}, {5, 0, 1}, report}, ""},
		{"two keys", []event{{evKey, keyLeft, 1}, {evKey, keyOK, 1}, {evKey, keyLeft, 0}, {evKey, keyOK, 0}},
			"left down, action down, left up, left click, action up, action click"},
		{"up without down: it was held before", []event{{evKey, keyLeft, 0}, report}, "left freed"},
		{"knob", []event{{evRel, relDial, 2}, report, {evRel, relDial, -1}, report},
			"volume_up down, volume_up up, volume_up click, volume_up down, volume_up up, volume_up click, volume_down down, " +
				"volume_down up, volume_down click"},
		{"knob that claims to have turned 2 billion times",
			[]event{{evRel, relDial, -1 << 31}},
			strings.TrimSuffix(strings.Repeat("volume_down down, volume_down up, volume_down click, ", maxDetents), ", ")},
		{"a mouse that moves", []event{{evRel, 0, 5}, {evRel, 1, -5}, report}, ""},
		{"lost events: held keys are let go, the rest of the report does not count",
			[]event{{evKey, keyLeft, 1}, report, {evSyn, synDropped, 0}, {evKey, keyOK, 1}, report,
				{evKey, keyVolume, 1}, report},
			"left down, left up, volume_up down"},
	} {
		var got []string
		timing := usual()
		k := newKeyboard(usualButtons(t), timing, func(e Event) { got = append(got, e.String()) })
		if rest := k.take(encode(c.events...), time.Now()); rest != 0 {
			t.Errorf("%s: %d bytes left", c.name, rest)
		}
		must.Equal(t, strings.Join(got, ", "), c.want, c.name)
	}
}

// TestKeyboardTimes: a device on a pipe that splits events as it likes.
func TestKeyboardTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		ours, theirs := net.Pipe()
		start := time.Now()
		var got []string
		k := newKeyboard(usualButtons(t), usual(), func(e Event) {
			got = append(got, fmt.Sprintf("%d %v", time.Since(start).Milliseconds(), e))
		})
		done := make(chan error)
		go func() { done <- k.run(ctx, ours) }()

		press := hit(keyVolume, 1)
		theirs.Write(press[:5])
		time.Sleep(10 * time.Millisecond)
		theirs.Write(press[5:])
		time.Sleep(905 * time.Millisecond)
		theirs.Write(append(hit(keyVolume, 0), hit(keyLeft, 1)...))
		time.Sleep(100 * time.Millisecond)
		cancel()
		if err := <-done; !errors.Is(err, io.ErrClosedPipe) && !errors.Is(err, net.ErrClosed) {
			t.Errorf("ended with %v", err)
		}
		want := "10 volume_up down, 610 volume_up long, 760 volume_up repeat, 910 volume_up repeat, 915 volume_up up, 915 " +
			"left down, 1015 left up"
		must.Equal(t, strings.Join(got, ", "), want)
	})
}

// TestKeyboardOnAFile: a pipe of the kernel's, with its deadlines and Close.
func TestKeyboardOnAFile(t *testing.T) {
	r, w, err := os.Pipe()
	must.Do(t, err)
	defer w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	events, done := make(chan Event), make(chan error)
	timing := usual()
	timing.Long = Duration(time.Millisecond)
	k := newKeyboard(usualButtons(t), timing, func(e Event) {
		select {
		case events <- e:
		case <-ctx.Done():
		}
	})
	go func() { done <- k.run(ctx, r) }()
	w.Write(hit(keyLeft, 1))
	for _, want := range []Kind{Down, Long, Repeat} {
		must.Equal(t, <-events, Event{Left, want})
	}
	cancel()
	if err := <-done; err == nil {
		t.Error("ended without saying that it was closed")
	}
	if _, err := w.Write([]byte{1}); err == nil {
		t.Error("the device is still open")
	}
}

func TestKeyMap(t *testing.T) {
	m, err := keyMap(map[string]string{"KEY_LEFT": "none", "KEY_A": "left", "0x1ff": "right", "BTN_0": "action",
		"KEY_ENTER": "volume_up", "REL_WHEEL-": "left"})
	must.Do(t, err)
	for k, want := range map[key]Button{
		{evKey, 105, false}: "", {evKey, 106, false}: Right, {evKey, 30, false}: Left, {evKey, 0x1ff, false}: Right,
		{evKey, 0x100, false}: Action, {evKey, 28, false}: VolumeUp, {evKey, 114, false}: VolumeDown,
		{evRel, 8, true}: Left, {evRel, 8, false}: "",
	} {
		must.Equal(t, m[k], want, k)
	}
}

func TestKeyNames(t *testing.T) {
	for name, want := range map[string]key{
		"KEY_ESC": {kind: evKey, code: 1}, "KEY_F12": {kind: evKey, code: 88}, "KEY_102ND": {kind: evKey, code: 86},
		"KEY_MICMUTE": {kind: evKey, code: 248}, "KEY_PLAYCD": {kind: evKey, code: 200}, "KEY_1": {kind: evKey, code: 2},
		"BTN_LEFT": {kind: evKey, code: 0x110}, "BTN_SOUTH": {kind: evKey, code: 0x130}, "KEY_OK": {kind: evKey, code: 0x160},
		"KEY_CHANNELUP": {kind: evKey, code: 0x192}, "KEY_NEXT": {kind: evKey, code: 0x197},
		"KEY_NUMERIC_POUND": {kind: evKey, code: 0x20b}, "105": {kind: evKey, code: 105}, "0x69": {kind: evKey, code: 105},
		"REL_X+": {kind: evRel, code: 0}, "REL_DIAL-": {evRel, 7, true}, "REL_MISC-": {evRel, 9, true},
	} {
		if got, err := parseKey(name); err != nil || got != want {
			t.Errorf("%s is %+v, %v; want %+v", name, got, err, want)
		}
	}
	for _, name := range []string{"", "-", "KEY_", "KEY_-", "LEFT", "key_left", "KEY_LEFT+", "REL_DIAL", "REL_DIAL++",
		"REL_DIAL+-", "REL_", "0", "-1", "70000", "0x300"} {
		if got, err := parseKey(name); err == nil {
			t.Errorf("%q is accepted as %+v", name, got)
		}
	}
	for _, m := range []map[string]string{{"KEY_LEFT": "up"}, {"KEY_LFT": "left"}, {"KEY_LEFT": ""}} {
		if _, err := keyMap(m); err == nil {
			t.Errorf("%v is accepted", m)
		}
	}
}

// FuzzEvents: bytes of a device in pieces make downs and ups that take turns,
// and not more than a few events each.
func FuzzEvents(f *testing.F) {
	f.Add(append(hit(keyLeft, 1), hit(keyLeft, 0)...), uint8(7))
	f.Add(encode(event{evRel, relDial, -5}, event{evSyn, synDropped, 0}, event{evKey, keyOK, 1}), uint8(1))
	f.Fuzz(func(t *testing.T, data []byte, piece uint8) {
		memtest.AtMost(t, 256<<10+1<<10*len(data), func() {
			down, told := map[Button]int{}, 0
			k := newKeyboard(usualButtons(t), usual(), func(e Event) {
				told++
				switch e.Kind {
				case Down:
					down[e.Button]++
				case Up:
					if down[e.Button]--; down[e.Button] < 0 {
						t.Fatalf("%v without down", e)
					}
				}
			})
			var buf [64 * eventSize]byte
			have, now := 0, time.Unix(0, 0)
			for at := 0; at < len(data); {
				n := copy(buf[have:], data[at:min(at+int(piece)+1, len(data))])
				now = now.Add(100 * time.Millisecond)
				have, at = k.take(buf[:have+n], now), at+n
				if have >= eventSize {
					t.Fatalf("%d bytes are kept", have)
				}
				k.step(now)
			}
			if limit := (len(data)/eventSize + 1) * 3 * maxDetents * 8; told > limit+len(data) {
				t.Fatalf("%d events of %d bytes", told, len(data))
			}
			k.release()
			for b, n := range down {
				if n != 0 {
					t.Fatalf("%s is still held", b)
				}
			}
		})
	})
}

func FuzzParseKey(f *testing.F) {
	for _, s := range []string{"KEY_LEFT", "0x69", "REL_DIAL+", "REL_-", "KEY_-"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		memtest.AtMost(t, 64<<10+256*len(name), func() {
			k, err := parseKey(name)
			if err == nil && reflect.DeepEqual(k, key{}) {
				t.Errorf("%q is nothing", name)
			}
		})
	})
}
