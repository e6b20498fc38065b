// SPDX-License-Identifier: Apache-2.0

package tronbyt

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
)

// tronbytRig is a screen of 4×2 pixels, or larger, and its server.
type tronbytRig struct {
	t   *testing.T
	app *Tronbyt

	mu    sync.Mutex // the device's goroutine is whoever has it
	start time.Time
}

// newTronbytRig runs the app with one widget until the test ends. It must be in a
// bubble.
func newTronbytRig(t *testing.T, size image.Point, settings string, h http.HandlerFunc) *tronbytRig {
	t.Helper()
	env := kit.Env{Size: size, Fonts: apptest.SmallFonts(t), Web: apptest.Web(t, h)}
	r := &tronbytRig{t: t, start: time.Now(), app: apptest.Started[*Tronbyt](t, App, env, settings)}
	r.attend(true)
	must.Run(t, func(ctx context.Context) error { return r.app.Run(ctx, r.post) })
	return r
}

// attend says whether the widget is seen, or will be in a moment.
func (r *tronbytRig) attend(due bool) {
	_ = r.post(context.Background(), func(now time.Time) { r.app.Attend(func(string) bool { return due }, now) })
}

func (r *tronbytRig) post(_ context.Context, f func(now time.Time)) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	f(time.Now())
	return nil
}

// step is what the app wants now.
func (r *tronbytRig) step() (now device.Now, words string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now = r.app.Step(time.Now())
	return now, r.app.screens[0].said
}

// shows fails unless the picture is art after so long, once all has come to rest.
func (r *tronbytRig) shows(at time.Duration, why, art string) {
	r.t.Helper()
	time.Sleep(at - time.Since(r.start))
	synctest.Wait()
	now, words := r.step()
	m := image.NewRGBA(image.Rectangle{Max: r.app.Env.Size})
	render.Clear(m)
	now.Views["a"].Root.Draw(m, image.Point{}, 0)
	if got := pixtest.String(m); words != "" || strings.TrimSpace(got) != strings.TrimSpace(pixtest.Clean(art)) {
		r.t.Errorf("after %v %s: it shows %q\n%swant\n%s", at, why, words, got, pixtest.Clean(art))
	}
}

func (r *tronbytRig) says(at time.Duration, want string) {
	r.t.Helper()
	time.Sleep(at - time.Since(r.start))
	synctest.Wait()
	if _, words := r.step(); words != want {
		r.t.Errorf("after %v it says %q, want %q", at, words, want)
	}
}

var (
	redColor   = color.RGBA{255, 0, 0, 255}
	greenColor = color.RGBA{0, 255, 0, 255}
)

// TestTronbytPull: a picture is asked for when the one before is over, with the
// key, and nothing else that a server offers is done.
func TestTronbytPull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		n := 0
		r := newTronbytRig(t, image.Pt(4, 2),
			`{"url":"http://server/7/","key":"k"}`, func(w http.ResponseWriter, req *http.Request) {
				mu.Lock()
				defer mu.Unlock()
				if req.URL.Path != "/7/next" || req.Header.Get("Authorization") != "Bearer k" {
					t.Errorf("asked for %s with %q", req.URL, req.Header.Get("Authorization"))
				}
				w.Header().Set(dwellHeader, "5")
				w.Header().Set("Tronbyt-OTA-URL", "http://server/firmware")
				w.Header().Set("Tronbyt-Reboot", "true")
				if n++; n%2 == 1 {
					w.Write(apptest.PlainPNG(t, 2, 1, redColor))
					return
				}
				w.Header().Set(brightnessHeader, "20")
				w.Write(apptest.PlainPNG(t, 4, 1, greenColor))
			})
		r.shows(time.Second, "twice as large", "RRRR\nRRRR")
		r.shows(4*time.Second, "still", "RRRR\nRRRR")
		r.shows(6*time.Second, "dimmed", "gggg\n....")
		r.shows(12*time.Second, "the third", "RRRR\nRRRR")
	})
}

