// SPDX-License-Identifier: Apache-2.0

package stations

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/internal/webfetch/webtest"
)

// asking searches a directory whose server is h.
func asking(t *testing.T, directory string, h http.HandlerFunc) *Directory {
	t.Helper()
	web := must.Get(webfetch.New(webfetch.Config{Dial: webtest.Serve(t, h)}))(t)
	return New(Config{Directory: directory}, web)
}

func TestSearch(t *testing.T) {
	const path = "/json/stations/search?hidebroken=true&limit=20&name=jazz+%26+more&order=clickcount&reverse=true"
	for _, row := range []struct{ why, directory, asked string }{
		{"a server", "http://stations.local", path},
		{"with a slash", "http://stations.local/", path},
		{"below a path", "http://stations.local/radio", "/radio" + path},
	} {
		t.Run(row.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var asked atomic.Value
				d := asking(t, row.directory, func(w http.ResponseWriter, r *http.Request) {
					asked.Store(r.URL.String())
					w.Write([]byte(`[{"name":"Jazz","url":"http://a/list.m3u","url_resolved":"http://a/live","codec":"MP3",` +
						`"bitrate":128,"votes":7}]`))
				})
				got, err := d.Search(t.Context(), "jazz & more")
				if want := []Station{{"Jazz", "http://a/live", "MP3", 128}}; err != nil || !slices.Equal(got, want) {
					t.Errorf("%+v, %v, want %+v", got, err, want)
				}
				must.Equal[any](t, asked.Load(), row.asked, "asked for")
			})
		})
	}
}

func TestSearchFails(t *testing.T) {
	for _, row := range []struct {
		why, want string
		answer    http.HandlerFunc
	}{
		{"a fault of the server",
			"the server answers 503 Service Unavailable", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) }},
		{"a page", errForeign.Error(), func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("<html>")) }},
		{"too much",
			webfetch.ErrTooLarge.Error(), func(w http.ResponseWriter, _ *http.Request) { w.Write(make([]byte, maxAnswer+1)) }},
		{"nothing in time", "no answer", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }},
	} {
		t.Run(row.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeoutCause(t.Context(), 5*time.Second, errors.New("no answer"))
				defer cancel()
				found, err := asking(t, "http://stations.local", row.answer).Search(ctx, "x")
				if err == nil || err.Error() != row.want || found != nil {
					t.Errorf("%v, %v, want %q", found, err, row.want)
				}
			})
		})
	}
}

// TestTurns: two searches at once, the third waits for its turn, or for its
// request to end.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int32
		d := asking(t, "http://stations.local", func(w http.ResponseWriter, _ *http.Request) {
			asked.Add(1)
			time.Sleep(time.Second)
			w.Write([]byte(`[]`))
		})
		for range 4 {
			go d.Search(t.Context(), "x")
		}
		synctest.Wait()
		must.Equal(t, asked.Load(), atOnce, "requests at once")
		short, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if _, err := d.Search(short, "x"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v, want that its time is over", err)
		}
		time.Sleep(3 * time.Second)
		must.Equal(t, asked.Load(), 4, "requests in all")
	})
}

