// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"net/http"
	"sync"

	"github.com/ledpost/ledpost/e2e/rig"

	"github.com/chromedp/chromedp/kb"
)

// standing is how a search for the panel stands that has one question of each kind, one answer
// after the other.
var standing = []string{
	`"question":{"kind":"size"}`,
	`"question":{"kind":"rows","likely":["0","2","4","32"]}`,
	`"question":{"kind":"led","likely":["none","12,3","40,20"]}`,
	`"question":{"kind":"led","likely":["none","12,3","40,20"]}`, // while a photograph is taken
	`"question":{"kind":"bands","chain":2}`,
	`"question":{"kind":"clean"}`,
	`"failed":"the picture is wrong even with the slowest clock"`,
	`"found":"[panel]\n  driver = \"hub75\"\n  cols = 64\n  rows = 32\n  order = \"GRB\"\n` +
		`  map = \"panel-12.map\"\n  slowdown = 2\n","map":"{}"`,
}

// seeks lets the page hear such a search, of a device that does not restart for it.
func (p *Page) seeks() {
	p.t.Helper()
	var mu sync.Mutex
	left := standing
	p.Answer("/live/panel/find", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		if r.Method == "DELETE" || len(left) == 0 {
			io.WriteString(w, `{"searching":false,"asked":0,"left":0}`)
			return
		}
		io.WriteString(w, `{"searching":true,"asked":3,"left":55,`+left[0]+`}`)
		left = left[1:]
	}))
	p.Answer("/live/config", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == "PUT" {
			Says(`{}`).ServeHTTP(w, r)
			return
		}
		Pass(nil).ServeHTTP(w, r)
	}))
	p.Answer("/live/config/trial", Says(`{"trial":true,"left":60,"locked":{}}`))
}

// photograph is that of one LED.
func photograph() []byte {
	m := image.NewGray(image.Rect(0, 0, 640, 400))
	draw.Draw(m, m.Rect, image.NewUniform(color.Gray{Y: 0x17}), image.Point{}, draw.Src)
	draw.Draw(m, image.Rect(300, 180, 308, 188), image.White, image.Point{}, draw.Src)
	var out bytes.Buffer
	_ = png.Encode(&out, m) // a buffer takes all
	return out.Bytes()
}

// search are the steps of the search for a panel of 64×32.
var search = []stop{
	{"setup", opens("Device", "Set up…", ".kind-of"), nil},
	{"setup-size", sizes, nil},
	{"seek-size", func(p *Page) {
		p.seeks()
		p.CSS(".seek-open").Click()
		p.CSS(`#setup-body [value="32x16"]`).Shows()
	}, nil},
	{"seek-rows", func(p *Page) { p.answers("64x32"); p.CSS(`#setup-body [value="2"]`).Shows() }, nil},
	{"seek-led", func(p *Page) {
		p.answers("2")
		p.CSS(".seek-board").Focus()
		p.Key(kb.ArrowUp)
		p.CSS("#setup-body [name=row]").Holds("17")
	}, nil},
	{"seek-photo", func(p *Page) {
		p.Give("Answer by photograph", "photo.png", photograph())
		p.CSS(".seek-corner").Counts(4)
		p.CSS(".seek-photo").Focused().Shows()
	}, nil},
	{"seek-bands", func(p *Page) {
		p.answers("cancel")
		p.Press("The halves differ, or a band is dark")
		p.CSS(".seek-half").Counts(2)
	}, nil},
	{"seek-clean", func(p *Page) { p.answers("grb"); p.CSS(".seek-frame").Shows() }, nil},
	{"seek-failed", func(p *Page) { p.answers("no"); p.CSS("#setup-body [value=no]").Gone() }, nil},
	{"seek-found", func(p *Page) {
		p.answers("back")
		p.CSS(".seek-facts").Shows()
		p.Press("The configuration, to share")
	}, nil},
	{"seek-over", func(p *Page) { p.answers("again"); p.CSS("#setup-body [value=go-on]").Shows() }, func(p *Page) {
		for _, path := range []string{"/live/panel/find", "/live/config", "/live/config/trial"} {
			p.Answer(path, nil)
		}
		p.answers("stop")
		p.CSS(".kind-of").Shows()
	}},
}

// Search opens the device's page and calls at for each step of the search for the panel, with its
// name, the login first.
func (p *Page) Search(r *rig.Device, at func(name string)) {
	p.t.Helper()
	p.visit(r, search, at)
}