// made returns the widget of a picture on a panel. It fails the test without one.
func made(t *testing.T, data []byte, size image.Point, percent int, dwell time.Duration) render.Widget {
	t.Helper()
	return must.Get(link{size: size}.picture(t.Context(), data, percent, dwell))(t)
}

// TestTronbytAnimation: a lossless animation of 64×32 shows pixel by pixel.
func TestTronbytAnimation(t *testing.T) {
	data := must.Get(os.ReadFile("../../icons/webp/testdata/lossless.webp"))(t)
	want := must.Get(icons.Decode(data))(t)
	w := made(t, data, image.Pt(64, 32), fullBrightness, time.Minute)
	m, at := image.NewRGBA(image.Rect(0, 0, 64, 32)), time.Duration(0)
	for i, f := range want.Frames {
		render.Clear(m)
		w.Draw(m, image.Point{}, at)
		if !bytes.Equal(m.Pix, f.Image.Pix) {
			t.Fatalf("frame %d differs", i)
		}
		at += f.Delay
	}
	if w.Period() != at {
		t.Errorf("a pass takes %v, want %v", w.Period(), at)
	}
}

// film is a GIF of 2×1 pixels that plays once: n frames of 100 ms, red and black by turns, and the
// last one green.
func film(t *testing.T, n int) []byte {
	g := &gif.GIF{LoopCount: -1}
	for i := range n {
		m := image.NewPaletted(image.Rect(0, 0, 2, 1), color.Palette{color.Black, redColor, greenColor})
		for k := range m.Pix {
			if m.Pix[k] = uint8(1 - i%2); i == n-1 {
				m.Pix[k] = 2
			}
		}
		g.Image, g.Delay = append(g.Image, m), append(g.Delay, 10)
	}
	var b bytes.Buffer
	must.Do(t, gif.EncodeAll(&b, g))
	return b.Bytes()
}

// TestLongPictures: what a picture shows of its frames, whatever their number, and that it goes
// round and round.
func TestLongPictures(t *testing.T) {
	for _, row := range []struct {
		why    string
		frames int
		size   image.Point
		dwell  time.Duration
		want   time.Duration
	}{
		{"all of it, again and again, though its file says once", 5, image.Pt(4, 2), time.Minute, 500 * time.Millisecond},
		{"more than 1,024 frames", 2000, image.Pt(4, 2), time.Hour, 200 * time.Second},
		{"last frame ends with the time", 2000, image.Pt(4, 2), 15 * time.Second, 15 * time.Second},
		{"last frame ends after the time", 2000, image.Pt(4, 2), 1050 * time.Millisecond,
			1100 * time.Millisecond},
		{"memory of a large panel", 2000, image.Pt(1024, 512), time.Hour, 800 * time.Millisecond},
	} {
		data := film(t, row.frames)
		w := made(t, data, row.size, 50, row.dwell)
		if w.Period() != row.want {
			t.Errorf("%s: a pass takes %v, want %v", row.why, w.Period(), row.want)
		}
		later := render.Next(w, 1000*time.Hour)
		if later == render.Forever {
			t.Errorf("%s: it stands still after its first passes", row.why)
		}
		m := image.NewRGBA(image.Rectangle{Max: row.size})
		w.Draw(m, image.Point{}, 200*time.Millisecond)
		if got := m.RGBAAt(row.size.X/2, row.size.Y/2); got.R != 188 {
			t.Errorf("%s: half of red is %v", row.why, got)
		}
	}
}

