// SPDX-License-Identifier: Apache-2.0

package network

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/command/commandtest"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// TestSendPace: a frame is sent when it is due, one that stands once a second so that the
// device does not take the sender for gone, and a picture without movement for ten seconds.
func TestSendPace(t *testing.T) {
	size, ms := image.Pt(8, 8), func(all ...int) (out []time.Duration) {
		for _, n := range all {
			out = append(out, time.Duration(n)*time.Millisecond)
		}
		return out
	}
	raw := bytes.Repeat([]byte{9}, 3*3*8*8)
	for _, row := range []struct {
		name string
		cmd  sendCmd
		path string
		ends time.Duration // the user interrupts; 0 = never
		want []time.Duration
		took time.Duration
	}{
		{"a picture", sendCmd{fps: 30}, commandtest.PNG(t, commandtest.Painted(8, 8, color.White)), 0,
			ms(0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000), 10 * time.Second},
		{"a GIF", sendCmd{fps: 30}, commandtest.GIF(t, 3), 0, ms(0, 100, 300), 600 * time.Millisecond},
		{"again and again", sendCmd{fps: 30, loop: true}, commandtest.GIF(t, 2), time.Second,
			ms(0, 100, 300, 400, 600, 700, 900), time.Second},
		{"raw frames", sendCmd{fps: 4}, "-", 0, ms(0, 250, 500), 750 * time.Millisecond},
	} {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if row.ends > 0 {
					time.AfterFunc(row.ends-time.Nanosecond, cancel)
				}
				begun, at := time.Now(), []time.Duration(nil)
				err := row.cmd.play(ctx, command.Streams{In: bytes.NewReader(raw)}, row.path, size, func(m *image.RGBA) error {
					at = append(at, time.Since(begun))
					return nil
				})
				if took := time.Since(begun).Round(time.Microsecond); err != nil || !slices.Equal(at, row.want) ||
					took != row.took {
					t.Errorf("%v: sent after %v, over after %v; want %v, %v", err, at, took, row.want, row.took)
				}
			})
		})
	}
}

// TestSendEnds with the error of the device or of the file.
func TestSendEnds(t *testing.T) {
	gone := errors.New("nobody listens")
	for _, row := range []struct {
		name, path string
		send       error
		want       string
	}{
		{"the device is gone", commandtest.GIF(t, 2), gone, "nobody listens"},
		{"half a frame", "-", nil, "the last frame is cut off; a frame of 8x8 has 192 bytes"},
		{"no such file", "/nowhere/a.png", nil, "no such file"},
		{"no picture", commandtest.File(t, "b.gif", "GIF89a"), nil, "icon"},
	} {
		synctest.Test(t, func(t *testing.T) {
			c := sendCmd{fps: 30, loop: row.path != "-"}
			err := c.play(t.Context(), command.Streams{In: strings.NewReader("half")}, row.path,
				image.Pt(8, 8), func(*image.RGBA) error { return row.send })
			must.Fail(t, err, row.want, row.name)
		})
	}
}

// TestScaled: a picture keeps its proportions in the middle of the panel, on black.
func TestScaled(t *testing.T) {
	red := color.RGBA{255, 0, 0, 255}
	for _, row := range []struct {
		name string
		w, h int
		lit  image.Rectangle // on a panel of 16x8
	}{
		{"as large as the panel", 16, 8, image.Rect(0, 0, 16, 8)},
		{"a square", 32, 32, image.Rect(4, 0, 12, 8)},
		{"wide", 64, 8, image.Rect(0, 3, 16, 5)},
		{"high", 2, 64, image.Rect(8, 0, 9, 8)},
		{"a line", 640, 1, image.Rect(0, 4, 16, 5)},
		{"small", 2, 1, image.Rect(0, 0, 16, 8)},
	} {
		out := scaled(commandtest.Painted(row.w, row.h, red), image.Pt(16, 8))
		for y := range 8 {
			for x := range 16 {
				got := out.RGBAAt(x, y)
				if inside := image.Pt(x, y).In(row.lit); got.A != 255 || (got.R > 100) != inside {
					t.Fatalf("%s: %v at %d, %d; lit should be %v", row.name, got, x, y, row.lit)
				}
			}
		}
	}
}

// TestSendDDP: the pixels of standard input as a display of DDP gets them.
func TestSendDDP(t *testing.T) {
	display := must.Get(net.ListenPacket("udp", "127.0.0.1:0"))(t)
	defer display.Close()
	var frame []byte
	for i := range 8 * 8 {
		frame = append(frame, byte(i), byte(i+1), byte(i+2))
	}
	args := []string{"send", "--protocol", "ddp", "--to", display.LocalAddr().String(), "--size", "8x8",
		"--fps", "120", "-"}
	must.Do(t, room.Run(t.Context(), args, command.Streams{In: bytes.NewReader(frame)}))
	packet := make([]byte, 2000)
	_ = display.SetReadDeadline(time.Now().Add(eventually.Patience))
	n, _, err := display.ReadFrom(packet)
	if err != nil || n != 10+len(frame) || !bytes.Equal(packet[10:n], frame) {
		t.Errorf("%v, %d bytes: % x", err, n, packet[:min(n, 40)])
	}
}

// lamp is a device that streams: what it was asked, and the packets that came.
type lamp struct {
	*httptest.Server
	udp   net.PacketConn
	asked []string
}

