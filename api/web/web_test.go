// SPDX-License-Identifier: Apache-2.0

package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render/enlarge"
	"github.com/ledpost/ledpost/sounds"
	"github.com/ledpost/ledpost/words"
)

// get asks for a file; change is applied to the request.
func get(h http.Handler, path string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", path, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// TestBuiltInSounds: the page offers the sounds that the device has, in their order.
func TestBuiltInSounds(t *testing.T) {
	_, list, _ := strings.Cut(string(read("sound.js")), "export const builtIn = {")
	names, alarms, ok := strings.Cut(list, ").split(' ')")
	var got []string
	for _, part := range regexp.MustCompile(`'([^']*)'`).FindAllStringSubmatch(names, -1) {
		got = append(got, strings.Fields(part[1])...)
	}
	if want := sounds.IDs("notifications"); !ok || !slices.Equal(got, want) {
		lacks := slices.DeleteFunc(slices.Clone(want), func(id string) bool { return slices.Contains(got, id) })
		t.Errorf("builtIn in sound.js lacks %q, or has not the order of %q", lacks, want)
	}
	m := regexp.MustCompile(`length: (\d+) }, \(_, i\) => '(\w+)' \+ \(i \+ 1\)`).FindStringSubmatch(alarms)
	if m == nil {
		t.Fatal("sound.js says in other words which alarms there are")
	}
	got = nil
	for i := range must.Get(strconv.Atoi(m[1]))(t) {
		got = append(got, m[2]+strconv.Itoa(i+1))
	}
	if want := sounds.IDs("alarms"); !slices.Equal(got, want) {
		t.Errorf("alarms are %q, want %q", got, want)
	}
}

// remark is a line of a module that only explains.
var remark = regexp.MustCompile(`(?m)^ *//.*$`)

// Every file is served under its type, modules without their remarks and all else whole,
// compressed for those who take it, the style sheets as one. The test says how many bytes the
// whole page takes over the network, with all modules, all views and one language.
func TestFiles(t *testing.T) {
	h, total, spoken := Handler(), 0, map[string]int{}
	all := newServed()
	want := map[string][]byte{"/": page("index.html", "en", false, all.address),
		"/away.html": page("away.html", "en", false, all.address), "/sw.js": withoutRemarks(all.worker()), "/page.css": all.style(),
		"/page.js": withoutRemarks(pageScript()), "/later.js": withoutRemarks(laterScript())}
	fs.WalkDir(files, ".", func(name string, d fs.DirEntry, _ error) error {
		if d.IsDir() || path.Ext(name) == ".html" || name == "sw.js" {
			return nil
		}
		want["/"+name], _ = files.ReadFile(name)
		if path.Ext(name) == ".js" { // without remarks, but for the licence
			licence, rest, _ := bytes.Cut(want["/"+name], []byte("\n"))
			want["/"+name] = slices.Concat(licence, []byte("\n"), remark.ReplaceAll(rest, nil))
		}
		return nil
	})
	for _, language := range words.Codes {
		for section, end := range parts {
			want["/words/"+language+end] = words.Section(language, section)
		}
	}
	for _, name := range sheets {
		delete(want, "/"+name)
	}
	for path, want := range want {
		if strings.HasSuffix(path, ".css") && path != "/page.css" {
			t.Errorf("%s is not among the sheets", path)
			continue
		}
		plain, packed := get(h, path), get(h, path, "Accept-Encoding", "br, gzip;q=0.8")
		if plain.Code != 200 || !bytes.Equal(plain.Body.Bytes(), want) || plain.Header().Get("Content-Type") == "" ||
			plain.Header().Get("Content-Security-Policy") == "" {
			t.Errorf("%s: %d %v", path, plain.Code, plain.Header())
		}
		// Icons are for the home screen alone, and of the words one language is loaded:
		// the largest counts.
		if strings.HasPrefix(path, "/words/") {
			language, _, _ := strings.Cut(path, ".")
			spoken[language] += packed.Body.Len()
		} else if ext := filepath.Ext(path); ext != ".png" && (ext != ".js" || path == "/page.js" || path == "/later.js") {
			total += packed.Body.Len()
		}
		body := io.Reader(packed.Body)
		if packed.Header().Get("Content-Encoding") == "gzip" {
			body, _ = gzip.NewReader(body)
		} else if !strings.HasSuffix(path, ".png") {
			t.Errorf("%s is not compressed", path)
		}
		if got, err := io.ReadAll(body); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s compressed: %v", path, err)
		}
		again := get(h, path, "Accept-Encoding", "gzip", "If-None-Match", packed.Header().Get("ETag"))
		if again.Code != 304 || again.Body.Len() != 0 {
			t.Errorf("%s again: %d", path, again.Code)
		}
	}
	total += slices.Max(slices.Collect(maps.Values(spoken)))
	t.Logf("the page takes %d bytes", total)
	if w := get(h, "/none.js"); w.Code != 404 {
		t.Errorf("a file that is not there: %d", w.Code)
	}
}

