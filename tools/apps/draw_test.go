// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/must"
)

// TestMain is also the process that draws: the supervisor starts its own program again.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "draw" {
		if err := drawAlone(os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// now is a moment that every test takes for the present.
var now = time.Date(2027, 3, 14, 15, 9, 26, 0, time.UTC)

// try is one drawing of a test.
type try struct {
	request applet.Request
	files   map[string][]byte
	fetch   applet.Fetcher
	most    time.Duration
}

// of returns the drawing of an app on 64×32 pixels.
func of(source string) try {
	return try{applet.Request{App: "test", Main: "test.star", Width: 64, Height: 32, Now: now},
		map[string][]byte{"test.star": []byte(source)}, applet.Offline, applet.MaxTime}
}

// draw draws as the device does, and returns also the most memory that the process had.
func (d try) draw(t *testing.T) (drawing applet.Drawing, memory int, err error) {
	t.Helper()
	ours, theirs := net.Pipe()
	ended := make(chan *os.ProcessState, 1)
	go func() {
		state, err := supervise(theirs, d.most)
		if err != nil {
			t.Error(err)
		}
		theirs.Close()
		ended <- state
	}()
	drawing, err = applet.Draw(context.Background(), ours, d.request, d.files, d.fetch)
	state := <-ended
	if state == nil {
		t.Fatal("no process was started")
	}
	return drawing, int(state.SysUsage().(*syscall.Rusage).Maxrss) << 10, err
}

// hugePNG is the beginning of a picture of 20,000×20,000 pixels, whose memory a decoder takes at
// once.
func hugePNG(t *testing.T) string {
	var b bytes.Buffer
	must.Do(t, png.Encode(&b, image.NewRGBA(image.Rect(0, 0, 1, 1))))
	data := b.Bytes()
	binary.BigEndian.PutUint32(data[16:], 20000)
	binary.BigEndian.PutUint32(data[20:], 20000)
	binary.BigEndian.PutUint32(data[29:], checksum(data[12:29]))
	return base64.StdEncoding.EncodeToString(data)
}

// checksum is the CRC of a chunk of PNG.
func checksum(b []byte) (c uint32) {
	c = 1<<32 - 1
	for _, x := range b {
		c ^= uint32(x)
		for range 8 {
			c = c>>1 ^ 0xedb88320*(c&1)
		}
	}
	return ^c
}

// TestHostile: no app takes more time, memory or pictures than it may.
func TestHostile(t *testing.T) {
	const endless, short = "longer than 2s", 2 * time.Second
	full := fmt.Sprintf("%d MiB", room>>20)
	const own = 64 << 20 // bytes of the program's own pages, which the system does not count
	const root = "load('render.star', 'render')\ndef main():\n    return render.Root(child = "
	for _, row := range []struct{ name, source, want string }{
		{"endless loop", "def main():\n    while True:\n        pass\n", endless},
		{"endless loop while loading", "while True:\n    pass\n", endless},
		{"list that grows", "def main():\n    l = []\n    while True:\n        l.append('x' * 9999 + str(len(l)))\n",
			full},
		{"string that doubles", "def main():\n    s = 'x' * 1000\n    while True:\n        s += s\n", full},
		{"string of 8 GB", "def main():\n    return len('x' * 8000000000)\n", "too large"},
		{"number that grows", "def main():\n    n = 3\n    while True:\n        n = n * n\n", endless},
		{"deep recursion", "def f(n):\n    return f(n + 1) + 1\ndef main():\n    return f(0)\n", "calls itself too often"},
		{"list in itself", "def main():\n    l = []\n    l.append(l)\n    return l\n", "cycle"},
		{"huge picture", "load('encoding/base64.star', 'base64')\n" + root +
			"render.Image(src = base64.decode('" + hugePNG(t) + "')))\n", full},
		{"huge text", root + "render.WrappedText('word ' * 3000000, width = 10))\n", ""},
		{"picture made huge", root + "render.Box(width = 1000000000, height = 1000000000, color = '#f00'))\n", ""},
		{"million frames", root + "render.Animation([render.Box(width = i % 64 + 1) for i in range(1000000)]))\n",
			""},
		{"root without a child", root + "None)\n", "expected Widget"},
		{"long list of frames", "def main():\n    return ['x' * 1000] * 10000\n", "64 KiB"},
		{"schema of 100,000 choices", "load('schema.star', 'schema')\ndef get_schema():\n" +
			"    o = [schema.Option(display = str(i), value = str(i)) for i in range(100000)]\n" +
			"    f = schema.Dropdown(id = 'a', name = 'a', desc = 'a', icon = 'x', default = '1', options = o)\n" +
			"    return schema.Schema(version = '1', fields = [f])\ndef main():\n    return []\n", "at most 64"},
		{"file to read", "load('compress/zipfile.star', 'zipfile')\ndef main():\n" +
			"    zipfile.ZipFile('/etc/passwd')\n", "zip"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			d := of(row.source)
			d.request.Schema = strings.Contains(row.name, "schema")
			if row.want == endless || row.want == "" {
				d.most = short
			}
			drawing, memory, err := d.draw(t)
			t.Logf("%v, %d pictures, %d MiB", err, len(drawing.Images), memory>>20)
			said := fmt.Sprint(err)
			late := row.want == full && strings.Contains(said, "longer than "+applet.MaxTime.String()) // on a busy machine
			if !late && !strings.Contains(said, row.want) {
				t.Errorf("%v, want %q", err, row.want)
			}
			if len(drawing.Images) > applet.MaxImages || memory > int(room)+slack+own {
				t.Errorf("%d pictures, %d MiB", len(drawing.Images), memory>>20)
			}
		})
	}
}

