// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// TestGroupsLimit: a device may be in 32 groups.
func TestGroupsLimit(t *testing.T) {
	for n, want := range map[int]string{maxGroups: "", maxGroups + 1: "33 groups, at most 32"} {
		c := Config{Broker: "tcp://x", Groups: slices.Repeat([]string{"a"}, n)}
		if err := c.Check(); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%d groups: %v, want %q", n, err, want)
		}
	}
}

// TestRelative: a file is looked for beside the configuration, unless its path is whole or
// there is none.
func TestRelative(t *testing.T) {
	c := Config{PasswordFile: "secret", CA: "/etc/ca.pem"}
	if c.Relative("/etc/ledpost"); c.PasswordFile != "/etc/ledpost/secret" || c.CA != "/etc/ca.pem" || c.Cert != "" ||
		c.KeyFile != "" {
		t.Errorf("%+v", c)
	}
}

// TestBrokerAddress: an address is a host and a port alone.
func TestBrokerAddress(t *testing.T) {
	for s, want := range map[string]string{
		"tcp://x": "x:1883", "tcp://x/": "x:1883", "tls://x:1": "x:1",
		"tcp://x/a": "", "tcp://x?a=1": "", "tcp://x/?a=1": "", "tcp://": "",
	} {
		if a, err := parseBroker(s); a.host != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v", s, a.host, err)
		}
	}
}

// TestCorrelationBounds: a value of as many bytes as are echoed comes back whole, and a longer one
// not at all, rather than cut; the longest body that is taken is answered with its correlation.
func TestCorrelationBounds(t *testing.T) {
	for _, row := range []struct {
		value, body int // bytes
		echoed      bool
	}{
		{1, 0, false}, {2, 0, true}, {maxCorrelation, 0, true}, {maxCorrelation + 1, 0, false},
		{2, wire.MaxBody, true}, {2, wire.MaxBody + 1, false},
	} {
		value := (`"` + strings.Repeat("x", max(row.value-2, 0)) + `"`)[:row.value]
		body := `{"correlation":` + value + `}`
		body += strings.Repeat(" ", max(row.body-len(body), 0))
		if got := string(correlation([]byte(body))); row.echoed && got != value || !row.echoed && got != "" {
			t.Errorf("%d bytes in %d: %q", row.value, len(body), got)
		}
	}
}

// TestOwnErrorsAreLogged: a client hears no more of the device's own errors than that there
// was one; the log has it.
func TestOwnErrorsAreLogged(t *testing.T) {
	var log bytes.Buffer
	s := &session{Client: &Client{log: slog.New(slog.NewTextHandler(&log, nil))}}
	got := s.faults("notify", errors.New("the disk is full"))
	if len(got) != 1 || got[0].Message != "Internal error" || !strings.Contains(log.String(), "the disk is full") {
		t.Errorf("%+v, logged %q", got, log.String())
	}
}

// TestButtons: what happens to the device's buttons is published, in order, and
// kept by no broker.
func TestButtons(t *testing.T) {
	dev, objects, _ := newDevice(t)
	h := newHub(t)
	c := New(Config{Broker: h.url}, dev, objects, About{}, silent)
	start(t, func(ctx context.Context) { _ = c.Run(ctx) })
	h.await(t, prefix+"/availability", 0, holds("online"))
	until(t, "it knows that it is connected", func() bool { return c.Err() == nil }) // a moment after it has said so
	for _, kind := range []string{"press", "release"} {
		c.Button("action", kind)
	}
	h.await(t, prefix+"/event/button", 0, holds(`{"button":"action","event":"press","source":"button"}`))
	h.await(t, prefix+"/event/button", 1, holds(`{"button":"action","event":"release","source":"button"}`))
	for _, p := range h.on(prefix + "/event/button") {
		if p.FixedHeader.Retain {
			t.Error("an event is retained")
		}
	}
}

// stream is a connection from which given bytes come, and which takes some.
type stream struct {
	net.Conn
	io.Reader
	io.Writer
}

func (s stream) Read(p []byte) (int, error)       { return s.Reader.Read(p) }
func (s stream) Write(p []byte) (int, error)      { return s.Writer.Write(p) }
func (s stream) SetWriteDeadline(time.Time) error { return nil }

