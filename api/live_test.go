// SPDX-License-Identifier: Apache-2.0

package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/internal/must"
)

// running serves r on a port of loopback until the test ends.
func running(t testing.TB, r *rig) (address string) {
	t.Helper()
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	must.Run(t, func(ctx context.Context) error { return r.Run(ctx, l, nil) })
	return l.Addr().String()
}

func dialSocket(
	t *testing.T, address, path string, header http.Header, protocols ...string,
) (*websocket.Conn, *http.Response, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	return websocket.Dial(ctx, "ws://"+address+path, &websocket.DialOptions{HTTPHeader: header, Subprotocols: protocols})
}

// openSocket opens a WebSocket, which ends with the test.
func openSocket(t *testing.T, address, path string, header http.Header, protocols ...string) *websocket.Conn {
	t.Helper()
	c, _, err := dialSocket(t, address, path, header, protocols...)
	must.Do(t, err)
	t.Cleanup(func() { c.CloseNow() })
	return c
}

// over opens a WebSocket on pipes, as a client of the address that has a key.
func over(p *pipes, address, path, key string) (*websocket.Conn, *http.Response, error) {
	dial := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		return p.dial(address), nil
	}}
	return websocket.Dial(context.Background(), "ws://x"+path,
		&websocket.DialOptions{HTTPClient: &http.Client{Transport: dial}, HTTPHeader: keyHeader(key)})
}

func basicHeader() http.Header { return keyHeader(testKey) }

func keyHeader(key string) http.Header {
	r, _ := http.NewRequest("GET", "/", nil)
	r.SetBasicAuth(keys.User, key)
	return r.Header
}

func TestSocketAuth(t *testing.T) {
	r := newRig(t, nil)
	address := running(t, r)
	for _, c := range []struct {
		name      string
		header    http.Header
		protocols []string
		status    int
		chosen    string
	}{
		{"Basic", basicHeader(), nil, 101, ""},
		{"as a browser", http.Header{"Origin": {"http://" + address}}, []string{"ledpost", "ledpost.key." + testKey},
			101, "ledpost"},
		{"the key alone", nil, []string{"ledpost.key." + testKey}, 101, ""},
		{"a page elsewhere that has the key", http.Header{"Origin": {"https://example.com"}},
			[]string{"ledpost", "ledpost.key." + testKey}, 403, ""},
		{"a page at another port of this host", http.Header{"Origin": {"http://127.0.0.1"}},
			[]string{"ledpost", "ledpost.key." + testKey}, 403, ""},
		{"a wrong key", nil, []string{"ledpost", "ledpost.key.0"}, 401, ""},
		{"no key", nil, []string{"ledpost"}, 401, ""},
		{"a page elsewhere, with a key that the browser added",
			http.Header{"Origin": {"https://example.com"}, "Authorization": basicHeader()["Authorization"],
				"Sec-Fetch-Site": {"cross-site"}, "Sec-Fetch-Mode": {"websocket"}}, nil, 401, ""},
	} {
		conn, resp, err := dialSocket(t, address, "/live/frames", c.header, c.protocols...)
		if resp == nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if resp.StatusCode != c.status {
			t.Errorf("%s: %d, want %d", c.name, resp.StatusCode, c.status)
		}
		if conn != nil {
			if conn.Subprotocol() != c.chosen || strings.Contains(fmt.Sprint(resp.Header), testKey) {
				t.Errorf("%s: subprotocol %q, header %v", c.name, conn.Subprotocol(), resp.Header)
			}
			conn.CloseNow()
		}
	}
	if w := r.do("GET", "/live/frames", ""); w.Code != http.StatusUpgradeRequired ||
		w.Header().Get("Upgrade") != "websocket" {
		t.Errorf("no WebSocket: %d", w.Code)
	}
}

