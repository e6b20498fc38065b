// SPDX-License-Identifier: Apache-2.0

package pair_test

import (
	"context"
	"errors"
	"image"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/api/pair"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/devicetest"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// square is an icon for every reference.
type square struct{}

func (square) Icon(icons.Ref) *icons.Icon {
	return &icons.Icon{Frames: []icons.Frame{{Image: image.NewRGBA(image.Rect(0, 0, 8, 8))}}}
}

// blank is an app that shows nothing.
type blank struct{}

func (blank) About() device.About                             { return device.About{Package: "blank"} }
func (blank) Step(time.Time) device.Now                       { return device.Now{} }
func (blank) Do(string, string, device.Args, time.Time) error { return nil }

// noKeys makes no key and admits none: whoever gets one got it without a press.
type noKeys struct{ t testing.TB }

func (k noKeys) AddKey(name string, _ bool) (string, error) {
	k.t.Errorf("a key called %q without a press", name)
	return "", errors.New("none")
}

func (noKeys) Admits(*http.Request, string) bool { return false }

// FuzzAsk: whatever one without a key sends gets none, an answer that is JSON,
// and little of the memory; nothing of it ends the device.
func FuzzAsk(f *testing.F) {
	for _, path := range []string{"/api/v1/user/request?group=web_admin", "/api/v1/user/challenge/x",
		"/api/v1/user/request/exchange", "/api/v1/user"} {
		f.Add(path, `{"challenge_id":"x"}`, "192.0.2.1", "http://192.0.2.1", "authorization=x:")
	}
	f.Add("/api/v1/user/request?group=%zz", "[[[[", "[fe80::1%25eth0]:443", "null", "authorization=\x00")
	f.Add("/live/pairing", `{"id":"x","approve":true}`, "ledpost.local", "", "")
	set := must.Get(fonts.Open(fonts.Options{}))(f)
	silent := slog.New(slog.DiscardHandler)
	saved := device.Fresh()
	saved.Identity = device.Identity{ID: "18", Serial: "SA150600000100W00BS9", Name: "x",
		UUID: "0a1b2c3d-0000-4000-8000-0123456789ab"}
	dev := device.New(device.Config{
		Width: 37, Height: 8, Limits: device.DefaultLimits, Audio: func() bool { return false }, Fonts: set, Icons: square{},
		Zone:    device.NewZone(time.UTC),
		Apps:    []device.App{blank{}},
		Widgets: []device.WidgetSettings{{ID: strings.Repeat("0", 32), Package: "blank", Visible: true, Seconds: 20}},
	}, saved, devicetest.Nowhere())
	ctx, cancel := context.WithCancel(f.Context())
	ended := make(chan error, 1)
	go func() { ended <- dev.Run(ctx) }()
	f.Cleanup(func() { cancel(); <-ended })
	f.Fuzz(func(t *testing.T, path, body, host, origin, cookie string) {
		desk := pair.New(dev, silent)
		desk.Use(noKeys{t})
		mux := http.NewServeMux()
		for _, e := range desk.Endpoints() {
			for method, h := range e.Methods {
				if e.Public {
					mux.HandleFunc(method+" "+e.Path, func(w http.ResponseWriter, r *http.Request) { h(w, r) })
				}
			}
		}
		for _, method := range []string{"GET", "POST"} {
			req, err := http.NewRequest(method, "http://192.0.2.1/", io.LimitReader(strings.NewReader(body), 1<<20))
			must.Do(t, err)
			if req.URL, err = req.URL.Parse(path); err != nil {
				return
			}
			req.Host, req.RemoteAddr = host, "192.0.2.7:5000"
			req.Header["Origin"], req.Header["Cookie"] = []string{origin}, []string{cookie}
			w := httptest.NewRecorder()
			memtest.AtMost(t, 1<<20, func() { mux.ServeHTTP(w, req) })
			if strings.Contains(w.Body.String(), `"key":"`) {
				t.Errorf("%s %q: a key: %s", method, path, w.Body)
			}
		}
	})
}

func (noKeys) SeesAll(*http.Request) bool { return false }