// TestMAC: what a server learns is the address of the interface that leads to it.
func TestMAC(t *testing.T) {
	all := []ethernet{
		{"02:00:00:00:00:01", []netip.Addr{netip.MustParseAddr("192.168.1.2")}},
		{"02:00:00:00:00:02", []netip.Addr{netip.MustParseAddr("10.0.0.2"), netip.MustParseAddr("fe80::2")}},
	}
	tcp := func(s string) net.Addr { return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(s)) }
	for _, row := range []struct {
		why   string
		local net.Addr
		all   []ethernet
		want  string
	}{
		{"the second leads there", tcp("10.0.0.2:4000"), all, all[1].mac},
		{"over IPv6 with a zone", tcp("[fe80::2%eth1]:4000"), all, all[1].mac},
		{"IPv4 as IPv6", tcp("[::ffff:192.168.1.2]:4000"), all, all[0].mac},
		{"a server on the same machine", tcp("127.0.0.1:4000"), all, all[0].mac},
		{"no interface has one", tcp("127.0.0.1:4000"), nil, ""},
		{"no TCP", &net.UnixAddr{}, all, all[0].mac},
	} {
		if got := macOf(row.local, row.all); got != row.want {
			t.Errorf("%s: %q, want %q", row.why, got, row.want)
		}
	}
}

// TestTronbytTrouble: what is wrong is said once there is no picture any more.
func TestTronbytTrouble(t *testing.T) {
	for _, row := range []struct {
		why, says string
		h         http.HandlerFunc
	}{
		{"the device is unknown there", "Tronbyt: the server answers 404 Not Found", http.NotFound},
		{"no picture",
			"Tronbyt: the picture cannot be read", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "hello") }},
		{"it breaks off",
			"Tronbyt: the server cannot be reached", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }},
	} {
		t.Run(row.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				first := make(chan struct{}, 1)
				first <- struct{}{}
				r := newTronbytRig(t, image.Pt(4, 2),
					`{"url":"http://server/7/next"}`, func(w http.ResponseWriter, req *http.Request) {
						select {
						case <-first:
							w.Write(apptest.PlainPNG(t, 4, 2, redColor))
						default:
							row.h(w, req)
						}
					})
				r.shows(9*time.Minute, "the last picture", "RRRR\nRRRR")
				r.says(11*time.Minute, row.says)
			})
		})
	}
	synctest.Test(t, func(t *testing.T) {
		r := newTronbytRig(t, image.Pt(4, 2), `{}`, func(_ http.ResponseWriter, req *http.Request) {
			t.Errorf("asked for %s", req.URL)
		})
		r.says(time.Hour, "Tronbyt: no server is set")
	})
}

// pushServer plays a script against each connection.
func pushServer(t *testing.T, script func(c *websocket.Conn, hear func(want string))) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c, err := websocket.Accept(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer c.CloseNow()
		script(c, func(want string) {
			t.Helper()
			_, data, err := c.Read(context.Background())
			if err != nil || !strings.Contains(string(data), want) {
				t.Errorf("heard %q (%v), want %s", data, err, want)
			}
		})
		c.Read(context.Background()) // until the screen closes it
	}
}

// listening is a link to a server that plays a script. It shows nothing.
func listening(t *testing.T, script func(c *websocket.Conn, hear func(want string))) link {
	return link{web: apptest.Web(t, pushServer(t, script)), address: address{push: "http://server/7/ws"},
		size: image.Pt(4, 2), push: newPushed(), show: func(context.Context, brought) error { return nil }}
}

// TestTronbytPush: a picture waits until the one before is over, unless the server
// says at once.
func TestTronbytPush(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		say := func(c *websocket.Conn, kind websocket.MessageType, data []byte) {
			if err := c.Write(context.Background(), kind, data); err != nil {
				t.Error(err)
			}
		}
		r := newTronbytRig(t, image.Pt(4, 2), `{"url":"ws://server/7/ws"}`,
			pushServer(t, func(c *websocket.Conn, hear func(string)) {
				hear(`"protocol_version":1`)
				say(c, websocket.MessageText, []byte(`{"dwell_secs":10}`))
				say(c, websocket.MessageText, []byte(`{"a":"thing that is not known"}`))
				say(c, websocket.MessageText, []byte(`no JSON`))
				say(c, websocket.MessageBinary, apptest.PlainPNG(t, 4, 2, redColor))
				hear(`{"queued":1}`)
				hear(`{"displaying":1}`)
				say(c, websocket.MessageBinary, apptest.PlainPNG(t, 4, 2, greenColor))
				hear(`{"queued":2}`)
				hear(`{"displaying":2}`)
				say(c, websocket.MessageBinary, apptest.PlainPNG(t, 4, 2, redColor))
				say(c, websocket.MessageText, []byte(`{"immediate":true}`))
				hear(`{"queued":3}`)
				hear(`{"displaying":3}`)
				time.Sleep(time.Second)
				say(c, websocket.MessageText, []byte(`{"brightness":20}`))
			}))
		r.shows(9*time.Second, "the first", "RRRR\nRRRR")
		now, _ := r.step()
		if now.Again.IsZero() {
			t.Error("nothing says when the picture is too old")
		}
		r.shows(10*time.Second, "the second is over at once", "RRRR\nRRRR")
		r.shows(12*time.Second, "dimmed while it shows", "rrrr\nrrrr")
	})
}

