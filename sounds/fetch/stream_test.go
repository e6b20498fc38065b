// SPDX-License-Identifier: Apache-2.0

package fetch_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/webfetch/webtest"
	"github.com/ledpost/ledpost/sounds/fetch"
)

// icy is a radio of the letters a to z, with a title every 101 bytes.
func icy(titles ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Icy-MetaData") == "1" {
			w.Header().Set("icy-metaint", "101")
		}
		for i, title := range titles {
			sound := bytes.Repeat([]byte{byte('a' + i)}, 101)
			w.Write(sound)
			if r.Header.Get("Icy-MetaData") == "1" {
				n := (len(title) + 15) / 16
				w.Write(append([]byte{byte(n)}, title+strings.Repeat("\x00", 16*n-len(title))...))
			}
		}
	}
}

func TestTitles(t *testing.T) {
	c := client(t, fetch.Config{Dial: webtest.Serve(t, icy(
		"StreamTitle='One - Two';StreamUrl='http://x';", "", "StreamTitle='It's late';", "StreamTitle='Caf\xe9\x07';",
		"no title here", "StreamTitle='"+strings.Repeat("x", 4000)+"';"))})
	var titles []string
	resp := must.Get(c.Stream(t.Context(), "http://radio/", func(s string) { titles = append(titles, s) }))(t)
	defer resp.Body.Close()
	sound, err := io.ReadAll(resp.Body)
	if err != nil || len(sound) != 606 || strings.Trim(string(sound), "abcdef") != "" {
		t.Errorf("the sound is %q, %v", sound, err)
	}
	want := []string{"One - Two", "It's late", "Café", strings.Repeat("x", 256)}
	if fmt.Sprint(titles) != fmt.Sprint(want) {
		t.Errorf("titles %q, want %q", titles, want)
	}
}

// TestShoutcast: servers of the first version do not speak HTTP.
func TestShoutcast(t *testing.T) {
	dial := func(ctx context.Context, network, addr string) (net.Conn, error) {
		here, there := net.Pipe()
		go func() {
			there.Read(make([]byte, 4096))
			io.WriteString(there, "ICY 200 OK\r\nicy-name: old\r\ncontent-type: audio/mpeg\r\n\r\nsound")
			there.Close()
		}()
		return here, nil
	}
	resp := must.Get(client(t, fetch.Config{Dial: dial}).Stream(t.Context(), "http://radio/", nil))(t)
	defer resp.Body.Close()
	if sound, err := io.ReadAll(resp.Body); string(sound) != "sound" || err != nil || resp.Type != "audio/mpeg" {
		t.Errorf("%q %q %v", sound, resp.Type, err)
	}
}

