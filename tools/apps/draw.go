// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing/fstest"
	"time"
	_ "time/tzdata" // the process opens no files

	"github.com/tronbyt/pixlet/render"
	pixlet "github.com/tronbyt/pixlet/runtime"
	"github.com/tronbyt/pixlet/runtime/modules/random"
	"github.com/tronbyt/pixlet/runtime/modules/render_runtime/canvas"
	"github.com/tronbyt/pixlet/runtime/modules/starlarkhttp"
	"github.com/tronbyt/pixlet/schema"
	starlarkjson "go.starlark.net/lib/json"
	starlarktime "go.starlark.net/lib/time"
	"go.starlark.net/starlark"
	"golang.org/x/text/language"

	"github.com/ledpost/ledpost/internal/applet"
)

// drawAlone reads a request, gives up all rights that drawing does not need, and draws.
func drawAlone(in io.Reader, out io.Writer) error {
	m, err := applet.Read(in, applet.KindRequest)
	if err != nil {
		return err
	}
	if err := confine(); err != nil {
		return err
	}
	done := applet.Done{}
	if err := drawn(in, out, m, &done); err != nil {
		done = applet.Done{Error: told(err)}
	}
	return applet.Write(out, applet.KindDone, done, nil)
}

// drawn draws what m asks for, and fills in done.
func drawn(in io.Reader, out io.Writer, m applet.Message, done *applet.Done) error {
	var r applet.Request
	if err := m.Decode(&r); err != nil {
		return err
	}
	if r.Version != applet.Version {
		return fmt.Errorf("the device speaks version %d, this program version %d: install both again",
			r.Version, applet.Version)
	}
	if r.Part != "" {
		return sendPart(out, r.Part)
	}
	files, err := unpack(r, m.Body)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), applet.MaxTime)
	defer cancel()
	pixlet.InitCache(pixlet.NewInMemoryCache())
	starlarkhttp.StarlarkHTTPClient = client(in, out)
	app, err := load(ctx, r, files, printer(r, out))
	if err != nil {
		return err
	}
	switch {
	case r.Schema:
		return declared(app, done)
	case r.Handler != "":
		return handled(ctx, app, r, done)
	}
	value, err := call(ctx, app, r)
	if err != nil {
		return err
	}
	return show(ctx, out, r, value, done)
}

// unpack returns the files of an app.
func unpack(r applet.Request, body []byte) (fs.FS, error) {
	files := fstest.MapFS{}
	for _, f := range r.Files {
		if f.Size < 0 || f.Size > len(body) || !fs.ValidPath(f.Path) {
			return nil, applet.ErrForm
		}
		files[f.Path] = &fstest.MapFile{Data: body[:f.Size]}
		body = body[f.Size:]
	}
	return files, nil
}

// load loads an app for the canvas, the place and the time of r.
func load(ctx context.Context, r applet.Request, files fs.FS, prints pixlet.PrintFunc) (*pixlet.Applet, error) {
	zone, err := time.LoadLocation(r.Zone)
	if err != nil {
		return nil, err
	}
	options := []pixlet.AppletOption{
		pixlet.WithPrintFunc(prints),
		pixlet.WithLocation(zone),
		pixlet.WithCanvasMeta(canvas.Metadata{Width: r.Width, Height: r.Height, Is2x: r.Twice}),
		pixlet.WithThreadInitializer(func(t *starlark.Thread) *starlark.Thread {
			if r.Seed != 0 {
				random.SeedThread(t, r.Seed, r.Seed)
			}
			if !r.Now.IsZero() {
				starlarktime.SetNow(t, func() (time.Time, error) { return r.Now.In(zone), nil })
			}
			return t
		}),
	}
	if tag, err := language.Parse(r.Language); err == nil {
		options = append(options, pixlet.WithLanguage(tag))
	}
	app, err := pixlet.NewAppletFromFS(ctx, only{files, r.Main}, ".", options...)
	if err != nil && strings.Contains(err.Error(), "no main() function") { // the rest names a file that is not there
		err = errNoMain
	}
	return app, plainly(err, files)
}

// printer returns what takes the lines that an app prints: it sends them where r wants them, as many as it may send.
func printer(r applet.Request, out io.Writer) pixlet.PrintFunc {
	left := applet.MaxPrinted
	return func(t *starlark.Thread, text string) {
		if !r.Prints || left < 0 {
			return
		}
		p := applet.Printed{}
		if at := t.CallFrame(1).Pos; at.Filename() == r.Main { // 0 is print itself
			p.Line = int(at.Line)
		}
		for line := range strings.SplitSeq(text, "\n") {
			if left--; left < 0 {
				p, line = applet.Printed{}, "…"
			}
			if len(line) > applet.MaxLine {
				line = strings.ToValidUTF8(line[:applet.MaxLine-len("…")], "") + "…"
			}
			_ = applet.Write(out, applet.KindPrinted, p, []byte(line)) // a device that hangs up ends the process
			if left < 0 {
				return
			}
		}
	}
}

var errNoMain = errors.New("the app has no function main(config)")

// only is the files of an app without other programs beside the main one: pixlet takes the first
// that it finds.
type only struct {
	fs.FS
	main string
}

// ReadDir implements fs.ReadDirFS.
func (o only) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(o.FS, name)
	kept := list[:0]
	for _, e := range list {
		if name != "." || path.Ext(e.Name()) != ".star" || e.Name() == o.main {
			kept = append(kept, e)
		}
	}
	return kept, err
}

// declared puts the settings of an app into done.
func declared(app *pixlet.Applet, done *applet.Done) error {
	if app.Schema == nil {
		return nil
	}
	text, err := json.Marshal(app.Schema)
	if err != nil {
		return err
	}
	if len(text) > applet.MaxFrames {
		return fmt.Errorf("the settings of the app have %d KiB, at most %d are allowed",
			len(text)>>10, applet.MaxFrames>>10)
	}
	done.Schema = text
	return nil
}

