// SPDX-License-Identifier: Apache-2.0

package compose

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"

	"github.com/chromedp/chromedp/kb"
)

// TestPickerFindsByWords that people think of, also in other languages, and numbers of
// the gallery at once.
func TestPickerFindsByWords(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/987654" {
			http.NotFound(w, r)
			return
		}
		m := image.NewRGBA(image.Rect(0, 0, 8, 8))
		draw.Draw(m, m.Rect, image.NewUniform(color.RGBA{255, 0, 0, 255}), image.Point{}, draw.Src)
		png.Encode(w, m)
	}))
	defer server.Close()
	p, _ := opened(t, 1100, 900, rig.Configured(t, "[icons]\ngallery = \""+server.URL+"/{id}\"\n")...)
	p.Expect(browser.IsMissing + `.*/live/icons/(i987654|404404)`)
	picks(p, "no icon")
	search := p.Field("Search icons")
	for text, want := range map[string]string{
		"washing": "home-washer", "temperature": "weather-thermometer", "waschm": "home-washer", "rubbish": "home-bin",
	} {
		search.Write(text)
		p.CSS("#icons .pick").Nth(20).Gone()
		p.Control(want).Shows()
	}
	p.Shoot("picker-words.png")
	search.Write("404404")
	p.Sees("The gallery has no icon 404404")
	search.Write("i987654")
	p.Press("987654")
	p.CSS("#icon img").Drawn(1)
	p.Sketched()
}

// TestPickerSearch: the picker finds an icon by words of its name, in any order, and by its number
// as it is written in a frame.
func TestPickerSearch(t *testing.T) {
	p, _ := opened(t, 390, 844)
	p.Answer("/live/icons", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `[{"name":"weather-rain","number":2867,"source":"built-in"},{"name":"weather-sun","source":"built-in"},
			{"name":"i28","source":"user"},{"name":"620","number":620,"source":"gallery"}]`)
	}))
	p.Press("no icon")
	found, search := p.CSS("#icons .pick"), p.Field("Search icons")
	found.Counts(5)
	for text, want := range map[string]string{
		"": "i28 weather-rain weather-sun 620", "weather": "weather-rain weather-sun", "weather-rain": "weather-rain",
		"weather rain": "weather-rain", "  Rain\tWEATHER ": "weather-rain", "weather snow": "",
		"2867": "weather-rain", "i2867": "weather-rain", "A2867": "weather-rain", "rain i2867": "weather-rain",
		"sun i2867": "", "i28": "i28", "28": "i28", "i": "i28 weather-rain", "a": "weather-rain weather-sun",
		"a620": "620", "62": "620",
	} {
		search.Write(text)
		var names []string
		for _, title := range found.Attributes("title")[1:] {
			name, _, _ := strings.Cut(title, " (") // before its number
			names = append(names, name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q finds %q, want %q", text, got, want)
		}
		if want == "" {
			p.Sees("No icon has that name. Try another word or a number, or draw one.")
		}
	}
}

// TestPickerNames: the picker gives files names that the device takes, and one file's success does
// not hide another's failure.
func TestPickerNames(t *testing.T) {
	p, _ := opened(t, 390, 844)
	p.Expect(browser.ValueIsBad + `.*/live/icons/bad`)
	picks(p, "no icon")
	p.Answer("/live/icons/", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/live/icons/bad") {
			w.WriteHeader(http.StatusBadRequest)
		}
	}))
	p.Give("Upload…", "one.png", []byte("x"), "bad.png", "bad2.png", "two.gif")
	p.CSS("#picker-fault").Sees("bad.png: ", "bad2.png: ")
	sent := p.Asked("POST /live/icons/")
	if !slices.Contains(sent, "POST /live/icons/two") {
		t.Errorf("it sent %q", sent)
	}
	for file, want := range map[string]string{
		"door.png": "door", "Door.GIF": "door", "123.gif": "123", "i123.png": "i123", "a123.gif": "a123",
		"2867_sun.gif": "icon-2867_sun", "50px.png": "icon-50px", "日本.png": "u65e5u672c", "東京.png": "u6771u4eac",
		"café au lait.png": "cafe-au-lait", "-.png": "icon", "_x.png": "x", ".png": "icon",
		"99999999999.gif": "icon-99999999999",
		"data.png":        "data", strings.Repeat("9x", 40) + ".png": "icon-" + strings.Repeat("9x", 29) + "9",
	} {
		before := len(sent)
		p.CSS("#picker").Paste(file, nil)
		eventually.True(t, file+" is sent", func() bool {
			sent = p.Asked("POST /live/icons/")
			return len(sent) > before
		})
		name := strings.TrimPrefix(sent[before], "POST /live/icons/")
		if _, err := icons.Parse(name); err != nil || name != want {
			t.Errorf("%s becomes %s, want %s; %v", file, name, want, err)
		}
	}
}

