// SPDX-License-Identifier: Apache-2.0

package hil_test

import (
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/ledpost/ledpost/hil"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// TestStartWithALimit: a device that may not be as bright as it can starts, and what it
// shows is expected that bright.
func TestStartWithALimit(t *testing.T) {
	t.Parallel()
	d := hil.Start(t, hil.Panel("ws2812", "width = 16", "height = 8"),
		hil.Config("[limits]\nbrightness_limit = {min = 2, max = 40}"))
	d.Notify(hello)
	d.Shows(t, hello, 10*time.Second)
}

// TestStartOverARestart: a device that restarts with another configuration stays under
// test.
func TestStartOverARestart(t *testing.T) {
	t.Parallel()
	d := hil.Start(t, hil.Panel("max7219"))
	d.Notify(hello)
	d.Shows(t, hello, 10*time.Second)
	first := d.URL()
	req := must.Get(http.NewRequest("PUT", first+"/live/config", strings.NewReader("name = \"other\"\n")))(t)
	req.SetBasicAuth("dev", d.Key())
	resp := must.Get(http.DefaultClient.Do(req))(t)
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Fatal(resp.Status)
	}
	eventually.True(t, "it has restarted", func() bool { return d.URL() != first })
	other := strings.Replace(hello, "Hello", "Other", 1)
	critical := strings.Replace(other, `{"model"`, `{"priority":"critical","model"`, 1)
	d.Notify(critical)
	d.Shows(t, other, 10*time.Second)
	if len(d.Wires()) != 1 {
		t.Error("no wires")
	}
}

// TestShowsWhatHasGone: a picture counts that was shown since the last Notify, however
// long ago.
func TestShowsWhatHasGone(t *testing.T) {
	t.Parallel()
	d := hil.Start(t, hil.Panel("max7219"))
	d.Notify(`{"model":{"frames":[{"text":"A","duration":1000}]}}`)
	a := strings.Replace(hello, "Hello", "A", 1)
	d.Shows(t, a, 10*time.Second)
	lit := d.Picture()
	eventually.True(t, "it is gone", func() bool {
		now := d.Picture()
		return string(now.Pix) != string(lit.Pix)
	})
	d.Shows(t, a, 0)
	d.Notify(strings.Replace(hello, "Hello", "B", 1))
	r := &recorder{T: t}
	if d.Shows(r, a, 0); r.said == "" {
		t.Error("what was shown before the last Notify counts")
	}
}

// TestShowsWithoutNotify: what stands at the call counts, too.
func TestShowsWithoutNotify(t *testing.T) {
	t.Parallel()
	here := hil.Start(t, hil.Panel("max7219"))
	here.Notify(hello)
	here.Shows(t, hello, 10*time.Second)
	there := hil.At(t, here.URL(), here.Key())
	for range 2 {
		there.Shows(t, hello, 5*time.Second)
	}
}

// lamp is a device of somebody else: 2 by 1 pixels, at 40 %, which closes every other
// connection at once.
func lamp(t *testing.T, pixel uint8) *httptest.Server {
	t.Helper()
	var times atomic.Int32
	mux := http.NewServeMux()
	mux.HandleFunc("/api/v2/device/display", func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, `{"width":8,"height":8,"type":"color","brightness_now":40}`)
	})
	mux.HandleFunc("/live/frames", func(w http.ResponseWriter, r *http.Request) {
		c, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		defer c.CloseNow()
		if times.Add(1)%2 == 1 {
			return
		}
		c.Write(r.Context(), websocket.MessageBinary, frame(t, pixel))
		c.Read(r.Context())
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

// frame is a message of /live/frames with an 8 by 8 picture of an "I", in white dimmed to
// pixel.
func frame(t *testing.T, pixel uint8) []byte {
	t.Helper()
	m := hil.Picture(t, hil.Panel("ws2812", "width = 8", "height = 8"), letter, 0)
	out := binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(nil, 8), 8)
	for i := range 64 {
		if m.RGBAAt(i%8, i/8) == (color.RGBA{A: 0xff}) {
			out = append(out, 0, 0, 0)
		} else {
			out = append(out, pixel, pixel, pixel)
		}
	}
	return out
}

const letter = `{"model":{"cycles":0,"frames":[{"text":"I"}]}}`

// TestAtDims: a device elsewhere is expected as bright as it says it is, and a connection
// that breaks is opened again.
func TestAtDims(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pixel uint8
		right bool
	}{{102, true}, {255, false}, {60, false}} {
		r := &recorder{T: t}
		s := lamp(t, c.pixel)
		d := hil.At(t, s.URL, "key")
		within := 20 * time.Second
		if !c.right {
			within = time.Second
		}
		if d.Shows(r, letter, within); (r.said == "") != c.right {
			t.Errorf("white as %d at 40 %%: said %q", c.pixel, r.said)
		}
	}
}