// TestHandlers: what the settings of an app ask the app.
func TestHandlers(t *testing.T) {
	const source = "load('schema.star', 'schema')\n" +
		"def find(typed, config):\n" +
		"    return [schema.Option(display = typed + config.get('x', ''), value = 'v')]\n" +
		"def more(typed):\n" +
		"    return [schema.Toggle(id = typed, name = 'T', desc = '', icon = 'x', default = True)]\n" +
		"def long(typed):\n" +
		"    return [schema.Option(display = 'x' * 1000, value = 'v')] * 100\n" +
		"def get_schema():\n    return schema.Schema(version = '1', fields = [\n" +
		"        schema.Typeahead(id = 'a', name = 'A', desc = '', icon = 'x', handler = find),\n" +
		"        schema.Generated(id = 'g', source = 'a', handler = more),\n" +
		"        schema.Typeahead(id = 'l', name = 'L', desc = '', icon = 'x', handler = long)])\n" +
		"def main(config):\n    return []\n"
	for _, row := range []struct{ name, source, handler, want, fault string }{
		{"options", source, "a$find", `[{"display":"ber!","text":"ber!","value":"v"}]`, ""},
		{"a schema", source, "g$more", `"type":"onoff","id":"ber"`, ""},
		{"a long answer", source, "l$long", "", "at most 64"},
		{"a handler that there is not", source, "a$none", "", "no handler"},
		{"an app without settings", "def main():\n    return []\n", "a$find", "", "no settings"},
	} {
		d := of(row.source)
		d.request.Handler, d.request.Typed, d.request.Settings = row.handler, "ber", map[string]string{"x": "!"}
		drawing, _, err := d.draw(t)
		if row.fault == "" && (err != nil || !strings.Contains(string(drawing.Answer), row.want)) {
			t.Errorf("%s: %s, %v", row.name, drawing.Answer, err)
		}
		if row.fault != "" && (err == nil || !strings.Contains(err.Error(), row.fault)) {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}

// TestRequests: a request goes through the device, and no other way to the network.
func TestRequests(t *testing.T) {
	d := of("load('http.star', 'http')\ndef main(config):\n" +
		"    r = http.post('http://a.example/b', headers = {'X-A': '1'}, json_body = {'n': 1}, ttl_seconds = 60)\n" +
		"    return [{'text': r.json()['says'] + str(r.status_code)}]\n")
	d.fetch = func(_ context.Context, f applet.Fetch, body []byte) (applet.Answer, []byte) {
		if f.Method != "POST" || f.URL != "http://a.example/b" || f.TTL != 60 || string(body) != `{"n":1}` ||
			len(f.Header["X-A"]) != 1 {
			t.Errorf("%+v %s", f, body)
		}
		return applet.Answer{Status: 201}, []byte(`{"says":"hello"}`)
	}
	drawing, _, err := d.draw(t)
	must.Do(t, err)
	if string(drawing.Frames) != `[{"text":"hello201"}]` {
		t.Errorf("%s", drawing.Frames)
	}
	many := of("load('http.star', 'http')\ndef main():\n" +
		"    for i in range(10000):\n        http.get('http://a.example')\n")
	asked := 0
	many.fetch = func(context.Context, applet.Fetch, []byte) (applet.Answer, []byte) {
		asked++
		return applet.Answer{Status: 200}, nil
	}
	if _, _, err := many.draw(t); err == nil || asked != applet.MaxFetches {
		t.Errorf("%d requests, %v", asked, err)
	}
}

// TestReturns: what main may return.
func TestReturns(t *testing.T) {
	for _, row := range []struct{ name, source, frames, fault string }{
		{"a text", "def main():\n    return 'hello'\n", `[{"text":"hello"}]`, ""},
		{"a frame", "def main():\n    return {'icon': 'x', 'text': 'y'}\n", `[{"icon":"x","text":"y"}]`, ""},
		{"texts and frames", "def main():\n    return ['a', {'text': 'b'}]\n", `[{"text":"a"},{"text":"b"}]`, ""},
		{"nothing", "def main():\n    return None\n", ``, ""},
		{"no frames", "def main():\n    return []\n", ``, ""},
		{"a number", "def main():\n    return 7\n", "", "main returns a int, want a render.Root or a list of frames"},
		{"the time of the place", "load('time.star', 'time')\ndef main():\n    return time.now().format('15:04')\n",
			`[{"text":"16:09"}]`, ""},
		{"a setting", "def main(config):\n    return config.get('who', 'nobody') + config.get('no', 'thing')\n",
			`[{"text":"mething"}]`, ""},
		{"no main", "x = 1\n", "", "the app has no function main(config)"},
		{"a fault", "def main():\n    x = 1\n    return x + 'a'\n", "", "3:14: unknown binary op: int + string"},
		{"a fault while loading", "x = 1 + 'a'\ndef main():\n    pass\n", "", "1:7: unknown binary op: int + string"},
		{"an unknown name", "def main():\n    return thing\n", "", "2:12: undefined: thing"},
		{"no colon", "def main():\n    if 1 > 0\n        return 'é'\n    return 'b'\n", "",
			"2:13: ':' is missing at the end of the line"},
		{"no value", "x = 'é' +\ndef main():\n    return x\n", "", "1:10: a value is missing at the end of the line"},
		{"no indent", "def main():\nx = 1\n", "",
			"2:2: the line must begin further right, it belongs to the one above that ends with ':'"},
		{"an open bracket outside", "def main():\n    pass\nx = [1,\n", "",
			"4:1: the program ends before a bracket is closed"},
		{"an open bracket at the end", "def main():\n    return [1,\n", "",
			"3:1: the program ends before a bracket is closed"},
		{"no end of a line", "x = [1,", "", "1:8: the program ends before a bracket is closed"},
		{"a function, no colon", "def main(config)", "", "1:17: ':' is missing at the end of the line"},
		{"a function alone", "def main(config):", "", "1:18: a line that begins further right is missing below"},
		{"a name alone", "x =", "", "1:4: a value is missing at the end of the line"},
		{"a sum", "x = 1 +", "", "1:8: a value is missing at the end of the line"},
		{"an if", "if True", "", "1:8: ':' is missing at the end of the line"},
		{"a type", "x: int = 3", "", "1:3: got ':', want newline"},
		{"a bracket in a text", "x = '[' +", "", "1:10: a value is missing at the end of the line"},
		{"bad syntax", "def main(:\n", "", "1:11: got ':', want ')'"},
		{"a bracket of another kind", "x = [1, (2, 3]\n", "", "1:15: got ']', want ')'"},
		{"an open list before a function", "x = [1\ndef main():\n    return x\n", "",
			"2:4: a comma is missing at the end of the line above, or a bracket is not closed"},
		{"no comma in a frame", "def main():\n    return {'text': 'a'\n        'icon': 'b'}\n", "",
			"3:15: a comma is missing at the end of the line above, or a bracket is not closed"},
		{"an else alone", "def main():\n    else:\n        pass\n", "", "2:5: got else, want primary expression"},
		{"an f-string", "def main():\n    return f'{1}'\n", "", `2:18: apps do not have f"…": write "%d days" % days`},
		{"a text after a name", "def main():\n    return half'1'\n", "", "2:19: got string literal, want newline"},
		{"an import", "import time\ndef main():\n    return 'x'\n", "",
			`1:1: apps do not have "import": write load("time.star", "time")`},
		{"is", "def main():\n    return 1 is None\n", "", `2:16: apps do not have "is": compare with ==`},
		{"del", "del x[1]\n", "", `1:1: apps do not have "del": write values.pop("name")`},
		{"assert", "def main():\n    assert 1 == 1\n", "",
			`2:13: apps do not have "assert": write fail("why") below an if`},
		{"no load", "def main():\n    return json.encode(1)\n", "",
			`2:12: undefined: json (load("encoding/json.star", "json") is missing at the top)`},
		{"a misspelt function", "def main():\n    prnt(1)\n", "", "2:5: undefined: prnt (did you mean print?)"},
		{"a misspelt module", "def main():\n    return randm.number(0, 1)\n", "",
			"2:12: undefined: randm (did you mean random?)"},
		{"a setting that is not set", "load('time.star', 'time')\ndef main(config):\n" +
			"    return str(time.parse_time(config.get('when')))\n", "", "3:31: parse_time: for parameter x: " +
			`got NoneType, want string (a setting that is not set is None: write config.get("id", "…"))`},
		{"fail", "def main():\n    fail('no city')\n", "", "2:9: fail: no city"},
	} {
		d := of(row.source)
		d.request.Zone, d.request.Settings = "Europe/Berlin", map[string]string{"who": "me"}
		drawing, _, err := d.draw(t)
		if string(drawing.Frames) != row.frames || len(drawing.Images) > 0 {
			t.Errorf("%s: %s and %d pictures, want %s", row.name, drawing.Frames, len(drawing.Images), row.frames)
		}
		if err == nil && row.fault != "" || err != nil && err.Error() != row.fault {
			t.Errorf("%s: %v, want %q", row.name, err, row.fault)
		}
	}
}

// TestPrints: what an app prints comes with its line, also from one that fails or is ended, bounded, and only where the
// device wants it.
func TestPrints(t *testing.T) {
	const most = applet.MaxPrinted
	for _, row := range []struct {
		why, source, first string
		lines              int
		fault              string
	}{
		{"two lines", "print('load', 1)\ndef main():\n    print('a\\nb')\n    return 'x'\n",
			"[{1 load 1} {3 a} {3 b}]", 3, ""},
		{"before a fault", "def main():\n    print('a')\n    fail('no')\n", "[{2 a}]", 1, "3:9: fail: no"},
		{"before it is ended", "def main():\n    print('a')\n    while True:\n        pass\n", "[{2 a}]", 1,
			"the app takes longer than 2s"},
		{"too many", "def main():\n    for i in range(9999):\n        print(i)\n", "", most + 1, ""},
		{"many in one", "def main():\n    print('a\\n' * 1000000)\n", "", most + 1, ""},
		{"as many as are allowed", "def main():\n    for i in range(100):\n        print(i)\n", "", most, ""},
		{"a long one", "def main():\n    print('é' * 1000000)\n",
			"[{2 " + strings.Repeat("é", (applet.MaxLine-3)/2) + "…}]", 1, ""},
	} {
		var got []applet.Printed
		d := of(row.source)
		endless := strings.Contains(row.source, "while")
		if endless {
			d.most = 2 * time.Second
		}
		d.request.Print = func(p applet.Printed) { got = append(got, p) }
		_, _, err := d.draw(t)
		for n := 0; endless && len(got) == 0 && n < 4; n++ { // a busy machine may not come to its first line
			_, _, err = d.draw(t)
		}
		if len(got) != row.lines || row.first != "" && fmt.Sprint(got) != row.first {
			t.Errorf("%s: %d lines, %.300v", row.why, len(got), got)
		}
		if said := strings.TrimPrefix(fmt.Sprint(err), "<nil>"); said != row.fault {
			t.Errorf("%s: %v, want %q", row.why, err, row.fault)
		}
		if n := len(got); n > most && (got[n-1] != applet.Printed{Text: "…"}) {
			t.Errorf("%s: it ends with %v", row.why, got[n-1])
		}
		d.request.Print = nil
		if _, _, err := d.draw(t); errors.Is(err, applet.ErrForm) {
			t.Errorf("%s: nobody asked for it: %v", row.why, err)
		}
	}
}

// TestPrintsSettings: print(config) shows the settings as a dictionary, without secrets.
func TestPrintsSettings(t *testing.T) {
	const fields = "load('schema.star', 'schema')\ndef more(who):\n    return []\n" +
		"def get_schema():\n    return schema.Schema(version = '1', fields = [\n" +
		"        schema.Text(id = 'who', name = 'W', desc = '', icon = 'user', default = 'you'),\n" +
		"        schema.Text(id = 'key', name = 'K', desc = '', icon = 'user', secret = True),\n" +
		"        schema.Text(id = 'at', name = 'A', desc = '', icon = 'user'),\n" +
		"        schema.Generated(id = 'more', source = 'who', handler = more)])\n"
	const main = "def main(config):\n    print(config)\n    return 'x'\n"
	for _, row := range []struct {
		why, source, want string
		set               map[string]string
	}{
		{"none", main, "{}", nil},
		{"not declared", main, `{"b": "2", "who": "\"Mia\""}`, map[string]string{"who": `"Mia"`, "b": "2"}},
		{"declared, a default, and a secret", fields + main, `{"who": "you", "key": "***", "at": None, "z": "1"}`,
			map[string]string{"key": "hush", "z": "1"}},
	} {
		var got []applet.Printed
		d := of(row.source)
		d.request.Settings, d.request.Print = row.set, func(p applet.Printed) { got = append(got, p) }
		_, _, err := d.draw(t)
		must.Do(t, err)
		if len(got) != 1 || got[0].Text != row.want {
			t.Errorf("%s: %v, want %s", row.why, got, row.want)
		}
	}
}

// TestLocal: an app is in the zone of the system, although its process opens no files.
func TestLocal(t *testing.T) {
	t.Setenv("TZ", "Europe/Berlin")
	d := of("load('time.star', 'time')\ndef main():\n    return time.now().format('15:04')\n")
	d.request.Zone = "Local"
	drawing, _, err := d.draw(t)
	must.Do(t, err)
	if got := string(drawing.Frames); got != `[{"text":"16:09"}]` {
		t.Errorf("%s", got)
	}
	for zone, want := range map[string]string{"Asia/Tokyo": `["Asia/Tokyo","00:09"]`, "": `["UTC","15:09"]`} {
		old := of("load('time.star', 'time')\ndef main(config):\n    tz = config.get('$tz')\n" +
			"    return [tz, time.now().in_location(tz).format('15:04')]\n")
		old.request.Zone = zone
		drawing, _, err := old.draw(t)
		must.Do(t, err)
		var frames []struct{ Text string }
		must.Do(t, json.Unmarshal(drawing.Frames, &frames))
		if got := fmt.Sprintf("[%q,%q]", frames[0].Text, frames[1].Text); got != want {
			t.Errorf("an app of Tidbyt's server in %q: %s, want %s", zone, got, want)
		}
	}
}

// TestPictures: the size and the colours of what is drawn, and its times.
func TestPictures(t *testing.T) {
	d := of("load('render.star', 'canvas', 'render')\ndef main():\n" +
		"    return render.Root(delay = 120, max_age = 30, show_full_animation = True, child = render.Animation([\n" +
		"        render.Box(width = canvas.width(), height = 2, color = c) for c in ['#f00', '#0f0']]))\n")
	d.request.Width, d.request.Height = 37, 8
	drawing, _, err := d.draw(t)
	must.Do(t, err)
	if len(drawing.Images) != 2 || drawing.Delays[0] != 120*time.Millisecond || drawing.MaxAge != 30*time.Second ||
		!drawing.Full {
		t.Fatalf("%d pictures, %+v", len(drawing.Images), drawing)
	}
	m := drawing.Images[1]
	black, green := color.RGBA{A: 255}, color.RGBA{G: 255, A: 255}
	if m.Rect.Size() != image.Pt(37, 8) || m.RGBAAt(36, 1) != green || m.RGBAAt(0, 2) != black {
		t.Errorf("%v, %v, %v", m.Rect, m.RGBAAt(36, 1), m.RGBAAt(0, 2))
	}
}

// TestFiles: pictures beside the program, the manifest, and a second program, which is not the app.
func TestFiles(t *testing.T) {
	var b bytes.Buffer
	m := image.NewRGBA(image.Rect(0, 0, 1, 1))
	m.Pix[2], m.Pix[3] = 255, 255
	must.Do(t, png.Encode(&b, m))
	d := of("load('dot.png', dot = 'file')\nload('render.star', 'canvas', 'render')\ndef main():\n" +
		"    return render.Root(render.Image(src = dot.readall('rb'), width = 2 if canvas.is2x() else 1))\n")
	d.files["dot.png"], d.files["a.star"] = b.Bytes(), []byte("def main():\n    fail('the wrong app')\n")
	d.files["manifest.yaml"] = []byte("id: test\nname: Test\nsummary: A dot\ndesc: Draws a dot.\nauthor: me\n" +
		"supports2x: true\n")
	d.request.Twice = true
	drawing, _, err := d.draw(t)
	must.Do(t, err)
	blue := color.RGBA{B: 255, A: 255}
	if got := drawing.Images[0]; got.Rect.Size() != image.Pt(128, 64) || got.RGBAAt(1, 0) != blue {
		t.Errorf("%v, %v", got.Rect, got.RGBAAt(1, 0))
	}
}

// TestVersion: a device of another version is told what to do.
func TestVersion(t *testing.T) {
	ours, theirs := net.Pipe()
	go func() { _, _ = supervise(theirs, applet.MaxTime) }()
	must.Do(t, applet.Write(ours, applet.KindRequest, applet.Request{Version: applet.Version + 1}, nil))
	var done applet.Done
	must.Do(t, must.Get(applet.Read(ours, applet.KindDone))(t).Decode(&done))
	if done.Error == nil || !strings.Contains(done.Error.Message, "install both") {
		t.Errorf("%+v", done.Error)
	}
}

// TestHangsUp: a device that no longer waits ends the drawing.
func TestHangsUp(t *testing.T) {
	d := of("load('http.star', 'http')\ndef main():\n    http.get('http://a.example')\n    while True:\n        pass\n")
	ours, theirs := net.Pipe()
	ended := make(chan struct{})
	go func() {
		_, _ = supervise(theirs, time.Hour)
		close(ended)
	}()
	ctx, cancel := context.WithCancel(t.Context())
	fetch := func(context.Context, applet.Fetch, []byte) (applet.Answer, []byte) {
		cancel()
		return applet.Answer{}, nil
	}
	_, err := applet.Draw(ctx, ours, d.request, d.files, fetch)
	if err != context.Canceled {
		t.Error(err)
	}
	<-ended
}

// TestServe: a device that does not read what is drawn keeps no other one waiting, and a process that draws does not
// have the socket.
func TestServe(t *testing.T) {
	l := must.Get(net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(t.TempDir(), "s")}))(t)
	defer l.Close()
	socket := must.Get(l.File())(t)
	go func() { _ = serve(socket, 100*time.Millisecond) }()
	stuck := must.Get(net.Dial("unix", l.Addr().String()))(t)
	defer stuck.Close()
	d := of("load('render.star', 'render')\ndef main():\n    return render.Root(render.Animation([\n" +
		"        render.Box(width = i % 64 + 1) for i in range(2000)]))\n")
	d.request.Version = applet.Version
	d.request.Files = []applet.File{{Path: "test.star", Size: len(d.files["test.star"])}}
	must.Do(t, applet.Write(stuck, applet.KindRequest, d.request, d.files["test.star"]))
	served := make(chan error)
	go func() {
		conn, err := net.Dial("unix", l.Addr().String())
		if err == nil {
			_, err = applet.Draw(t.Context(), conn, d.request, d.files, d.fetch)
		}
		served <- err
	}()
	<-served // with a drawing, or the news that it took too long
	if _, err := socket.Stat(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("the socket can be inherited: %v", err)
	}
}

// FuzzUnpack: the files of a request are parts of its body.
func FuzzUnpack(f *testing.F) {
	f.Add([]byte(`{"version":1,"files":[{"path":"a.star","size":2}]}`), []byte("xy"))
	f.Fuzz(func(t *testing.T, head, body []byte) {
		var r applet.Request
		if (applet.Message{Head: head}).Decode(&r) != nil {
			return
		}
		if _, err := unpack(r, body); err == nil {
			total := 0
			for _, file := range r.Files {
				total += file.Size
			}
			if total > len(body) {
				t.Errorf("files of %d bytes in %d", total, len(body))
			}
		}
	})
}