func TestLiveFrames(t *testing.T) {
	r := newRig(t, nil)
	conn := openSocket(t, running(t, r), "/live/frames", basicHeader())
	receive := func() []byte {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		kind, m, err := conn.Read(ctx)
		if err != nil || kind != websocket.MessageBinary || len(m) != 4+3*37*8 {
			t.Fatalf("%v, %d bytes, %v", kind, len(m), err)
		}
		return m
	}
	if m := receive(); m[0] != 37 || m[2] != 8 || bytes.ContainsFunc(m[4:], func(r rune) bool { return r != 0 }) {
		t.Errorf("first message %v", m)
	}
	m := image.NewRGBA(image.Rect(0, 0, 37, 8))
	m.Set(1, 0, color.RGBA{9, 8, 7, 255})
	r.preview.Draw(m.Rect, m, image.Point{})
	if got := receive(); !bytes.Equal(got[4:12], []byte{0, 0, 0, 9, 8, 7, 0, 0}) {
		t.Errorf("second message %v", got[:12])
	}
}

// The end of the server is told to browsers; those that do not listen, or talk
// where nothing is read, do not hold it up.
func TestSocketsEndWithTheServer(t *testing.T) {
	served(t, func(t *testing.T, r *rig, plain, _ *pipes, cancel context.CancelFunc) {
		codes := make(chan websocket.StatusCode, 2)
		for _, path := range []string{"/live/frames", "/live/audio"} {
			for _, listens := range []bool{true, false} {
				conn, _, err := over(plain, "192.0.2.7:1000", path, testKey)
				must.Do(t, err)
				must.Do(t, conn.Write(t.Context(), websocket.MessageText, []byte("hello")))
				if listens {
					go func() { codes <- lastCode(conn) }()
				} else {
					defer conn.CloseNow()
				}
			}
		}
		synctest.Wait()
		start := time.Now()
		cancel()
		for range 2 {
			if code := <-codes; code != websocket.StatusGoingAway {
				t.Errorf("ended with %v", code)
			}
		}
		synctest.Wait()
		if d := time.Since(start); d > time.Second {
			t.Errorf("the end took %v", d)
		}
	})
}

// lastCode reads to the end.
func lastCode(c *websocket.Conn) websocket.StatusCode {
	for {
		if _, _, err := c.Read(context.Background()); err != nil {
			return websocket.CloseStatus(err)
		}
	}
}

func TestLiveAudio(t *testing.T) {
	r := newRig(t, nil)
	conn := openSocket(t, running(t, r), "/live/audio", nil, "ledpost", "ledpost.key."+testKey)
	kind, m, err := conn.Read(t.Context())
	if err != nil || kind != websocket.MessageText || string(m) != `{"rate":48000,"channels":2,"format":"s16le"}` {
		t.Errorf("%v %s %v", kind, m, err)
	}
}

// A client that goes is left.
func TestSocketEndsWithTheClient(t *testing.T) {
	r := newRig(t, nil)
	conn := openSocket(t, running(t, r), "/live/frames", basicHeader())
	conn.Close(websocket.StatusNormalClosure, "")
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if r.door.Open() == 0 {
			return
		}
	}
	t.Error("the connection is still there")
}

// listed is an icon in the answer of /live/icons.
type listed struct {
	Name     string   `json:"name"`
	Number   int      `json:"number,omitempty"`
	Source   string   `json:"source"`
	Animated bool     `json:"animated"`
	Thumb    string   `json:"thumb"`
	Words    []string `json:"words,omitempty"`
}

func TestIconRoutes(t *testing.T) {
	r := newRig(t, nil)
	var gif bytes.Buffer
	gif.WriteString(
		"GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;")
	list := func() map[string]listed {
		var all []listed
		must.Do(t, json.Unmarshal(r.do("GET", "/live/icons", "").Body.Bytes(), &all))
		m := map[string]listed{}
		for _, e := range all {
			m[e.Source+" "+e.Name] = e
		}
		return m
	}
	before := len(list())
	for _, c := range []struct {
		method, path, body string
		want               int
	}{
		{"GET", "/live/icons/porch", "", 404},
		{"POST", "/live/icons/porch", gif.String(), 200},
		{"GET", "/live/icons/porch", "", 200},
		{"GET", "/live/icons/DOOR", "", 200},
		{"GET", "/live/icons/620", "", 200},
		{"GET", "/live/icons/a620", "", 200},
		{"GET", "/live/icons/621", "", 404},
		{"GET", "/live/icons/2867_sun", "", 404},
		{"POST", "/live/icons/status-ok", gif.String(), 200},
		{"POST", "/live/icons/porch", "no picture", 400},
		{"POST", "/live/icons/..%2fdoor", gif.String(), 400},
		{"POST", "/live/icons/big", strings.Repeat("x", wire.MaxBody+1), 413},
		{"POST", "/live/icons", gif.String(), 405},
	} {
		wants(t, r.do(c.method, c.path, c.body), c.want, "", c.method, c.path)
	}
	if w := r.do("GET", "/live/icons/status-ok", ""); w.Body.String() != gif.String() {
		t.Error("the built-in icon is given in place of the user's")
	}
	wants(t, r.do("DELETE", "/live/icons/status-ok", ""), 200, "")
	if e := list()["user porch"]; e.Thumb == "" || !strings.HasPrefix(e.Thumb, "data:image/gif;base64,R0lGOD") ||
		e.Animated {
		t.Errorf("listed as %+v", e)
	}
	for _, c := range []struct {
		path string
		want int
	}{{"/live/icons/porch", 200}, {"/live/icons/porch", 404}, {"/live/icons/..%2f..%2fkey", 404}} {
		wants(t, r.do("DELETE", c.path, ""), c.want, "", "DELETE", c.path)
	}
	if after := len(list()); after != before {
		t.Errorf("%d icons, before %d", after, before)
	}
}