// TestPickerWithThousands: with 5,000 icons of one's own the picker opens at once, finds
// and fetches only what is seen, and all can be reached.
func TestPickerWithThousands(t *testing.T) {
	testtool.Night(t, "thousands of icons are written and drawn")
	data := t.TempDir()
	rig.ManyIcons(t, filepath.Join(data, "icons"), icons.MaxUser)
	r := rig.LaunchIn(t, data, nil)
	p := browser.NewPage(t, 1100, 900, browser.Light)
	p.SignIn(r)
	p.Open("Send")
	picks(p, "no icon")
	p.Sees("Your own (5,000)")
	p.CSS("#icons .pick img").Drawn(101)
	if n := p.CSS("#icons .pick").Count(); n > 1000 {
		t.Errorf("%d icons are made before anybody scrolls", n)
	}
	if n := len(p.Asked("GET /live/icons?name=")); n > 1000 {
		t.Errorf("%d pictures are fetched before anybody scrolls", n)
	}
	p.Shoot("picker-thousands.png")
	search, last := p.Field("Search icons"), p.CSS("#icons [title=many-999]")
	search.Write("many-4999")
	p.CSS("#icons .pick").Counts(2)
	p.CSS("#icons .pick img").Drawn(1)
	search.Write("many-")
	eventually.True(t, "all can be reached", func() bool {
		p.Hidden("#icons > :last-child").Bring()
		return last.Count() == 1
	})
	last.Bring()
	last.CSS("img").Drawn(1)
	last.Click()
	p.Control("Icon: many-999").Shows()
}

// at is the panel's pixel.
func at(r *rig.Device, x, y int) color.RGBA {
	return color.RGBAModel.Convert(r.Frame().At(x, y)).(color.RGBA)
}

// TestIconEditor draws by keyboard alone, takes back, adds a frame, saves and sends.
func TestIconEditor(t *testing.T) {
	p, r := opened(t, 1100, 900)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
	pixels, frames := p.CSS("#pixels"), p.CSS("#editor-frames li")
	draws(p)
	for _, step := range []struct{ key, says string }{
		{" ", "Column 1, row 1: #FF0000"},
		{kb.ArrowRight, "Column 2, row 1: dark"}, {" ", "Column 2, row 1: #FF0000"}, {kb.Delete, "Column 2, row 1: dark"},
		{kb.End + kb.PageDown, "Column 8, row 8: dark"},
	} {
		p.Key(step.key)
		p.CSS("#pixel-now").Reads(step.says)
	}
	p.Press("#00C000")
	pixels.Focus()
	p.Key(kb.Enter)
	p.CSS("#pixel-now").Reads("Column 8, row 8: #00C000")
	p.Press("Duplicate")
	frames.Counts(2)
	p.Press("Fill")
	pixels.Focus()
	p.Key(kb.ArrowLeft + " ")
	p.CSS("#pixel-now").Reads("Column 7, row 8: #00C000")
	p.Shoot("editor.png")
	p.Set("Milliseconds of the frame", "400")
	p.Type("Name of the icon", "Signal")
	p.Press("Undo")
	p.Press("Redo")
	p.Press("Save")
	p.Control("Icon: signal").Shows()
	p.Press("How it is shown")
	p.Tick("until dismissed", true)
	p.Press("Show it")
	eventually.True(t, "both frames are seen", func() bool {
		return at(r, 0, 0) == color.RGBA{255, 0, 0, 255} && at(r, 7, 7) == color.RGBA{0, 192, 0, 255} && at(r, 1, 0).G == 0
	})
	eventually.True(t, "the second, too", func() bool { return at(r, 1, 0) == color.RGBA{0, 192, 0, 255} })
	var list []struct {
		Name, Source string
		Animated     bool
	}
	r.Call("GET", "/live/icons", "", &list)
	for _, i := range list {
		if i.Source == "user" && (i.Name != "signal" || !i.Animated) {
			t.Errorf("it has stored %+v", i)
		}
	}

	// It opens again with its frames; another of that name is replaced on a second press.
	p.Press("Previous message")
	p.Press("Draw")
	frames.Counts(2)
	p.Field("Name of the icon").Holds("signal")
	p.Press("Remove frame")
	p.Press("Save")
	picks(p, "Icon: signal")
	p.Press("Draw one…")
	p.Press("Save")
	p.CSS("#editor-fault").Reads("Give it a name*")
	p.Type("Name of the icon", "signal")
	p.Press("Save")
	p.Control("Replace*").Shows()
	p.Press("Cancel")
}

