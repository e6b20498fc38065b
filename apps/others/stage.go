// SPDX-License-Identifier: Apache-2.0

package others

import (
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/render"
)

// ErrNoRoom is returned for pictures that are larger than the panel.
var ErrNoRoom = fmt.Errorf("the app needs a panel of %d×%d pixels or more", tidbyt.X, tidbyt.Y)

// ErrNothing is returned for an app that draws nothing and so wants to be skipped.
var ErrNothing = errors.New("the app has nothing to show now")

// Program is an app: a program in Starlark with its files.
type Program struct {
	Name    string            // for people
	Main    string            // the file with main
	Files   map[string][]byte // by path
	Offered bool              // it is of the gallery, and not installed
	Twice   bool              // it can draw all of it twice as large (supports2x of Tidbyt's apps)

	card []string // hosts that its card in the gallery names; nil = it has none
}

// Own returns an app of one file.
func Own(name string, source []byte) Program {
	main := name + ".star"
	return Program{Name: name, Main: main, Files: map[string][]byte{main: source}}
}

// Request returns what is asked of ledpost-apps to draw p on a panel of that size: on 64×32
// pixels, or on all of the panel, up to [applet.MaxPixels], for an app that asks for its size.
func (p Program) Request(panel image.Point) applet.Request {
	r := applet.Request{App: p.Name, Main: p.Main, Width: tidbyt.X, Height: tidbyt.Y}
	source := string(p.Files[p.Main])
	switch {
	case p.Twice:
		r.Twice = typeset.Holds(panel, tidbyt.Mul(2))
	case panel.X*panel.Y > applet.MaxPixels: // no message has room for a picture of it
	case strings.Contains(source, "canvas.width(") || strings.Contains(source, "canvas.height("):
		r.Width, r.Height = panel.X, panel.Y
	}
	return r
}

// Show returns what the panel shows of a drawing, and how long one pass of it takes; 0 = it
// stands still. Errors are for people: ErrNoRoom, and others for frames that no notification may have.
func Show(d applet.Drawing, painter *paint.Painter) (render.Widget, time.Duration, error) {
	switch {
	case len(d.Images) > 0:
		f := newFilm(d, painter.Size)
		if f == nil {
			return nil, 0, ErrNoRoom
		}
		return f, f.Period(), nil
	case len(d.Frames) > 0 && string(d.Frames) != "[]":
		n, err := notification(d.Frames)
		if err != nil {
			return nil, 0, err
		}
		seq := painter.Picture(&n)
		return seq, seq.Length(1), nil
	}
	return nil, 0, ErrNothing
}

// notification reads a list of frames.
func notification(frames json.RawMessage) (note.Notification, error) {
	body, err := json.Marshal(map[string]any{"model": map[string]any{"frames": frames}})
	if err != nil {
		return note.Notification{}, err
	}
	return wire.ParseNotification(body)
}
