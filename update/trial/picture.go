// SPDX-License-Identifier: Apache-2.0

package trial

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/gif"
	"io"
	"net/http"
	"strings"
	"time"
)

// A Drawer lets the daemon draw a test picture; [API] is one.
type Drawer interface {
	// Draws reports whether the daemon draws the picture in memory. With show it is
	// also shown for a second, unless the panel is dark.
	Draws(ctx context.Context, show bool) bool
}

// Pictures reports whether who looks at the daemon sees it draw the test picture.
func Pictures(ctx context.Context, looker any) bool {
	d, can := looker.(Drawer)
	return can && d.Draws(ctx, false)
}

// A Picture asks a version on trial for the test picture, until it has drawn it. The zero
// value is a version that need not.
type Picture struct {
	drawer Drawer
	drawn  bool
	next   time.Duration
}

// pictureEvery is how often it is asked, and how long a start may take before the first time.
const pictureEvery = 10 * time.Second

// NewPicture returns one for a trial against the version before: what that did not draw, no
// other has to.
func NewPicture(before Observation, looker any) *Picture {
	p := &Picture{next: pictureEvery}
	if before.Pictures {
		p.drawer, _ = looker.(Drawer)
	}
	return p
}

// Drawn reports whether it was drawn, and asks where it is time to; since is the age of the
// trial.
func (p *Picture) Drawn(ctx context.Context, since time.Duration) bool {
	if p.drawer != nil && !p.drawn && since >= p.next {
		p.next = since + pictureEvery
		p.drawn = p.drawer.Draws(ctx, true)
	}
	return p.drawn
}

// testPicture is a notification of two frames.
const testPicture = `{"model":{"frames":[{"text":"1"},{"text":"2"}]}}`

// Bounds of the picture: the daemon may be anybody's who has taken its port.
const (
	maxPicture = 64 << 10 // bytes
	maxPixels  = 16 << 10 // of one frame
)

// Draws implements [Drawer] by the preview of a notification, which shows nothing.
func (a *API) Draws(ctx context.Context, show bool) bool {
	if file, status := a.send(ctx, http.MethodPost, "/live/preview", testPicture, maxPicture); status != http.StatusOK ||
		!twoFrames(file) {
		return false
	}
	if show && a.lit(ctx) {
		_, _ = a.send(ctx, http.MethodPost, "/live/test", `{"pattern":"colours","seconds":1}`, maxAnswer)
	}
	return true
}

// lit reports whether the panel is on, and bright enough to be seen.
func (a *API) lit(ctx context.Context) bool {
	var display struct {
		On         *bool
		Brightness int
	}
	body, status := a.ask(ctx, "/api/v2/device/display")
	return status == http.StatusOK && json.Unmarshal(body, &display) == nil && (display.On == nil || *display.On) &&
		display.Brightness > 0
}

// twoFrames reports whether a GIF has two pictures that are lit and differ.
func twoFrames(file []byte) bool {
	size, err := gif.DecodeConfig(bytes.NewReader(file))
	if err != nil || size.Width*size.Height > maxPixels {
		return false
	}
	all, err := gif.DecodeAll(bytes.NewReader(file))
	if err != nil {
		return false
	}
	var first []byte
	for _, m := range all.Image {
		switch now := colours(m); {
		case now == nil:
		case first == nil:
			first = now
		case !bytes.Equal(first, now):
			return true
		}
	}
	return false
}

// colours returns the colours of the pixels, nil if all are black or clear.
func colours(m *image.Paletted) []byte {
	out, lit := make([]byte, 0, 3*len(m.Pix)), false
	for _, at := range m.Pix {
		r, g, b, _ := m.Palette[at].RGBA()
		lit = lit || r|g|b != 0
		out = append(out, byte(r>>8), byte(g>>8), byte(b>>8))
	}
	if !lit {
		return nil
	}
	return out
}

// send asks the daemon by a method with a body, and takes an answer of at most so many bytes.
func (a *API) send(ctx context.Context, method, path, body string, most int64) (answer []byte, status int) {
	req, err := http.NewRequestWithContext(ctx, method, a.URL+path, strings.NewReader(body))
	if err != nil {
		return nil, 0
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if key := a.key(); key != "" {
		req.SetBasicAuth("dev", key)
	}
	resp, err := a.Client.Do(req)
	if err != nil {
		return nil, 0
	}
	defer resp.Body.Close()
	if answer, err = io.ReadAll(io.LimitReader(resp.Body, most)); err != nil {
		return nil, 0
	}
	return answer, resp.StatusCode
}