// pictures are a GIF of three frames and a photograph.
func pictures(t *testing.T) (moving, photo []byte) {
	t.Helper()
	g := &gif.GIF{}
	for i := range 3 {
		m := image.NewPaletted(image.Rect(0, 0, 16, 16), color.Palette{color.Black, color.RGBA{0, 0, 255, 255}})
		draw.Draw(m, image.Rect(0, 4*i, 16, 4*i+4), image.NewUniform(color.RGBA{0, 0, 255, 255}), image.Point{}, draw.Src)
		g.Image, g.Delay = append(g.Image, m), append(g.Delay, 10*(i+1))
	}
	var b, large bytes.Buffer
	must.Do(t, gif.EncodeAll(&b, g))
	m := image.NewRGBA(image.Rect(0, 0, 1600, 1600))
	draw.Draw(m, m.Rect, image.NewUniform(color.RGBA{255, 255, 0, 255}), image.Point{}, draw.Src)
	must.Do(t, jpeg.Encode(&large, m, nil))
	return b.Bytes(), large.Bytes()
}

// TestIconEditorImports a GIF with its frames and times, and a photograph, which is made
// smaller; and says what it cannot read.
func TestIconEditorImports(t *testing.T) {
	moving, photo := pictures(t)
	p, _ := opened(t, 390, 844)
	p.Expect(browser.ValueIsBad + `.*/live/picture`) // a file that is no picture
	frames := p.CSS("#editor-frames li")
	draws(p)
	p.Give("Import a picture…", "bars.gif", moving)
	frames.Counts(3)
	p.Field("Milliseconds of the frame").Holds("100")
	p.Tick("Shade of the previous frame", false)
	if up, down := pixel(p, 0, 0), pixel(p, 0, 7); up != (color.RGBA{0, 0, 255, 255}) || down.R|down.G|down.B != 0 {
		t.Errorf("the GIF's first frame has %v and %v", up, down)
	}
	p.Shoot("editor-phone.png")
	p.Give("Import a picture…", "My photo.jpg", photo)
	frames.Counts(1)
	if c := pixel(p, 4, 4); c.R < 254 || c.G != 255 || c.B > 1 {
		t.Errorf("the photograph has %v", c)
	}
	film := must.Get(os.ReadFile("../../icons/webp/testdata/lossless.webp"))(t)
	p.Give("Import a picture…", "film.webp", film)
	frames.Counts(len(must.Get(icons.Decode(film))(t).Frames))
	p.Give("Import a picture…", "bad.png", []byte("nothing"))
	p.CSS("#editor-fault").Sees("bad.png")
	p.Press("Cancel")

	// From the picker, a photograph goes to the editor with its name.
	p.Give("Upload…", "My photo.jpg", photo)
	p.Field("Name of the icon").Holds("my-photo")
	p.Press("Save")
	p.Control("Icon: my-photo").Shows()

	// A picture from the clipboard is stored as an icon.
	var dot bytes.Buffer
	must.Do(t, png.Encode(&dot, image.NewGray(image.Rect(0, 0, 1, 1))))
	p.CSS("#text").Paste("pasted.png", dot.Bytes())
	p.Within("Choose an icon").Control("pasted").Shows()
	p.Press("Close")
}

