// SPDX-License-Identifier: Apache-2.0

//go:build linux

package load

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/eventually"
)

// TestHostileStation: a radio station sends what is no sound, or titles without end, as fast as
// it goes. That ends no device of 128 MiB and takes no whole processor, and its owner is served.
func TestHostileStation(t *testing.T) {
	const mp3, ogg = "200 OK\r\nContent-Type: audio/mpeg", "200 OK\r\nContent-Type: audio/ogg"
	page := append([]byte("OggS\x00\x00"), make([]byte, 21)...) // of no packet (RFC 3533, 6)
	title := "StreamTitle='" + strings.Repeat(`a="b="`, 670) + "';"
	titles := append([]byte{0, 255}, title+strings.Repeat("\x00", 255*16-len(title))...)
	for _, row := range []struct {
		why, head   string
		first, then []byte
	}{
		{"zeros", mp3, nil, make([]byte, 4096)},
		{"beginnings of frames", mp3, nil, []byte{0xff, 0xfb}},
		{"headers of frames, each without its frame", mp3, nil, []byte{0xff, 0xfb, 0x90, 0x00}},
		{"tags without content", mp3, nil, []byte("ID3\x04\x00\x00\x00\x00\x00\x00")},
		{"a title for each byte", mp3 + "\r\nicy-metaint: 1", nil, titles},
		{"pages without packets", ogg, nil, page},
		{"parts of a WAV that have no bytes", "200 OK\r\nContent-Type: audio/wav", []byte("RIFF\xff\xff\xff\xffWAVE"),
			[]byte("junk\x00\x00\x00\x00")},
		{"a byte in each part of the answer", mp3 + "\r\nTransfer-Encoding: chunked", nil, []byte("1\r\n\x00\r\n")},
		{"a playlist of remarks", "200 OK\r\nContent-Type: audio/x-mpegurl", []byte("#EXTM3U\n"), bytes.Repeat([]byte("#\n"), 99)},
		{"a header without end", "200 OK", nil, []byte("x: y\r\n")},
		{"answers before the answer", "103 Early Hints", nil, []byte("HTTP/1.1 103 Early Hints\r\n\r\n")},
	} {
		t.Run(row.why, func(t *testing.T) {
			r, _ := launchIn(t, "64x32", "[audio]", `allow = ["127.0.0.1"]`, `output = "null"`)
			host, sent := pushing(t, func(*http.Request) string { return row.head }, row.first, row.then)
			const radio = "com.lametric.radio"
			widget := show(t, r, radio, fmt.Sprintf(`{"stations":[{"url":"http://%s/"}]}`, host))
			r.Call("POST", "/api/v2/device/apps/"+radio+"/widgets/"+widget+"/actions", `{"id":"radio.play"}`, nil)
			eventually.True(t, "the station is heard", func() bool { return sent.Load() > 0 })
			calms(t, r, 0.3)
			t.Logf("%d bytes were sent", sent.Load())
		})
	}
}