// TestStartFromAFile: the panel is that of a configuration file, whose other tables are not used.
func TestStartFromAFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "config.toml")
	text := "name = \"kitchen\"\n[http]\naddr = \"192.0.2.1:80\"\n[panel]\ndriver = \"max7219\"\nmodules = 2\n" +
		"port = \"SPI0.1\"\n"
	must.Do(t, os.WriteFile(file, []byte(text), 0o600))
	d := hil.Start(t, hil.File(file))
	d.Notify(letter)
	d.Shows(t, letter, 10*time.Second)
	if size := d.Picture().Rect.Size(); size != image.Pt(16, 8) {
		t.Errorf("its picture has %v pixels", size)
	}
}

// ended is a test that may end: it says why.
type ended struct {
	hil.T
	why string
}

func (e *ended) Fatalf(format string, args ...any) {
	e.why = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// TestEnds: what cannot be tested ends the test, with a sentence that names it.
func TestEnds(t *testing.T) {
	t.Parallel()
	s := lamp(t, 102)
	for want, test := range map[string]func(t hil.T){
		"runs elsewhere": func(t hil.T) { hil.At(t, s.URL, "key").Wires() },
		"lcd":            func(t hil.T) { hil.Start(t, hil.Panel("lcd")) },
		"panel.modul":    func(t hil.T) { hil.Picture(t, hil.Panel("max7219", "modul = 1"), letter, 0) },
		"none.toml":      func(t hil.T) { hil.Start(t, hil.File("none.toml")) },
		"use Panel or File": func(t hil.T) {
			hil.Start(t, hil.Panel("max7219"), hil.Config("[panel]\ndriver = \"ws2812\""))
		},
		"notification":         func(t hil.T) { hil.Picture(t, hil.Panel("max7219"), "{", 0) },
		"1 recordings, want 2": func(t hil.T) { hil.Shots(t, panels["composite"], strings.NewReader("$version x $end")) },
		"shot 2 has no picture": func(t hil.T) {
			hil.Follows(t, panels["max7219"], letter, []hil.Shot{{Picture: image.NewGray(image.Rect(0, 0, 9, 9))}, {}})
		},
		"404": func(t hil.T) { hil.At(t, s.URL, "key").Press("action") },
	} {
		e := &ended{T: t}
		done := make(chan struct{})
		go func() {
			defer close(done)
			test(e)
		}()
		if <-done; !strings.Contains(e.why, want) {
			t.Errorf("it says %q, want %q", e.why, want)
		}
	}
}

// starts is how many devices start and end, one after the other.
const starts = 10

// TestStartsLeaveNothing: no goroutine and no open file is left of devices that have
// ended.
func TestStartsLeaveNothing(t *testing.T) {
	once := func(t *testing.T) {
		d := hil.Start(t, hil.Panel("max7219", "modules = 1"))
		d.Notify(hello)
		d.Shows(t, hello, 10*time.Second)
	}
	t.Run("first", once) // what a process has only once
	goroutines, files := runtime.NumGoroutine(), openFiles(t)
	for range starts {
		t.Run("again", once)
	}
	eventually.True(t, "the goroutines have ended", func() bool { return runtime.NumGoroutine() <= goroutines })
	if left := openFiles(t); len(left) > len(files) {
		t.Errorf("open before: %q, after: %q", files, left)
	}
}

// openFiles returns what is open, by name.
func openFiles(t *testing.T) (names []string) {
	const dir = "/proc/self/fd"
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Skip(err)
	}
	for _, f := range all {
		if to, err := os.Readlink(dir + "/" + f.Name()); err == nil && !strings.Contains(to, "anon_inode") && to != dir {
			names = append(names, to)
		}
	}
	return names
}
