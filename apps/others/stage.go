// SPDX-License-Identifier: Apache-2.0

package others

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/icons"
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

	// Print takes what the app prints while it is drawn; nil = nobody wants it.
	Print func(applet.Printed)

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
	r := applet.Request{App: p.Name, Main: p.Main, Width: tidbyt.X, Height: tidbyt.Y, Print: p.Print}
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
	case framed(d):
		n, err := notification(d.Frames)
		if err != nil {
			return nil, 0, err
		}
		seq := painter.Picture(&n)
		return seq, seq.Length(1), nil
	}
	return nil, 0, ErrNothing
}

// Draw draws p as applet.Draw does, and refuses frames that no notification may have with an *applet.Error, at the
// line of the program where one may see it.
func (p Program) Draw(
	ctx context.Context, conn io.ReadWriteCloser, r applet.Request, fetch applet.Fetcher,
) (applet.Drawing, error) {
	d, err := applet.Draw(ctx, conn, r, p.Files, fetch)
	if err != nil {
		return applet.Drawing{}, err
	}
	if !framed(d) {
		return d, nil
	}
	if strange := wire.Unknown(d.Frames); strange != nil {
		return applet.Drawing{}, p.fault(strange.Error(), keyed(strange.Key))
	}
	if _, err = notification(d.Frames); err == nil {
		return d, nil
	}
	var invalid *note.InvalidError
	if errors.As(err, &invalid) {
		if of := inFrame.FindStringSubmatch(invalid.Error()); of != nil {
			n, _ := strconv.Atoi(of[1])
			err = p.fault(fmt.Sprintf("frame %d: %s", n+1, strings.TrimLeft(of[2], ".: ")), keyed(of[3]))
		}
	}
	return applet.Drawing{}, err
}

// framed reports whether there are frames in d.
func framed(d applet.Drawing) bool { return len(d.Frames) > 0 && string(d.Frames) != "[]" }

// inFrame divides a fault into the number of a frame and what is wrong with that, which begins with its field if it is
// of one.
var inFrame = regexp.MustCompile(`(?s)^model\.frames\[(\d+)\]((?:\.(\w+))?.*)`)

// Checked is [Show], but returns an *applet.Error with the line of the program if a frame names an icon that painter
// does not have. On the panel a sign stands in its place.
func (p Program) Checked(d applet.Drawing, painter *paint.Painter) (render.Widget, time.Duration, error) {
	w, pass, err := Show(d, painter)
	source, ok := painter.Icons.(interface{ Fault(icons.Ref) string })
	if err != nil || !ok || !framed(d) {
		return w, pass, err
	}
	n, err := notification(d.Frames)
	for i, f := range n.Frames {
		if why := source.Fault(f.Icon); why != "" {
			return nil, 0, p.fault(fmt.Sprintf("frame %d: icon: %s", i+1, why), quoted(f.Icon.String()), keyed("icon"))
		}
	}
	return w, pass, err
}

// quoted and keyed are expressions of a text in a program, and of one that is a key. Only the beginning of a long data
// URI is in them, so they match none.
func quoted(text string) string {
	return `["']` + regexp.QuoteMeta(strings.ToValidUTF8(text[:min(len(text), maxApp)], "")) + `["']`
}
func keyed(key string) string { return quoted(key) + `\s*:` }

// fault returns an error of p, with the place of the first expression that stands once in the program, or once from
// main on.
func (p Program) fault(message string, expressions ...string) error {
	source := string(p.Files[p.Main])
	e := &applet.Error{Message: message}
	begin := max(strings.Index(source, "\ndef main("), 0)
	for _, one := range expressions {
		for _, from := range []int{begin, 0} {
			all := regexp.MustCompile(one).FindAllStringIndex(source[from:], 2)
			if len(all) == 1 {
				before := source[:from+all[0][0]]
				e.Line = strings.Count(before, "\n") + 1
				e.Column = utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
				return e
			}
		}
	}
	return e
}

// notification reads a list of frames.
func notification(frames json.RawMessage) (note.Notification, error) {
	body, err := json.Marshal(map[string]any{"model": map[string]any{"frames": frames}})
	if err != nil {
		return note.Notification{}, err
	}
	return wire.ParseNotification(body)
}