// TestFilesComeWhole: who asks for thousands of ranges of a file gets the file.
func TestFilesComeWhole(t *testing.T) {
	handler := Handler()
	for _, path := range []string{"/", "/icon.svg", "/page.js?v=x", "/nothing"} {
		lengths := map[string]int{}
		for _, ranges := range []string{"", "bytes=0-1", "bytes=" + strings.Repeat("-1,", 5000)} {
			r := httptest.NewRequest("GET", path, nil)
			if ranges != "" {
				r.Header.Set("Range", ranges)
			}
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			if lengths[ranges] = w.Body.Len(); lengths[ranges] != lengths[""] || w.Code == http.StatusPartialContent {
				t.Errorf("%s: %d with %d bytes for %.20q", path, w.Code, lengths[ranges], ranges)
			}
		}
	}
}

// The icons of the home screen are pictures of a panel, drawn as such; within the
// middle 80 % of them, so that a launcher may cut them round.
func TestIcons(t *testing.T) {
	letter := []string{
		"........",
		"..oo....",
		"..oo....",
		"..oo....",
		"..oo....",
		"..oyyy..",
		"..yyyy..",
		"........",
	}
	m := image.NewRGBA(image.Rect(0, 0, 8, 8))
	for y, row := range letter {
		for x, c := range row {
			m.Set(x, y,
				map[rune]color.Color{'.': color.Black, 'o': color.RGBA{0xff, 0x5a, 0x36, 255},
					'y': color.RGBA{0xff, 0xc8, 0x3d, 255}}[c])
		}
	}
	for name, scale := range map[string]int{"icon-192.png": 24, "icon-512.png": 64} {
		want := enlarge.LEDs(m, scale)
		if *update {
			var b bytes.Buffer
			(&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, want)
			must.Do(t, os.WriteFile(name, b.Bytes(), 0o644))
			continue
		}
		f, err := files.Open(name)
		must.Do(t, err)
		got, err := png.Decode(f)
		if err != nil || got.Bounds() != want.Bounds() {
			t.Fatalf("%s: %v, %v", name, err, got.Bounds())
		}
		for y := range want.Rect.Dy() {
			for x := range want.Rect.Dx() {
				if color.RGBAModel.Convert(got.At(x, y)) != want.RGBAAt(x, y) {
					t.Fatalf("%s differs at %d, %d: go test ./api/web -update", name, x, y)
				}
			}
		}
	}
}

// The manifest names files that are there.
func TestManifest(t *testing.T) {
	text, _ := files.ReadFile("manifest.webmanifest")
	var m struct {
		Name  string
		Start string `json:"start_url"`
		Icons []struct{ Src, Sizes, Type string }
	}
	if err := json.Unmarshal(text, &m); err != nil || m.Name == "" || m.Start != "/" || len(m.Icons) == 0 {
		t.Fatalf("%+v: %v", m, err)
	}
	for _, icon := range m.Icons {
		if w := get(Handler(), "/"+icon.Src); w.Code != 200 || w.Header().Get("Content-Type") != icon.Type {
			t.Errorf("%s: %d %s", icon.Src, w.Code, w.Header().Get("Content-Type"))
		}
	}
}