func TestBounded(t *testing.T) {
	message := func(kind byte) []byte { return []byte{kind, 6, 0, 1, 'a', 0, 7, 'x'} }
	long := append([]byte{0x30, 0x80, 0x80, 0x80, 0x01}, make([]byte, 2<<20)...) // 2 MiB
	acknowledged := slices.Concat([]byte{0x32, 0x80, 0x80, 0x80, 0x01, 0, 1, 'a', 3, 7}, make([]byte, 2<<20-5))
	large := func(kind byte) []byte { return append([]byte{kind, 0x80, 0x80, 0x40}, make([]byte, 1<<20)...) }
	full := large(0x30)
	ping := []byte{0xd0, 0}
	for _, row := range []struct {
		name     string
		in, want []byte
		skipped  uint64
		err      error
		sent     []byte
	}{
		{"packets pass as they are", slices.Concat(ping, []byte{0x40, 2, 0, 7}, ping),
			slices.Concat(ping, []byte{0x40, 2, 0, 7}, ping), 0, io.EOF, nil},
		{"the largest body passes", slices.Concat(full, ping), slices.Concat(full, ping), 0, io.EOF, nil},
		{"a packet that is too long is left out", slices.Concat(ping, long, ping), slices.Concat(ping, ping), 1, io.EOF, nil},
		{"one that waits for its confirmation gets it", slices.Concat(acknowledged, ping), ping, 1, io.EOF, []byte{0x40, 2, 3, 7}},
		{"but not before it has come whole", acknowledged[:1000], nil, 1, io.EOF, nil},
		{"cut within its topic", acknowledged[:7], nil, 1, io.EOF, nil},
		{"cut within its id", acknowledged[:9], nil, 1, io.ErrUnexpectedEOF, nil},
		{"cut within what is left out", long[:100], nil, 1, io.EOF, nil},
		{"a length without an end", []byte{0x30, 0xff, 0xff, 0xff, 0xff, 0x01}, nil, 0, errMalformed, nil},
		{"cut within the header", []byte{0x30, 0xff}, nil, 0, io.EOF, nil},
		{"nothing", nil, nil, 0, io.EOF, nil},
		{"QoS 1, as subscribed", message(0x32), message(0x32), 0, io.EOF, nil},
		{"retained, sent again", message(0x3b), message(0x3b), 0, io.EOF, nil},
		{"QoS 2, which the library keeps until it is released", message(0x34), nil, 0, errUnasked, nil},
		{"QoS 3", message(0x36), nil, 0, errUnasked, nil},
		{"a code for each filter", []byte{0x90, 4, 0, 1, 0, 1}, []byte{0x90, 4, 0, 1, 0, 1}, 0, io.EOF, nil},
		{"more codes than filters, at which the library panics", []byte{0x90, 5, 0, 1, 0, 1, 1}, nil, 0, errUnasked, nil},
		{"fewer codes than filters", []byte{0x90, 3, 0, 1, 0}, nil, 0, errUnasked, nil},
		{"a greeting as large as a message", large(0x20), nil, 0, errUnasked, nil},
		{"a confirmation as large as a message", large(0x40), nil, 0, errUnasked, nil},
		{"an answer to a ping with content", []byte{0xd0, 1, 0}, nil, 0, errUnasked, nil},
		{"steps of QoS 2", []byte{0x50, 2, 0, 7}, nil, 0, errUnasked, nil},
		{"a release of QoS 2", []byte{0x62, 2, 0, 7}, nil, 0, errUnasked, nil},
		{"another client's packet", []byte{0x82, 6, 0, 1, 0, 1, '#', 1}, nil, 0, errUnasked, nil},
		{"of no kind", []byte{0, 0}, nil, 0, errUnasked, nil},
	} {
		in, sent := newIntake(), new(bytes.Buffer)
		var filters atomic.Int64
		filters.Store(2)
		b := bound(stream{Reader: bytes.NewReader(row.in), Writer: sent}, &filters, in)
		var got []byte
		var err error
		for p := make([]byte, 1000); err == nil; {
			var n int
			n, err = b.Read(p)
			got = append(got, p[:n]...)
		}
		if !bytes.Equal(got, row.want) || !errors.Is(err, row.err) || in.skipped.Load() != row.skipped ||
			!bytes.Equal(sent.Bytes(), row.sent) {
			t.Errorf("%s: %d bytes, %v, %d left out, sent %x; want %d, %v, %d, %x", row.name, len(got), err,
				in.skipped.Load(), sent, len(row.want), row.err, row.skipped, row.sent)
		}
	}
}

// FuzzBounded: whatever a broker sends, what passes is whole packets within the
// limit, and reading it takes little memory.
func FuzzBounded(f *testing.F) {
	f.Add([]byte{0x20, 2, 0, 0, 0x30, 5, 0, 1, 'a', 'x', 'y', 0xd0, 0})
	f.Add([]byte{0x30, 0xff, 0xff, 0xff, 0x7f, 1, 2, 3})
	f.Fuzz(func(t *testing.T, in []byte) {
		memtest.AtMost(t, 64<<10+8*len(in), func() {
			from := newIntake()
			got, err := io.ReadAll(bound(stream{Reader: bytes.NewReader(in), Writer: io.Discard}, new(atomic.Int64), from))
			if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, errMalformed) && !errors.Is(err, errUnasked) {
				t.Fatal(err)
			}
			if len(got) > len(in) || from.skipped.Load() == 0 && !bytes.Equal(got, in[:len(got)]) {
				t.Errorf("%x became %x", in, got)
			}
		})
	})
}

// TestLongText: of a text that is longer than any notification the beginning shows.
func TestLongText(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dev, objects, _ := newDevice(t)
		s := &session{Client: New(Config{Broker: "tcp://broker"}, dev, objects, About{}, silent)}
		must.Get(s.notify(t.Context(), []byte(strings.Repeat("x", 100*note.MaxText))))(t)
		items, err := dev.Queue(t.Context())
		if err != nil || len(items) != 1 {
			t.Fatalf("%d notifications, %v", len(items), err)
		}
		if text := items[0].Frames[0].Text[0].Text; !strings.HasPrefix(text, strings.Repeat("x", note.MaxText-1)) {
			t.Errorf("%d bytes of the text show", len(text))
		}
	})
}