func TestPlaylists(t *testing.T) {
	lists := map[string][2]string{
		"/a": {"audio/x-mpegurl", "\ufeff#EXTM3U\r\n#EXTINF:-1,Radio\r\nhttp://radio/sound?a=b\r\nhttp://radio/no\r\n"},
		"/b": {"audio/x-scpls; charset=utf-8",
			"[playlist]\nNumberOfEntries=2\nTitle1=http\nFile1=http://radio/sound\n"},
		"/c.m3u":  {"text/plain", "\n# comment\nsound\n"},
		"/mac":    {"audio/x-mpegurl", "#EXTM3U\r#EXTINF:-1,Radio\rhttp://radio/sound\r"},
		"/spaces": {"audio/x-scpls", "[Playlist]\nfile1 = http://radio/sound\n"},
		"/quoted": {"audio/x-mpegurl", "\"http://radio/sound\"\n"},
		"/xspf": {"application/xspf+xml",
			"<?xml version=\"1.0\"?><playlist><trackList><track><location>\nhttp://radio/sound?a=1&amp;b=2\n" +
				"</location></track></trackList></playlist>"},
		"/d.asx":   {"video/x-ms-asf", "<ASX VERSION=\"3.0\"><Entry><Ref HREF = 'http://radio/sound'/></Entry></ASX>"},
		"/e.asx":   {"text/plain", "<asx><entry><title>none</title></entry></asx>"},
		"/nested":  {"audio/mpegurl", "http://radio/a\n"},
		"/plain":   {"text/plain; charset=utf-8", "#EXTM3U\nhttp://radio/sound\n"},
		"/pls":     {"text/html", "\r\n[Playlist]\r\nFile1=http://radio/sound\r\n"},
		"/lines":   {"text/plain", "http://radio/sound\n"},
		"/mpeg":    {"audio/mpeg", "#EXTM3U\n#EXTINF:-1,Radio\nhttp://radio/sound\n"},
		"/g.m3u":   {"audio/mpeg", "sound\n"},
		"/octets":  {"application/octet-stream", "\ufeff<?xml?><playlist><location>http://radio/sound</location></playlist>"},
		"/nobody":  {"", "https://radio/none\nhttp://radio/sound\n"},
		"/hls":     {"application/vnd.apple.mpegurl", "#EXTM3U\n#EXT-X-VERSION:3\nseg.ts\n"},
		"/empty":   {"audio/x-mpegurl", "#EXTM3U\n"},
		"/loop":    {"audio/x-mpegurl", "http://radio/loop\n"},
		"/endless": {"audio/x-mpegurl", strings.Repeat("#", 1<<20)},
		"/file":    {"audio/x-mpegurl", "file:///etc/passwd\n"},

		"/first-empty":   {"audio/x-scpls", "[playlist]\nFile1=\nFile2=http://radio/sound\n"},
		"/first-quoted":  {"audio/x-scpls", "[playlist]\nFile1=\"\"\nFile2=\"http://radio/sound\"\n"},
		"/all-empty":     {"audio/x-scpls", "[playlist]\nFile1=\nFile2= \n"},
		"/mms":           {"audio/x-mpegurl", "mms://radio/x\nrtsp://radio/x\nHTTP://radio/sound\n"},
		"/mms.asx":       {"", "<asx><Ref href='mms://radio/x'/><Ref href=''/><ref href=\"http://radio/sound\"/></asx>"},
		"/mms.pls":       {"", "[playlist]\nFile1=mms://radio/x\nFile2=http://radio/sound\n"},
		"/mms-alone":     {"audio/x-mpegurl", "mms://radio/x\n"},
		"/no-host":       {"audio/x-mpegurl", "http:///x\nhttp://radio/sound\n"},
		"/reference":     {"text/plain", "[Reference]\r\nRef1=http://radio/sound?MSWMExt=.asx\r\nRef2=http://radio/no\r\n"},
		"/reference.asx": {"video/x-ms-asf", "[Reference]\r\nRef1=mms://radio/x\r\nref2 = http://radio/sound\r\n"},
		"/entry.asx":     {"video/x-ms-asf", "<asx version=\"3\"><EntryRef href=\"http://radio/reference.asx\"/></asx>"},
		"/and.asx":       {"video/x-ms-asf", "<asx><ref href=\"http://radio/sound?a=1&copy=2\"/></asx>"},
		"/cdata": {"application/xspf+xml",
			"<playlist><location><![CDATA[http://radio/sound?a=1&copy=2]]></location></playlist>"},
		"/cdata-lines":   {"", "<playlist><location>\n<![CDATA[\nhttp://radio/sound\n]]>\n</location></playlist>"},
		"/comment":       {"text/plain", "# Radio Österreich, aus Wien\nhttp://radio/sound\n"},
		"/comment-cut":   {"text/plain", "# " + strings.Repeat("x", 29) + "Ö\nhttp://radio/sound\n"},
		"/comment-cut-2": {"text/plain", "# " + strings.Repeat("x", 28) + "\u20ac\nhttp://radio/sound\n"},
		"/blank":         {"text/html", strings.Repeat(" \r\n\t", 9) + "[playlist]\nFile1=http://radio/sound\n"},
		"/blank-more":    {"text/html", "\ufeff" + strings.Repeat("\n", 4000) + "http://radio/sound\n"},
		"/real.ram":      {"", "rtsp://radio/x\nhttp://radio/sound\n"},
		"/bar.m3u":       {"", "#EXTM3U\n#EXTINF:-1 id=\"x\",Radio\nhttp://radio/sound|User-Agent=x&Referer=http://x/\n"},
		"/latin.m3u":     {"text/plain", "# Radio \xd6sterreich, aus Wien\nhttp://radio/sound\n"},
		"/wide.m3u":      {"application/octet-stream", sixteen("\ufeff#EXTM3U\r\nhttp://radio/sound\r\n", false)},
		"/wide-typed":    {"audio/x-scpls", sixteen("\ufeff[playlist]\nTitle1=\u65e5\nFile1=sound\n", true)},
		"/cyrillic": {"audio/x-mpegurl",
			"#EXTM3U\n#EXTINF:-1,\xd0\xe0\xe4\xe8\xee \xd0\xee\xf1\xf1\xe8\xe8\nhttp://radio/sound\n"},
		"/cyrillic-plain": {"text/plain",
			"#EXTM3U\n#EXTINF:-1,\xd0\xe0\xe4\xe8\xee \xd0\xee\xf1\xf1\xe8\xe8\nhttp://radio/sound\n"},
		"/greek":     {"audio/x-mpegurl", "#EXTINF:-1,\xd1\xe1\xe4\xe9\xef\xf6\xf9\xed\xdf\xe1\nsound\n"},
		"/greek.pls": {"audio/x-scpls", "[playlist]\nTitle1=\xd1\xe1\xe4\xe9\xef\xf6\xf9\xed\xdf\xe1\nFile1=sound\n"},
		"/remark":    {"audio/x-mpegurl", "# \xd0\xe0\xe4\xe8\xee\xd0\xee\xf1\xf1\xe8\xe8\nsound\n"},
		"/space":     {"audio/x-mpegurl", "sound?a= &b= c\n"},
		"/prefix": {"", "<?xml version=\"1.0\"?><x:playlist><x:location>http://radio/none</x:location><x:trackList>" +
			"<x:track><x:location>http://radio/sound</x:location></x:track></x:trackList></x:playlist>"},
		"/bare.asx": {"", "<asx><entry><ref href=http://radio/sound/></entry></asx>"},
		"/icy":      {"text/plain", "icy://radio/sound\n"},
		"/query":    {"audio/x-mpegurl", "sound?id=3\n"},
		"/pairs":    {"audio/x-scpls", "[playlist]\nTitle1=sound\nLength1=-1\nfile1=sound\n"},
	}
	c := client(t, fetch.Config{Dial: webtest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/sound" && len(r.URL.Query().Get("a")) < 2 { // else &copy= was read as a sign
			hello(w, r)
			return
		}
		w.Header().Set("Content-Type", lists[r.URL.Path][0])
		io.WriteString(w, lists[r.URL.Path][1])
	}))})
	for path := range lists {
		ok := !slices.Contains([]string{"/e.asx", "/hls", "/empty", "/loop", "/endless", "/file", "/nobody",
			"/all-empty", "/mms-alone"}, path)
		resp, err := c.Stream(t.Context(), "http://radio"+path, nil)
		if (err == nil) != ok {
			t.Errorf("%s: %v", path, err)
		}
		if err == nil {
			if data, _ := io.ReadAll(resp.Body); string(data) != "hello" {
				t.Errorf("%s: %q", path, data)
			}
			resp.Body.Close()
		}
	}
}