// TestIconList: the list of thousands is made of an index without pictures and of
// pictures by name, and may be had in one.
func TestIconList(t *testing.T) {
	r := newRig(t, nil)
	const own = 120 // more than are read at once
	png := "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89"
	for i := range own {
		wants(t, r.do("POST", fmt.Sprintf("/live/icons/own-%d", i), png), 200, "")
	}
	get := func(query string) (all []listed, text string) {
		text = r.do("GET", "/live/icons"+query, "").Body.String()
		if err := json.Unmarshal([]byte(text), &all); err != nil {
			t.Fatalf("%v: %.200s", err, text)
		}
		return all, text
	}
	whole, _ := get("")
	index, text := get("?thumbs=false")
	if len(whole) < own+150 || len(index) != len(whole) || strings.Contains(text, "data:") ||
		strings.Contains(text, `"animated"`) {
		t.Errorf("%d icons, %d in the index: %.300s", len(whole), len(index), text)
	}
	for i, e := range whole {
		if e.Name != index[i].Name || !strings.HasPrefix(e.Thumb, "data:image/") {
			t.Fatalf("%d: %+v, in the index %+v", i, e, index[i])
		}
	}
	some, _ := get("?name=own-7&name=weather-rain&name=nowhere")
	if len(some) != 2 || some[0].Name != "weather-rain" || some[1].Name != "own-7" || some[1].Thumb == "" {
		t.Errorf("by name: %+v", some)
	}
	if none, text := get("?name=nowhere"); none == nil || len(none) != 0 {
		t.Errorf("none: %q", text)
	}
	wants(t, r.do("GET", "/live/icons?"+strings.Repeat("name=a&", 101), ""), 400, "name: 101 of them, want at most 100")
}

func TestSoundRoute(t *testing.T) {
	r := newRig(t, nil)
	for _, c := range []struct {
		path string
		want int
	}{
		{"notifications/cat.wav", 200}, {"alarms/alarm1.wav", 200},
		{"alarms/cat.wav", 404}, {"notifications/cat", 404}, {"notifications/cat.mp3", 404}, {"music/cat.wav", 404},
		{"notifications/..%2fcat.wav", 404},
	} {
		w := r.do("GET", "/live/sounds/"+c.path, "")
		wants(t, w, c.want, "", c.path)
		if c.want == 200 &&
			(!bytes.HasPrefix(w.Body.Bytes(), []byte("RIFF")) || w.Header().Get("Content-Type") != "audio/wav") {
			t.Errorf("%s: %s %.20q", c.path, w.Header().Get("Content-Type"), w.Body)
		}
	}
}

func TestPage(t *testing.T) {
	r := newRig(t, nil)
	for _, c := range []struct {
		method, path string
		want         int
		kind         string
	}{
		{"GET", "/", 200, "text/html"},
		{"HEAD", "/", 200, "text/html"},
		{"POST", "/", 405, "application/json"},
		{"GET", "/nothing.js", 404, "application/json"},
		{"POST", "/nothing.js", 404, "application/json"},
		{"GET", "/../../etc/passwd", 404, "application/json"},
	} {
		w := r.do(c.method, c.path, "")
		if w.Code != c.want || !strings.HasPrefix(w.Header().Get("Content-Type"), c.kind) {
			t.Errorf("%s %s: %d %s", c.method, c.path, w.Code, w.Header().Get("Content-Type"))
		}
	}
}