// TestTronbytFullPipe: when a picture cannot be shown the connection ends, however many wait behind it.
func TestTronbytFullPipe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := listening(t, func(c *websocket.Conn, hear func(string)) {
			go func() {
				for range 3 {
					_ = c.Write(context.Background(), websocket.MessageBinary, apptest.PlainPNG(t, 4, 2, redColor))
				}
			}()
			hear("client_info")
			hear("queued")
		})
		gone := errors.New("the device is gone")
		l.show = func(context.Context, brought) error { synctest.Wait(); return gone }
		if err := l.listen(t.Context()); err != gone {
			t.Errorf("%v, want %v", err, gone)
		}
	})
}

// TestTronbytPing: a server that sends without a pause is one that is there.
func TestTronbytPing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := listening(t, func(c *websocket.Conn, hear func(string)) {
			hear("client_info")
			ctx := c.CloseRead(context.Background()) // which answers pings
			for ctx.Err() == nil && c.Write(ctx, websocket.MessageText, []byte(`{"dwell_secs":10}`)) == nil {
			}
		})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(4*pingEvery, cancel)
		if err := l.listen(ctx); ctx.Err() == nil || !errors.Is(err, context.Canceled) {
			t.Errorf("the connection ends: %v", err)
		}
	})
}

// TestTronbytTakesMemory: a message for which there is no memory is not read, and ends the connection.
func TestTronbytTakesMemory(t *testing.T) {
	for _, kind := range []websocket.MessageType{websocket.MessageBinary, websocket.MessageText} {
		synctest.Test(t, func(t *testing.T) {
			l := listening(t, func(c *websocket.Conn, hear func(string)) {
				hear("client_info")
				_ = c.Write(context.Background(), kind, make([]byte, 64<<10))
			})
			l.memory = budget.New(32 << 10)
			if err := l.listen(t.Context()); !errors.Is(err, budget.ErrSpent) || l.memory.Held() != 0 {
				t.Errorf("%v: %v, and %d bytes are held", kind, err, l.memory.Held())
			}
		})
	}
}

// TestPictureTakesMemory: a picture for which there is no memory is not decoded.
func TestPictureTakesMemory(t *testing.T) {
	l := link{size: image.Pt(4, 2), memory: budget.New(16)}
	_, err := l.picture(t.Context(), apptest.PlainPNG(t, 64, 32, redColor), fullBrightness, time.Second)
	if !errors.Is(err, budget.ErrSpent) || l.memory.Held() != 0 {
		t.Errorf("%v, and %d bytes are held", err, l.memory.Held())
	}
}

// TestTronbytComesBack: a connection that ends is opened again.
func TestTronbytComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := make(chan int, 1)
		n <- 0
		r := newTronbytRig(t, image.Pt(4, 2), `{"url":"http://server/7/ws"}`, func(w http.ResponseWriter, req *http.Request) {
			i := <-n
			n <- i + 1
			if i == 0 {
				http.Error(w, "starting", http.StatusServiceUnavailable)
				return
			}
			pushServer(t, func(c *websocket.Conn, hear func(string)) {
				hear("client_info")
				_ = c.Write(context.Background(), websocket.MessageBinary, apptest.PlainPNG(t, 4, 2, greenColor))
				hear("queued")
				hear("displaying")
				if i == 1 {
					c.CloseNow()
				}
			})(w, req)
		})
		r.says(500*time.Millisecond, "Tronbyt: the server answers 503 Service Unavailable")
		r.shows(10*time.Second, "again", "GGGG\nGGGG")
		if i := <-n; i != 3 {
			t.Errorf("%d connections, want 3", i)
		} else {
			n <- i
		}
	})
}

