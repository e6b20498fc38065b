// SPDX-License-Identifier: Apache-2.0

package compose

import (
	"bytes"
	"context"
	"fmt"
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
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/ledpost/ledpost/icons"
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
	ctx := browse(t, 1100, 900, darkScheme)
	r := rig.Launch(t, nil, rig.Configured(t, "[icons]\ngallery = \""+server.URL+"/{id}\"\n")...)
	signIn(t, ctx, r)
	expect(ctx, isMissing+`.*/live/icons/(i987654|404404)`)
	look := func(text string) step {
		return js(fmt.Sprintf(`{const s = document.getElementById('search'); s.value = %q; s.dispatchEvent(new Event('input'));}`, text))
	}
	do(t, ctx, click("#icon"), until(`document.querySelectorAll('#icons .pick').length > 100`))
	for text, want := range map[string]string{"washing": "home-washer", "temperature": "weather-thermometer", "waschm": "home-washer", "rubbish": "home-bin"} {
		do(t, ctx, look(text), until(fmt.Sprintf(`[...document.querySelectorAll('#icons .pick span')].some((s) => s.textContent === %q) && document.querySelectorAll('#icons .pick').length < 20`, want)))
	}
	shoot(t, ctx, "picker-words.png")
	do(t, ctx, look("404404"), until(`document.getElementById('picker').innerText.includes('The gallery has no icon 404404')`),
		look("i987654"), chromedp.WaitVisible(`//div[@id="icons"]//button[span="987654"]`),
		click(`//div[@id="icons"]//button[span="987654"]`),
		until(`document.querySelector('#icon img')?.naturalWidth > 0`), until(sketched))
}

// TestPickerWithThousands: with 5,000 icons of one's own the picker opens at once, finds
// and fetches only what is seen, and all can be reached.
func TestPickerWithThousands(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	data := t.TempDir()
	rig.ManyIcons(t, filepath.Join(data, "icons"), icons.MaxUser)
	r := rig.LaunchIn(t, data, nil)
	signIn(t, ctx, r)
	const pictures = `[...document.querySelectorAll('#icons .pick img')].filter((i) => i.naturalWidth > 0).length`
	do(t, ctx,
		js(`globalThis.slowest = 0; new PerformanceObserver((l) => { for (const e of l.getEntries()) slowest = Math.max(slowest, e.duration); }).observe({type: 'longtask'});`),
		click("#icon"), until(`document.getElementById('icons').textContent.includes('Your own (5,000)')`), until(pictures+` > 100`),
	)
	if n := value[int](t, ctx, `document.querySelectorAll('#icons .pick').length`); n > 1000 {
		t.Errorf("%d icons are made before anybody scrolls", n)
	}
	if n := value[int](t, ctx, pictures); n > 1000 {
		t.Errorf("%d pictures are fetched before anybody scrolls", n)
	}
	shoot(t, ctx, "picker-thousands.png")
	look := func(text string) step {
		return js(fmt.Sprintf(`{const s = document.getElementById('search'); s.value = %q; s.dispatchEvent(new Event('input'));}`, text))
	}
	do(t, ctx, look("many-4999"), until(`document.querySelectorAll('#icons .pick').length === 2`), until(pictures+` === 1`), look("many-"))
	t.Logf("the longest task took %.0f ms", value[float64](t, ctx, `slowest`))
	do(t, ctx,
		until(`(() => { const i = document.getElementById('icons'); i.scrollTop = i.scrollHeight; return i.querySelector('[title=many-999]')?.querySelector('img').naturalWidth > 0; })()`),
		click(`[title=many-999]`), until(`document.getElementById('icon').getAttribute('aria-label') === 'Icon: many-999'`))
}

// at is the panel's pixel.
func at(r *rig.Device, x, y int) color.RGBA {
	return color.RGBAModel.Convert(r.Frame().At(x, y)).(color.RGBA)
}

// TestIconEditor draws by keyboard alone, takes back, adds a frame, saves and sends.
func TestIconEditor(t *testing.T) {
	ctx := browse(t, 1100, 900, darkScheme)
	r := rig.Launch(t, nil)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
	signIn(t, ctx, r)
	says := func(text string) step {
		return until(fmt.Sprintf(`document.getElementById('pixel-now').textContent === %q`, text))
	}
	do(t, ctx, click("#icon"), until(`document.querySelectorAll('#icons .pick').length > 100`),
		click("#icon-new"), until(focus("#pixels")),
		chromedp.KeyEvent(" "), says("Column 1, row 1: #FF0000"),
		chromedp.KeyEvent(kb.ArrowRight), says("Column 2, row 1: dark"), chromedp.KeyEvent(" "), says("Column 2, row 1: #FF0000"),
		chromedp.KeyEvent(kb.Delete), says("Column 2, row 1: dark"),
		chromedp.KeyEvent(kb.End), chromedp.KeyEvent(kb.PageDown), says("Column 8, row 8: dark"),
		click(`#editor-palette [title="#00C000"]`), js(`document.getElementById('pixels').focus()`), chromedp.KeyEvent(kb.Enter), says("Column 8, row 8: #00C000"),
		click("#editor-copy"), until(`document.querySelectorAll('#editor-frames li').length === 2`),
		click(`#editor [value=fill]`), js(`document.getElementById('pixels').focus()`), chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(" "), says("Column 7, row 8: #00C000"),
	)
	shoot(t, ctx, "editor.png")
	do(t, ctx, js(`{const f = document.getElementById('editor-form').elements; f.ms.value = '400'; f.ms.dispatchEvent(new Event('change')); f.name.value = 'Signal';}`),
		click("#editor-undo"), click("#editor-redo"), click("#editor-save"),
		until(`!document.getElementById('editor').open && document.getElementById('icon').getAttribute('aria-label') === 'Icon: signal'`),
		click(`#send [name=stays]`), click("#send .wide"))
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
	do(t, ctx, click("#icon-edit"), until(`document.querySelectorAll('#editor-frames li').length === 2`), until(`document.querySelector('#editor [name=name]').value === 'signal'`),
		click("#editor-remove"), click("#editor-save"), until(`!document.getElementById('editor').open`),
		click("#icon"), chromedp.WaitVisible("#icon-new"), click("#icon-new"), chromedp.WaitVisible("#editor"),
		click("#editor-save"), until(`document.getElementById('editor-fault').textContent.startsWith('Give it a name')`),
		js(`{const n = document.querySelector('#editor [name=name]'); n.value = 'signal'; n.dispatchEvent(new Event('input', {bubbles: true}));}`),
		click("#editor-save"), until(`document.getElementById('editor-save').textContent.startsWith('Replace')`), click("#editor-close"))
}