func TestDescriptionIsServed(t *testing.T) {
	r := newRig(t, nil)
	wants(t, r.do("GET", "/device_description.xml", ""), 200, "<URLBase>http://192.168.1.5:8080</URLBase>")
}

func TestMetrics(t *testing.T) {
	r := newRig(t, nil)
	r.do("POST", "/api/v2/device/notifications", frameOf(`{"text":"x"}`))
	r.do("GET", "/api/v2/device/notifications/12345", "")
	r.do("BREW", "/api/v2/device/display", "")
	r.do("GET", "/wp-login.php", "")
	text := r.do("GET", "/metrics", "").Body.String()
	for _, want := range []string{
		`ledpost_http_requests_total{method="POST",route="/api/v2/device/notifications",status="200"} 1`,
		`ledpost_http_requests_total{method="GET",route="/api/v2/device/notifications/{id}",status="404"} 1`,
		`ledpost_http_requests_total{method="other",route="/api/v2/device/display",status="405"} 1`,
		`ledpost_http_requests_total{method="GET",route="/",status="404"} 1`,
		`ledpost_http_request_seconds_count{route="/api/v2/device/display"} 1`,
		`ledpost_notifications_received_total 1`,
		`ledpost_notifications_ended_total{outcome="expired"} 0`,
		`ledpost_info{version="1.2.3"} 1`, `ledpost_health{part="device"} 0`,
		`ledpost_frames_total 0`,
		`ledpost_icons{source="user"} 0`,
		`ledpost_sound_underruns_total 0`,
		`ledpost_light_lux NaN`,
		`go_goroutines `, `process_resident_memory_bytes `,
	} {
		if !strings.Contains(text, "\n"+want) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(text, testKey) || strings.Contains(text, "wp-login") {
		t.Error("what a client sent is a label")
	}
}

// A fault of ours is told with an id, and what it was is in the log alone.
func TestInternalError(t *testing.T) {
	r := newRig(t, nil)
	var log bytes.Buffer
	r.log = textLog(&log)
	for name, h := range map[string]rest.Handler{
		"an error": func(http.ResponseWriter, *http.Request) error { return errors.New("disk on fire") },
		"a panic":  func(http.ResponseWriter, *http.Request) error { panic("disk on fire") },
	} {
		log.Reset()
		e := &endpoint{server: r.Server, Endpoint: rest.Endpoint{Path: "/", Methods: rest.Methods{"GET": h}}}
		w := recordOf(e, request("GET", "/", ""))
		got := messages(t, w.Body.Bytes())
		id := strings.TrimPrefix(got[0], "Internal error, request ")
		if w.Code != 500 || len(id) != 12 || !strings.Contains(log.String(), id) ||
			!strings.Contains(log.String(), "disk on fire") {
			t.Errorf("%s: %d %q, log %s", name, w.Code, got, log.String())
		}
		if strings.Contains(w.Body.String(), "disk") {
			t.Errorf("%s: told %s", name, w.Body)
		}
	}
	if strings.Contains(log.String(), testKey) {
		t.Error("the key is in the log")
	}
}

// An answer that breaks off is not taken for whole.
func TestBrokenAnswer(t *testing.T) {
	r := newRig(t, nil)
	e := &endpoint{server: r.Server,
		Endpoint: rest.Endpoint{Path: "/", Methods: rest.Methods{"GET": func(w http.ResponseWriter, _ *http.Request) error {
			io.WriteString(w, "half")
			return errors.New("no more")
		}}}}
	defer func() {
		if recover() != http.ErrAbortHandler {
			t.Error("the connection is kept")
		}
	}()
	recordOf(e, request("GET", "/", ""))
}

// The device may not answer; then the client is not kept waiting.
func TestStoppedDevice(t *testing.T) {
	r := newRig(t, nil)
	r.stop()
	wants(t, r.do("GET", "/api/v2/device", ""), http.StatusServiceUnavailable, "", "stopped")
	wants(t, r.do("GET", "/healthz", ""), http.StatusServiceUnavailable, "", "health")
}