// sixteen is text in UTF-16, of the larger byte first or last.
func sixteen(text string, larger bool) string {
	var out []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		if larger {
			out = append(out, byte(unit>>8), byte(unit))
		} else {
			out = append(out, byte(unit), byte(unit>>8))
		}
	}
	return string(out)
}

// TestDownloadOfPlaylist: what a message plays may be a playlist, too, whatever its server calls it.
func TestDownloadOfPlaylist(t *testing.T) {
	for begin, want := range map[string]error{"#EXTM3U\nhttp://radio/sound\n": fetch.ErrStream, "ID3\x04": nil,
		"fLaC\x00\x00\x00\x22": nil} {
		c := client(t, fetch.Config{Dial: webtest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "audio/mpeg")
			io.WriteString(w, begin)
		}))})
		for _, path := range []string{"/live", "/live.m3u", "/live.pls"} {
			d := c.Download("http://radio" + path)
			d.Run(t.Context())
			data, err := io.ReadAll(d.Reader(t.Context()))
			if !errors.Is(err, want) || want == nil && string(data) != begin {
				t.Errorf("%q at %s: %q, %v, want %v", begin, path, data, err, want)
			}
			d.Close()
		}
	}
}

// TestSoundIsNoPlaylist: what begins as sound comes whole, whatever the path says.
func TestSoundIsNoPlaylist(t *testing.T) {
	for _, begin := range []string{"ID3\x04", "\xff\xfb\x90\x64", "OggS\x00", "", "R", " \r\n\xff\xfb",
		"#\x01", "# \xff\xfb\x90", "fLaC\x00\x00\x00\x22", "RIFF$\x00\x00\x00WAVEfmt ", "\xff\xf1\x50\x80",
		"0&\xb2u\x8ef\xcf\x11", "\x00\x00\x00\x20ftypM4A "} {
		c := client(t, fetch.Config{Dial: webtest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", r.URL.Query().Get("type"))
			io.WriteString(w, begin+strings.Repeat("\xaa", 99*len(begin)))
		}))})
		for _, path := range []string{"/live?type=audio/mpeg", "/live.m3u?type=audio/mpeg", "/live.m3u", "/live.m3u8",
			"/live.pls?type=audio/flac", "/live.xspf", "/live.asx", "/live?type=audio/x-mpegurl",
			"/live.pls?type=audio/x-scpls"} {
			if slices.Contains([]string{"", "R", "# \xff\xfb\x90"}, begin) && strings.Contains(path, "-") {
				continue // a playlist of nothing, or of text in another coding
			}
			resp, err := c.Stream(t.Context(), "http://radio"+path, nil)
			if err != nil {
				t.Errorf("%q at %s: %v", begin, path, err)
				continue
			}
			if data, err := io.ReadAll(resp.Body); len(data) != 100*len(begin) || err != nil {
				t.Errorf("%q at %s: %d bytes, %v", begin, path, len(data), err)
			}
			resp.Body.Close()
		}
	}
}