// TestIconEditorTellsOfMore: of a film that is too large for the device the browser gives the first frame
// alone, and the editor says so.
func TestIconEditorTellsOfMore(t *testing.T) {
	p, _ := opened(t, 390, 844)
	draws(p)
	p.Give("Import a picture…", "film.png", largeAPNG(t))
	p.Toast("Frames taken: 1. The picture has more.")
	p.Reload()
	p.Live()
	draws(p)
	p.Give("Import a picture…", "film.webp", largeWebP(t))
	p.Toast("Frames taken: 1. The picture has more.")
	p.Reload()
	p.Live()
	draws(p)
	moving, _ := pictures(t)
	p.StopClock() // what is told stays
	p.Give("Import a picture…", "one.gif", largeGIF(t, must.Get(gif.DecodeAll(bytes.NewReader(moving)))(t), 1))
	eventually.True(t, "the GIF is there", func() bool { return pixel(p, 0, 0) == color.RGBA{0, 0, 255, 255} })
	p.CSS(".toast").Gone()
	p.Reload()
	p.Live()
	draws(p)
	p.Give("Import a picture…", "film.gif", largeGIF(t, must.Get(gif.DecodeAll(bytes.NewReader(moving)))(t), 3))
	p.Toast("Frames taken: 1. The picture has more.")
}

// largeGIF has the first frames of g, and after its head a remark that nobody reads.
func largeGIF(t *testing.T, g *gif.GIF, frames int) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, gif.EncodeAll(&b, &gif.GIF{Image: g.Image[:frames], Delay: g.Delay[:frames]}))
	head := 13
	if flags := b.Bytes()[10]; flags&0x80 > 0 {
		head += 6 << (flags & 7)
	}
	remark := []byte{0x21, 0xfe}
	for part := range slices.Chunk(weight, 255) {
		remark = append(append(remark, byte(len(part))), part...)
	}
	return slices.Concat(b.Bytes()[:head], remark, []byte{0}, b.Bytes()[head:])
}

// weight is more than the device takes of a picture.
var weight = make([]byte, 300<<10)

// largeAPNG has two frames, behind a chunk that nobody reads.
func largeAPNG(t *testing.T) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 16, 16))
	draw.Draw(m, m.Rect, image.NewUniform(color.RGBA{0, 255, 0, 255}), image.Point{}, draw.Src)
	var b bytes.Buffer
	must.Do(t, png.Encode(&b, m))
	chunk := func(kind string, data []byte) []byte {
		c := append([]byte(kind), data...)
		return binary.BigEndian.AppendUint32(append(binary.BigEndian.AppendUint32(nil, uint32(len(data))), c...),
			crc32.ChecksumIEEE(c))
	}
	control := func(n byte) []byte { // of a frame of 16 by 16 pixels, shown for 1/10 s
		return chunk("fcTL", []byte{0, 0, 0, n, 0, 0, 0, 16, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 10, 0, 0})
	}
	whole := b.Bytes()
	head, data, end := whole[:33], whole[33:len(whole)-12], whole[len(whole)-12:]
	head = slices.Concat(head, chunk("leDp", weight))
	second := chunk("fdAT", append([]byte{0, 0, 0, 2}, data[8:len(data)-4]...))
	return slices.Concat(head, chunk("acTL", []byte{0, 0, 0, 2, 0, 0, 0, 0}), control(0), data, control(1), second, end)
}

// largeWebP is a film with a chunk that nobody reads at its end.
func largeWebP(t *testing.T) []byte {
	t.Helper()
	film := must.Get(os.ReadFile("../../icons/webp/testdata/lossless.webp"))(t)
	film = slices.Concat(film, binary.LittleEndian.AppendUint32([]byte("leDp"), uint32(len(weight))), weight)
	binary.LittleEndian.PutUint32(film[4:], uint32(len(film)-8))
	return film
}

// pixel is the colour in the middle of a pixel of the editor.
func pixel(p *browser.Page, x, y int) color.RGBA {
	m := p.CSS("#pixels").Picture()
	cell := m.Bounds().Dx() / 8
	return color.RGBAModel.Convert(m.At(x*cell+cell/2, y*cell+cell/2)).(color.RGBA)
}
