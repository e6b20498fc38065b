// SPDX-License-Identifier: Apache-2.0

//go:build linux

package load

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha1"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"image"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// TestHostileSocket: a server of pictures to which the device listens sends what costs most as
// fast as it goes. That ends no device of 128 MiB and takes no whole processor, and its owner is
// served.
func TestHostileSocket(t *testing.T) {
	film, now := frame(2, movie(image.Pt(64, 32), 200, 0)), frame(1, []byte(`{"immediate":true}`))
	for _, row := range []struct {
		why         string
		first, then []byte
	}{
		{"pings", nil, frame(9, nil)},
		{"answers to pings that nobody has sent", nil, frame(10, nil)},
		{"parts of a message that have no bytes", []byte{0x01, 0}, []byte{0x00, 0}},
		{"empty messages", nil, append(frame(1, nil), frame(2, nil)...)},
		{"lists in lists", nil, frame(1, bytes.Repeat([]byte("["), 1<<20-1))},
		{"a film to draw again for each brightness", append(film, now...),
			append(frame(1, []byte(`{"brightness":1}`)), frame(1, []byte(`{"brightness":2}`))...)},
		{"a film after the other", nil, append(film, now...)},
	} {
		t.Run(row.why, func(t *testing.T) {
			r, _ := launchIn(t, "64x32", "[audio]", `allow = ["127.0.0.1"]`)
			host, sent := pushing(t, upgraded, row.first, row.then)
			show(t, r, "com.ledpost.tronbyt", fmt.Sprintf(`{"url":"ws://%s/ws"}`, host))
			eventually.True(t, "the server is listened to", func() bool { return sent.Load() > 0 })
			calms(t, r, 0.6)
			t.Logf("%d bytes were sent", sent.Load())
		})
	}
}

// show adds a widget with these settings, and shows it.
func show(t *testing.T, r bounded, app, settings string) (widget string) {
	t.Helper()
	var made struct{ Widget string }
	_, answer := r.Ask("POST", "/live/apps", fmt.Sprintf(`{"package":%q,"settings":%s}`, app, settings))
	must.Do(t, json.Unmarshal(answer, &made))
	r.Call("PUT", "/api/v2/device/apps/"+app+"/widgets/"+made.Widget+"/activate", "", nil)
	return made.Widget
}

// frame is one of a WebSocket, from a server (RFC 6455, 5.2).
func frame(kind byte, payload []byte) []byte {
	head := []byte{0x80 | kind, byte(len(payload))}
	if len(payload) > 125 {
		head = binary.BigEndian.AppendUint64([]byte{0x80 | kind, 127}, uint64(len(payload)))
	}
	return append(head, payload...)
}

// upgraded is the head of the answer that opens a WebSocket (RFC 6455, 4.2.2).
func upgraded(asked *http.Request) string {
	sum := sha1.Sum([]byte(asked.Header.Get("Sec-WebSocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	return "101 \r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " +
		base64.StdEncoding.EncodeToString(sum[:])
}

// pushing is a server until the end of the test, which answers with a head, sends first, and then
// the same over and over. sent counts the bytes.
func pushing(t *testing.T, head func(*http.Request) string, first, then []byte) (host string, sent *atomic.Int64) {
	ctx := t.Context()
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	context.AfterFunc(ctx, func() { l.Close() })
	sent = new(atomic.Int64)
	serve := func(conn net.Conn) {
		defer context.AfterFunc(ctx, func() { conn.Close() })()
		defer conn.Close()
		asked, err := http.ReadRequest(bufio.NewReader(conn))
		if err != nil {
			return
		}
		_, err = fmt.Fprintf(conn, "HTTP/1.1 %s\r\n\r\n%s", head(asked), first)
		go func() { _, _ = io.Copy(io.Discard, conn) }()
		for many := bytes.Repeat(then, max(1, 4096/len(then))); err == nil; {
			var n int
			n, err = conn.Write(many)
			sent.Add(int64(n))
		}
	}
	go func() {
		for conn, err := l.Accept(); err == nil; conn, err = l.Accept() {
			go serve(conn)
		}
	}()
	return l.Addr().String(), sent
}