// TestNamesHLS: an owner reads what a station is that cannot be played.
func TestNamesHLS(t *testing.T) {
	for list, want := range map[string]string{
		"#EXTM3U\n#EXT-X-VERSION:3\nseg.ts\n":                                         "HLS is not supported",
		"#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=96000,CODECS=\"mp4a.40.2\"\nlow.m3u8\n": "HLS of AAC is not supported",
		"#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\npiece1.aac\n":                "HLS of AAC is not supported",
	} {
		c := client(t, fetch.Config{Dial: webtest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/vnd.apple.mpegurl")
			io.WriteString(w, list)
		}))})
		_, err := c.Stream(t.Context(), "http://radio/live.m3u8", nil)
		must.Fail(t, err, want, list)
	}
}

func TestFaultyMetaint(t *testing.T) {
	for _, v := range []string{"0", "-5", "x", "99999999999"} {
		c := client(t, fetch.Config{Dial: webtest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("icy-metaint", v)
		}))})
		if _, err := c.Stream(t.Context(), "http://radio/", nil); err == nil {
			t.Errorf("icy-metaint %q was accepted", v)
		}
	}
}

// FuzzStream plays the server of a radio and of a playlist.
func FuzzStream(f *testing.F) {
	f.Add("HTTP/1.0 200 OK\r\nicy-metaint: 4\r\n\r\nabcd\x01StreamTitle='a';abcd\x00")
	f.Add("ICY 200 OK\r\ncontent-type: audio/x-mpegurl\r\n\r\nhttp://x/\n")
	f.Add("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nicy-metaint: 1\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
	f.Fuzz(func(t *testing.T, answer string) {
		memtest.AtMost(t, 1<<20+64*len(answer), func() {
			dial := func(ctx context.Context, network, addr string) (net.Conn, error) {
				here, there := net.Pipe()
				go func() {
					there.Read(make([]byte, 4096))
					io.WriteString(there, answer)
					there.Close()
				}()
				return here, nil
			}
			c, _ := fetch.New(fetch.Config{Dial: dial})
			resp, err := c.Stream(t.Context(), "http://radio/", func(s string) {
				if len([]rune(s)) > 256 {
					t.Errorf("title of %d characters", len(s))
				}
			})
			if err != nil {
				return
			}
			defer resp.Body.Close()
			if data, _ := io.ReadAll(resp.Body); len(data) > len(answer) {
				t.Errorf("%d bytes of sound in an answer of %d", len(data), len(answer))
			}
		})
	})
}

// TestMemory: a file is taken from the budget as it comes, and held until it is closed.
func TestMemory(t *testing.T) {
	const size = 300_000
	c := client(t, fetch.Config{Dial: webtest.Serve(t, http.HandlerFunc(
		func(w http.ResponseWriter, _ *http.Request) { w.Write(make([]byte, size)) }))})
	b := budget.New(2 * size)
	c.Bound(b)
	whole, second := c.Download("http://host/"), c.Download("http://host/")
	if whole.Run(t.Context()); whole.Failed() || b.Held() < size {
		t.Errorf("failed is %v, %d bytes held", whole.Failed(), b.Held())
	}
	if second.Run(t.Context()); !second.Failed() {
		t.Error("there is room for two")
	}
	if _, err := io.ReadAll(second.Reader(t.Context())); !errors.Is(err, budget.ErrSpent) {
		t.Error(err)
	}
	second.Close()
	if whole.Close(); b.Held() != 0 {
		t.Errorf("%d bytes are left", b.Held())
	}
	closed := c.Download("http://host/")
	closed.Close()
	if closed.Run(t.Context()); !closed.Failed() || b.Held() != 0 {
		t.Errorf("of one that nobody wants any more %d bytes are held", b.Held())
	}
}