func TestParse(t *testing.T) {
	long := strings.Repeat("é", 65)
	for _, row := range []struct {
		why, raw string
		want     []Station // nil = it is no answer of a directory
	}{
		{"nothing found", `[]`, []Station{}},
		{"no list", `{"name":"x"}`, nil},
		{"no JSON", `<html>`, nil},
		{"nothing at all", ``, nil},
		{"broken off", `[{"name":"x","url":"http://a/"},{"na`, nil},
		{"without a resolved URL", `[{"name":"x","url":"http://a/"}]`, []Station{{"x", "http://a/", "", 0}}},
		{"with an empty one", `[{"name":"x","url":"http://a/","url_resolved":""}]`, []Station{{"x", "http://a/", "", 0}}},
		{"with one that cannot be played", `[{"name":"x","url":"https://a/","url_resolved":"rtsp://a/"}]`,
			[]Station{{"x", "https://a/", "", 0}}},
		{"no URL that can", `[{"name":"x","url":"file:///etc/passwd"},{"name":"y"}]`, []Station{}},
		{"a URL that no setting can hold", `[{"url":"http://a/` + strings.Repeat("b", 504) + `"}]`, []Station{}},
		{"the longest one", `[{"url":"http://a/` + strings.Repeat("b", 503) + `"}]`,
			[]Station{{"", "http://a/" + strings.Repeat("b", 503), "", 0}}},
		{"HLS", `[{"name":"x","url":"http://a/","hls":1},{"name":"y","url":"http://b/","hls":0}]`,
			[]Station{{"y", "http://b/", "", 0}}},
		{"a name of several lines", `[{"name":"\t Radio\n\u0000 \u202eOne\u00a0\u00a0 ","url":"http://a/"}]`,
			[]Station{{"Radio One", "http://a/", "", 0}}},
		{"a long name", `[{"name":"` + long + `","url":"http://a/"}]`, []Station{{long[:128], "http://a/", "", 0}}},
		{"a long codec", `[{"codec":"` + strings.Repeat("A", 17) + `","url":"http://a/"}]`,
			[]Station{{"", "http://a/", strings.Repeat("A", 16), 0}}},
		{"a bitrate in bit/s", `[{"url":"http://a/","bitrate":128000}]`, []Station{{"", "http://a/", "", 0}}},
		{"a bitrate below nothing", `[{"url":"http://a/","bitrate":-1}]`, []Station{{"", "http://a/", "", 0}}},
		{"one of another kind among them", `[{"url":7},"x",null,{"name":"y","url":"http://b/","bitrate":64.4}]`,
			[]Station{{"y", "http://b/", "", 64}}},
	} {
		got, err := parse([]byte(row.raw))
		if (err == nil) != (row.want != nil) || !slices.Equal(got, row.want) || err != nil && got != nil {
			t.Errorf("%s: %+v, %v, want %+v", row.why, got, err, row.want)
		}
	}
	many := "[" + strings.Repeat(`{"url":"http://a/"},`, 999) + `{}]`
	must.Equal(t, len(must.Get(parse([]byte(many)))(t)), MaxStations, "of a thousand")
}

// FuzzParse: whatever a directory answers, what comes out fits the settings, and
// costs little.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`[{"name":"Jazz","url":"http://a/list.m3u","url_resolved":"http://a/live","codec":"MP3","bitrate":128,` +
		`"hls":0}]`))
	f.Add([]byte(`[` + strings.Repeat(`{},`, 999) + `{}]`))
	f.Add([]byte(`[{"name":"` + strings.Repeat(`\u202e \ud800`, 99) + `","url":"http://[::1]:80/","bitrate":1e308}]`))
	f.Add([]byte(strings.Repeat(`[`, 999)))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if len(raw) > maxAnswer {
			return
		}
		memtest.AtMost(t, 256<<10+16*len(raw), func() {
			found, err := parse(raw)
			if err != nil && found != nil || len(found) > MaxStations {
				t.Errorf("%d stations, %v", len(found), err)
			}
			for _, s := range found {
				if utf8.RuneCountInString(s.Name) > maxName || utf8.RuneCountInString(s.Codec) > maxCodec ||
					strings.ContainsAny(s.Name+s.Codec, "\n\r\x00") ||
					len(s.URL) > maxURL || webfetch.Check(s.URL) != nil || s.Bitrate < 0 || s.Bitrate > maxBitrate {
					t.Errorf("%+v", s)
				}
			}
		})
	})
}

func TestConfig(t *testing.T) {
	for _, row := range []struct {
		directory, fault string
	}{
		{"", ""},
		{"https://all.api.radio-browser.info", ""},
		{"http://127.0.0.1:8080/radio", ""},
		{"stations.local", `refused: scheme "" is not http or https`},
		{"https://", "refused: no host in the URL"},
	} {
		err := Config{row.directory}.Check()
		if (err == nil) != (row.fault == "") || err != nil && (err.Error() != row.fault || keyerr.Key(err) != "directory") {
			t.Errorf("%q: %v, want %q of directory", row.directory, err, row.fault)
		}
	}
	if found, err := New(Config{}, nil).Search(t.Context(), "jazz"); err != ErrNone || found != nil {
		t.Errorf("without a directory: %v, %v", found, err)
	}
}