// handled puts what a handler of the schema answers into done.
func handled(ctx context.Context, app *pixlet.Applet, r applet.Request, done *applet.Done) error {
	if app.Schema == nil {
		return errors.New("the app has no settings")
	}
	if _, found := app.Schema.Handlers[r.Handler]; !found {
		return fmt.Errorf("the settings of the app have no handler %.80q", r.Handler)
	}
	text, err := app.CallSchemaHandler(ctx, r.Handler, r.Typed, settings(r))
	switch {
	case err != nil:
		return err
	case len(text) > applet.MaxFrames:
		return fmt.Errorf("the app answers with %d KiB, at most %d are allowed", len(text)>>10, applet.MaxFrames>>10)
	case !json.Valid([]byte(text)): // of a sign-in
		return errors.New("the app answers with no list of values")
	}
	done.Answer = json.RawMessage(text)
	return nil
}

// settings returns the settings of r as pixlet takes them. Apps that were written before pixlet itself knew the zone
// read it there: Tidbyt's server added it, and Tronbyt's does.
func settings(r applet.Request) map[string]any {
	all := map[string]any{"$tz": cmp.Or(r.Zone, "UTC")}
	for name, value := range r.Settings {
		all[name] = value
	}
	return all
}

// call calls main.
func call(ctx context.Context, app *pixlet.Applet, r applet.Request) (starlark.Value, error) {
	main, ok := app.Globals[app.MainFile]["main"].(*starlark.Function)
	if !ok {
		return nil, errNoMain
	}
	var args starlark.Tuple
	if main.NumParams() > 0 {
		args = starlark.Tuple{config{pixlet.NewAppletConfig(settings(r), app.Schema), app.Schema, r.Settings}}
	}
	return app.Call(ctx, main, args...)
}

// config is what main is called with.
type config struct {
	pixlet.AppletConfig
	declared *schema.Schema // nil = the app declares none
	set      map[string]string
}

// String returns the settings as a dictionary, as print shows them: those that are declared in their order, with
// *** for a secret, and the others.
func (c config) String() string {
	shown := &starlark.Dict{}
	add := func(id string, secret bool) {
		value, there, _ := c.Get(starlark.String(id)) // a text is always a key
		switch {
		case !there:
			value = starlark.None
		case secret:
			value = starlark.String("***")
		}
		_ = shown.SetKey(starlark.String(id), value) // nobody iterates over it
	}
	if c.declared != nil {
		for _, f := range c.declared.Fields {
			if f.Type != "generated" { // more fields, and no setting
				add(f.ID, f.Secret)
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(c.set)) {
		if _, there, _ := shown.Get(starlark.String(id)); !there {
			add(id, false)
		}
	}
	return shown.String()
}

// show sends what main has returned: pictures of roots, or frames.
func show(ctx context.Context, out io.Writer, r applet.Request, value starlark.Value, done *applet.Done) error {
	roots, err := pixlet.ExtractRoots(value)
	if err != nil {
		return frames(value, done)
	}
	images, size := 0, r.Size()
	for _, root := range roots {
		if root.Child == nil {
			return errors.New("a Root has no child")
		}
		if age := int(root.MaxAge); age > 0 && (done.MaxAge == 0 || age < done.MaxAge) {
			done.MaxAge = age
		}
		done.Full = done.Full || root.ShowFullAnimation
		for m := range root.Paint(ctx, size.X, size.Y, true, render.WithMaxParallelFrames(1)) {
			if images++; images > applet.MaxImages {
				return nil
			}
			if err := send(out, m, int(root.Delay)); err != nil {
				return err
			}
		}
	}
	return context.Cause(ctx)
}

// usual is how long a picture shows whose app does not say: pixlet's own value.
const usual = 50

// send sends a picture that shows for delay milliseconds.
func send(out io.Writer, m image.Image, delay int) error {
	if delay <= 0 {
		delay = usual
	}
	plain, ok := m.(*image.RGBA)
	if !ok || plain.Stride != 4*plain.Rect.Dx() {
		plain = image.NewRGBA(m.Bounds())
		draw.Draw(plain, plain.Rect, m, m.Bounds().Min, draw.Src)
	}
	return applet.Write(out, applet.KindImage, applet.Image{Delay: delay}, plain.Pix)
}

// frames puts a list of frames into done.
func frames(value starlark.Value, done *applet.Done) error {
	switch v := value.(type) {
	case *starlark.Dict, starlark.String:
		value = starlark.NewList([]starlark.Value{v}) // one alone
	case *starlark.List:
	default:
		return fmt.Errorf("main returns a %s, want a render.Root or a list of frames", value.Type())
	}
	list := value.(*starlark.List)
	plain := make([]starlark.Value, list.Len())
	for i := range list.Len() {
		plain[i] = list.Index(i)
		if text, ok := plain[i].(starlark.String); ok {
			one := starlark.NewDict(1)
			_ = one.SetKey(starlark.String("text"), text) // a new one takes every key
			plain[i] = one
		}
	}
	encode := starlarkjson.Module.Members["encode"]
	text, err := starlark.Call(&starlark.Thread{}, encode, starlark.Tuple{starlark.NewList(plain)}, nil)
	if err != nil {
		return fmt.Errorf("main returns frames that cannot be written as JSON: %w", err)
	}
	if s := string(text.(starlark.String)); len(s) <= applet.MaxFrames {
		done.Frames = json.RawMessage(s)
		return nil
	}
	return fmt.Errorf("main returns more than %d KiB of frames", applet.MaxFrames>>10)
}