// pictures writes a GIF of three frames and a photograph to a folder.
func pictures(t *testing.T) (moving, photo string) {
	t.Helper()
	dir := t.TempDir()
	g := &gif.GIF{}
	for i := range 3 {
		m := image.NewPaletted(image.Rect(0, 0, 16, 16), color.Palette{color.Black, color.RGBA{0, 0, 255, 255}})
		draw.Draw(m, image.Rect(0, 4*i, 16, 4*i+4), image.NewUniform(color.RGBA{0, 0, 255, 255}), image.Point{}, draw.Src)
		g.Image, g.Delay = append(g.Image, m), append(g.Delay, 10*(i+1))
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, g); err != nil {
		t.Fatal(err)
	}
	moving = filepath.Join(dir, "bars.gif")
	if err := os.WriteFile(moving, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	b.Reset()
	large := image.NewRGBA(image.Rect(0, 0, 1600, 1600))
	draw.Draw(large, large.Rect, image.NewUniform(color.RGBA{255, 255, 0, 255}), image.Point{}, draw.Src)
	if err := jpeg.Encode(&b, large, nil); err != nil {
		t.Fatal(err)
	}
	photo = filepath.Join(dir, "My photo.jpg")
	if err := os.WriteFile(photo, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return moving, photo
}

// TestIconEditorImports a GIF with its frames and times, and a photograph, which is made
// smaller; and says what it cannot read.
func TestIconEditorImports(t *testing.T) {
	moving, photo := pictures(t)
	ctx := browse(t, 390, 844, lightScheme)
	r := rig.Launch(t, nil)
	do(t, ctx, chromedp.EmulateViewport(390, 844))
	signIn(t, ctx, r)
	expect(ctx, valueIsBad+`.*/live/picture`) // a file that is no picture
	pixel := func(x, y int) string { return middle(t, ctx, x, y) }
	do(t, ctx, click("#icon"), until(`document.querySelectorAll('#icons .pick').length > 100`), click("#icon-new"), chromedp.WaitVisible("#editor"),
		chromedp.SetUploadFiles("#editor-file", []string{moving}),
		until(`document.querySelectorAll('#editor-frames li').length === 3 && document.querySelector('#editor [name=ms]').value === '100'`),
		js(`document.querySelector('#editor [name=onion]').click()`))
	if up, down := pixel(0, 0), pixel(0, 7); up != "0,0,255" || down != "0,0,0" {
		t.Errorf("the GIF's first frame has %s and %s", up, down)
	}
	shoot(t, ctx, "editor-phone.png")
	do(t, ctx, chromedp.SetUploadFiles("#editor-file", []string{photo}),
		until(`document.querySelectorAll('#editor-frames li').length === 1`))
	if c := pixel(4, 4); c != "255,255,0" && c != "254,255,0" && c != "255,255,1" {
		t.Errorf("the photograph has %s", c)
	}
	bad := filepath.Join(t.TempDir(), "bad.png")
	if err := os.WriteFile(bad, []byte("nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, chromedp.SetUploadFiles("#editor-file", []string{bad}), until(`document.getElementById('editor-fault').textContent.includes('bad.png')`),
		click("#editor-close"),
		// From the picker, a photograph goes to the editor with its name.
		chromedp.SetUploadFiles("#upload", []string{photo}),
		until(`document.getElementById('editor').open && document.querySelector('#editor [name=name]').value === 'my-photo'`),
		click("#editor-save"), until(`document.getElementById('icon').getAttribute('aria-label') === 'Icon: my-photo'`),
		// A picture from the clipboard is stored as an icon.
		js(`{const b = atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==');
			const d = new DataTransfer(); d.items.add(new File([Uint8Array.from(b, (c) => c.charCodeAt(0))], 'pasted.png', {type: 'image/png'}));
			document.getElementById('text').dispatchEvent(new ClipboardEvent('paste', {clipboardData: d, bubbles: true, cancelable: true}));}`),
		chromedp.WaitVisible(`//div[@id="icons"]//button[span="pasted"]`), click("#picker-close"))
}

// middle is the colour in the middle of a pixel of the editor.
func middle(t *testing.T, ctx context.Context, x, y int) string {
	t.Helper()
	return value[string](t, ctx, fmt.Sprintf(`(() => { const c = document.getElementById('pixels'), n = c.width / 8;
		return [...c.getContext('2d').getImageData((%d + 0.5) * n, (%d + 0.5) * n, 1, 1).data].slice(0, 3).join(); })()`, x, y))
}