func newLamp(t *testing.T, about, started string) *lamp {
	t.Helper()
	l := &lamp{}
	var err error
	if l.udp, err = net.ListenPacket("udp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.udp.Close() })
	started = strings.ReplaceAll(started, "PORT", fmt.Sprint(l.udp.LocalAddr().(*net.UDPAddr).Port))
	l.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		l.asked = append(l.asked, r.Method+" "+r.URL.Path)
		switch r.URL.Path {
		case "/api/v2/device/stream":
			_, _ = io.WriteString(w, about)
		case "/api/v2/device/stream/start":
			_, _ = io.WriteString(w, started)
		default:
			_, _ = io.WriteString(w, "{}")
		}
	}))
	t.Cleanup(l.Close)
	return l
}

// TestSendLMSP: the device is asked for its size, a session is opened and closed again, and
// the pixels go to its port.
func TestSendLMSP(t *testing.T) {
	const about = `{"canvas":{"pixel":{"size":{"width":16,"height":8}}}}`
	const started = `{"success":{"data":{"port":PORT,"session_id":"00112233445566778899aabbccddeeff"}}}`
	l := newLamp(t, about, started)
	frame := bytes.Repeat([]byte{1, 2, 3}, 16*8)
	args := []string{"send", "--to", l.URL, "--key", mine, "--fps", "120", "-"}
	must.Do(t, room.Run(t.Context(), args, command.Streams{In: bytes.NewReader(frame)}))
	if want := []string{"GET /api/v2/device/stream", "PUT /api/v2/device/stream/start",
		"PUT /api/v2/device/stream/stop"}; !slices.Equal(l.asked, want) {
		t.Errorf("asked %q, want %q", l.asked, want)
	}
	packet := make([]byte, 2000)
	_ = l.udp.SetReadDeadline(time.Now().Add(eventually.Patience))
	n, _, err := l.udp.ReadFrom(packet)
	if err != nil || !bytes.HasPrefix(packet, []byte("lmsp\x01\x00\x00\x11\x22\x33")) ||
		!bytes.HasSuffix(packet[:n], frame) {
		t.Errorf("%v, %d bytes: % x", err, n, packet[:min(n, 40)])
	}
	for _, row := range []struct{ name, about, started, want string }{
		{"another device", `[]`, started, "answer of the device"},
		{"no size", `{}`, started, "0x0"},
		{"no session", about, `[]`, "answer of the device"},
		{"malformed session", about, `{"success":{"data":{"port":PORT,"session_id":"xyz"}}}`, "session"},
	} {
		l := newLamp(t, row.about, row.started)
		err := room.Run(t.Context(), []string{"send", "--to", l.URL, "--key", mine, "-"},
			command.Streams{In: strings.NewReader("")})
		must.Fail(t, err, row.want, row.name)
	}
}

// TestSendVideo: whatever is no GIF or PNG goes through ffmpeg, whose complaint is told.
func TestSendVideo(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	video := commandtest.File(t, "a.mp4", "video")
	send := func(path string) (frames int, err error) {
		c := sendCmd{fps: 25}
		err = c.frames(t.Context(), command.Streams{}, path, image.Pt(8, 8), func(*image.RGBA, time.Duration) error {
			frames++
			return nil
		})
		return frames, err
	}
	_, err := send(video)
	must.Fail(t, err, "ffmpeg, which reads other formats, is not installed", "without ffmpeg")
	ffmpeg := func(script string) {
		must.Do(t, os.WriteFile(filepath.Join(dir, "ffmpeg"), []byte("#!/bin/sh\n"+script+"\n"), 0o700))
	}
	ffmpeg(`case "$*" in *"-i file:` + video + ` "*"fps=25,scale=8:8:"*) printf '%0384d' 0;; esac`) // two frames
	must.Equal(t, must.Get(send(video))(t), 2, "frames")
	_, err = send("/nowhere/a.mp4")
	must.Fail(t, err, "no such file", "no such file")
	ffmpeg("echo broken >&2; exit 1")
	_, err = send(video)
	must.Fail(t, err, "a.mp4: broken", "a file that ffmpeg cannot read")
}

// TestSendFlags: what cannot be sent is refused with 2.
func TestSendFlags(t *testing.T) {
	for _, row := range []struct{ args, want string }{
		{"", "want one file"},
		{"--fps 0.5 a.gif", "--fps 0.5, want 1 to 120"},
		{"--fps 121 a.gif", "--fps 121, want 1 to 120"},
		{"--loop -", "--loop is for a file"},
		{"--protocol udp a.gif", `--protocol "udp"`},
		{"--protocol ddp --to 127.0.0.1 a.gif", `size ""`},
		{"--protocol ddp --to 127.0.0.1 --size 7x8 a.gif", `size "7x8"`},
		{"--protocol ddp --to 127.0.0.1 --size 16x257 a.gif", `size "16x257"`},
		{"--protocol ddp --to http://127.0.0.1 --size 8x8 a.gif", "DDP wants HOST or HOST:PORT"},
	} {
		err := room.Run(t.Context(), append([]string{"send"}, strings.Fields(row.args)...),
			command.Streams{In: strings.NewReader("")})
		if err == nil || command.ExitCode(err) != 2 || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%q: %v, want %q", row.args, err, row.want)
		}
	}
	for _, fps := range []string{"1", "120"} { // the limits themselves are taken, and the file is not there
		err := room.Run(t.Context(),
			[]string{"send", "--protocol", "ddp", "--to", "127.0.0.1:9", "--size", "8x8", "--fps", fps, "/nowhere/a.gif"},
			command.Streams{})
		if err == nil || command.ExitCode(err) != 1 {
			t.Errorf("--fps %s: %v", fps, err)
		}
	}
}