// TestTronbytHeaders: how long a picture shows and how bright it is; what makes no sense counts as unset.
func TestTronbytHeaders(t *testing.T) {
	for seconds, want := range map[int]time.Duration{
		-1: defaultDwell, 0: defaultDwell, 1: time.Second, maxDwell: time.Hour, maxDwell + 1: time.Hour,
	} {
		if got := dwellOf(seconds); got != want {
			t.Errorf("%d s: %v, want %v", seconds, got, want)
		}
	}
	for text, want := range map[string]int{"": 100, "x": 100, "-1": 100, "0": 0, "20": 20, "100": 100, "101": 100} {
		if got := percentOf(text); got != want {
			t.Errorf("%q: %d %%, want %d", text, got, want)
		}
	}
}

func TestTronbytAddress(t *testing.T) {
	for _, row := range []struct{ url, next, push string }{
		{"http://server:8000/abc", "http://server:8000/abc/next", ""},
		{"http://server:8000/abc/", "http://server:8000/abc/next", ""},
		{"https://server/tidbyt/abc/next", "https://server/tidbyt/abc/next", ""},
		{"ws://server:8000/abc/ws", "", "http://server:8000/abc/ws"},
		{"wss://server/abc", "", "https://server/abc/ws"},
		{"http://server/abc/ws", "", "http://server/abc/ws"},
		{"http://server/abc/next?key=1", "http://server/abc/next?key=1", ""},
	} {
		if a, err := parseAddress(row.url); err != nil || a != (address{row.next, row.push}) {
			t.Errorf("%s: %+v, %v", row.url, a, err)
		}
	}
	for _, bad := range []string{"server/abc", "ftp://server/abc", "http:///abc", "http://[", "file:///etc/passwd"} {
		if a, err := parseAddress(bad); err == nil {
			t.Errorf("%s is %+v", bad, a)
		}
		app := New(kit.Env{Size: image.Pt(4, 2)}, nil, 0).(*Tronbyt)
		err := app.Configure(
			[]device.WidgetSettings{{ID: "a", Settings: json.RawMessage(fmt.Sprintf("{%q:%q}", "url", bad))}})
		if err == nil || !strings.HasPrefix(err.Error(), "[0].settings.url: ") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// TestTronbytUnseen: nothing is asked for while nobody sees the widget; each turn begins with the
// last picture, which the next one replaces when it comes.
func TestTronbytUnseen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		asked := 0
		count := func() int {
			synctest.Wait()
			mu.Lock()
			defer mu.Unlock()
			return asked
		}
		slow := false
		r := newTronbytRig(t, image.Pt(4, 2), `{"url":"http://server/7/"}`, func(w http.ResponseWriter, _ *http.Request) {
			mu.Lock()
			asked++
			late := slow
			mu.Unlock()
			if late {
				time.Sleep(5 * time.Second)
			}
			w.Header().Set(dwellHeader, "10")
			w.Write(apptest.PlainPNG(t, 2, 1, redColor))
		})
		r.attend(false)
		time.Sleep(time.Hour)
		before := count()
		if before > 1 { // the first one may have been on its way
			t.Errorf("%d requests while nobody sees it", before)
		}
		r.attend(true)
		if n := count(); n != before+1 {
			t.Errorf("%d requests at the turn, want 1", n-before)
		}
		time.Sleep(25 * time.Second)
		if n := count(); n != before+3 {
			t.Errorf("%d requests in 25 s of turns of 10 s", n-before)
		}
		r.attend(false)
		time.Sleep(2 * time.Hour)
		mu.Lock()
		before, slow = asked, true
		mu.Unlock()
		r.attend(true)
		if n := count(); n != before+1 {
			t.Errorf("%d requests at the next turn, want 1", n-before)
		}
		if _, words := r.step(); words != "" {
			t.Errorf("it says %q in place of the last picture", words)
		}
	})
}