// TestDialogsAreClosed: one that is not hides all that follows it.
func TestDialogsAreClosed(t *testing.T) {
	page := must.Get(files.ReadFile("index.html"))(t)
	for _, name := range []string{"dialog", "section", "form", "fieldset", "div", "main"} {
		open, closed := 0, bytes.Count(page, []byte("</"+name+">"))
		for _, end := range []string{" ", ">"} {
			open += bytes.Count(page, []byte("<"+name+end))
		}
		if open != closed {
			t.Errorf("%d <%s> and %d ends", open, name, closed)
		}
	}
	for i, part := range bytes.Split(page, []byte("<dialog"))[1:] {
		if !bytes.Contains(part, []byte("</dialog>")) {
			t.Errorf("dialog %d contains the next", i+1)
		}
	}
}

// TestStartStandsInThePage: the scripts that watch the start are part of the page, which its policy allows.
func TestStartStandsInThePage(t *testing.T) {
	h := Handler()
	w := get(h, "/")
	policy, body := w.Header().Get("Content-Security-Policy"), w.Body.String()
	for _, script := range regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindAllStringSubmatch(body, -1) {
		sum := sha256.Sum256([]byte(script[1]))
		if own := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(policy, own) {
			t.Errorf("%s is not in %s", own, policy)
		}
	}
	for _, name := range inner {
		if !strings.Contains(body, innerScript(name)) || strings.Contains(body, `src="`+name) {
			t.Errorf("%s is not in the page", name)
		}
	}
}

// TestHouse: the page may ask the displays that its reader's cookie names, by address and on this network, and no
// others. With another house it is another version, since browsers keep the policy of the one that they have.
func TestHouse(t *testing.T) {
	h := Handler()
	ask := func(path, cookie, known string) (policy, tag string, status int) {
		r := httptest.NewRequest("GET", path, nil)
		if cookie != "" {
			r.Header.Set("Cookie", "ledpost.house="+cookie)
		}
		r.Header.Set("If-None-Match", known)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		asks, _, _ := strings.Cut(w.Header().Get("Content-Security-Policy"), "; frame-ancestors")
		_, asks, _ = strings.Cut(asks, "connect-src 'self' ws: wss:")
		return asks, w.Header().Get("ETag"), w.Code
	}
	for cookie, want := range map[string]string{
		"":                                    "",
		"192.168.1.5:8080":                    " http://192.168.1.5:8080",
		"10.0.0.5:80_169.254.3.4:81":          " http://10.0.0.5:80 http://169.254.3.4:81",
		"10.0.0.5:80_evil.example:80":         " http://10.0.0.5:80",
		"203.0.113.5:80":                      "",
		"127.0.0.1:80":                        "",
		"10.0.0.5:0":                          "",
		"10.0.0.5":                            "",
		"[fe80::1]:80":                        "",
		"10.0.0.5:80 http://evil.example":     "",
		"*":                                   "",
		strings.Repeat("10.0.0.5:80_", 1000):  strings.Repeat(" http://10.0.0.5:80", maxHouse),
		"10.0.0.5:80%3B%20script-src%20data:": "",
	} {
		got, tag, _ := ask("/", cookie, "")
		if got != want {
			t.Errorf("%s: %q", cookie, got)
		}
		if _, _, status := ask("/", cookie, tag); status != 304 {
			t.Errorf("%s: %d for the same", cookie, status)
		}
		if _, _, status := ask("/", "10.0.0.9:80", tag); status != 200 {
			t.Errorf("%s: %d with another house", cookie, status)
		}
	}
	if got, _, _ := ask("/icon.svg", "10.0.0.5:80", ""); got != "" {
		t.Errorf("a picture may ask%s", got)
	}
}