// TestTronbytSetInItsTurn: a widget that shows when its server is set asks it at once, and no turn
// has to end for it: there may be no other widget.
func TestTronbytSetInItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newTronbytRig(t, image.Pt(4, 2), `{}`, func(w http.ResponseWriter, _ *http.Request) {
			w.Write(apptest.PlainPNG(t, 2, 1, redColor))
		})
		r.says(time.Second, "Tronbyt: no server is set")
		_ = r.post(t.Context(), func(time.Time) { apptest.Set(t, r.app, `{"url":"http://server/7/"}`) })
		r.shows(2*time.Second, "what the server draws", "RRRR\nRRRR")
	})
}

// TestTronbytPushUnseen: a server that pushes is connected to in the turns of the widget alone;
// each turn begins with the last picture.
func TestTronbytPushUnseen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		came, open := 0, 0
		push := pushServer(t, func(c *websocket.Conn, hear func(string)) {
			hear("client_info")
			color := redColor
			mu.Lock()
			if came > 1 {
				color = greenColor
			}
			late := came > 1
			mu.Unlock()
			if late {
				time.Sleep(3 * time.Second)
			}
			_ = c.Write(context.Background(), websocket.MessageBinary, apptest.PlainPNG(t, 4, 2, color))
			hear("queued")
			hear("displaying")
		})
		r := newTronbytRig(t, image.Pt(4, 2), `{"url":"ws://server/7/ws"}`, func(w http.ResponseWriter, req *http.Request) {
			mu.Lock()
			came, open = came+1, open+1
			mu.Unlock()
			push(w, req)
			mu.Lock()
			open--
			mu.Unlock()
		})
		connections := func(why string, all, now int) {
			t.Helper()
			synctest.Wait()
			mu.Lock()
			defer mu.Unlock()
			if came != all || open != now {
				t.Errorf("%s: %d connections, %d of them open; want %d and %d", why, came, open, all, now)
			}
		}
		r.shows(time.Second, "the first turn", "RRRR\nRRRR")
		connections("the first turn", 1, 1)
		r.attend(false)
		connections("it is over", 1, 0)
		time.Sleep(time.Hour)
		connections("nobody has seen it for an hour", 1, 0)
		r.attend(true)
		r.shows(time.Since(r.start)+time.Second, "the last picture, while the next one is late", "RRRR\nRRRR")
		connections("the second turn", 2, 1)
		r.shows(time.Since(r.start)+3*time.Second, "the next one", "GGGG\nGGGG")
		r.attend(false)
		connections("it is over again", 2, 0)
	})
}

// TestDimScalesLight holds the brightness of a picture to its light, not to its values: half
// the light is 188 of 255 in sRGB (IEC 61966-2-1), and the transparency stays.
func TestDimScalesLight(t *testing.T) {
	for _, row := range []struct {
		percent  int
		from, to uint8
		because  string
		alpha    uint8
	}{
		{50, 255, 188, "half the light", 255},
		{50, 0, 0, "dark stays dark", 255},
		{0, 255, 0, "nothing is left", 255},
		{100, 90, 90, "full brightness changes nothing", 255},
		{50, 188, 137, "half of half", 77},
	} {
		m := image.NewRGBA(image.Rect(0, 0, 1, 1))
		m.SetRGBA(0, 0, color.RGBA{row.from, row.from, row.from, row.alpha})
		dim(m, row.percent)
		if want := (color.RGBA{row.to, row.to, row.to, row.alpha}); m.RGBAAt(0, 0) != want {
			t.Errorf("%s: %v, want %v", row.because, m.RGBAAt(0, 0), want)
		}
	}
}
