// SPDX-License-Identifier: Apache-2.0

package applet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"strings"
	"time"
	"unicode"
)

// MaxFilm is how many bytes the pictures of one drawing may have on the device.
const MaxFilm = 16 << 20

// Drawing is what an app has drawn. Without pictures and frames it has nothing to show, and
// wants to be skipped.
type Drawing struct {
	Images []*image.RGBA // of the canvas's size; equal neighbours share one
	Delays []time.Duration
	Frames json.RawMessage // a list as in a notification, in place of images; nil = none
	Schema json.RawMessage // of its settings, if only that was wanted; nil = it has none
	Answer json.RawMessage // of a handler, if that was wanted
	MaxAge time.Duration   // how long the drawing may be shown; 0 = the app does not say
	Full   bool            // the app asks for its animation to be shown to its end
}

// Bytes returns how many bytes the pictures have.
func (d Drawing) Bytes() (n int) {
	for _, m := range d.Images {
		n += len(m.Pix)
	}
	return n
}

// A Fetcher asks the network for an app. Whether the app may have what it asks for is decided
// by the fetcher. ctx ends with the drawing.
type Fetcher func(ctx context.Context, f Fetch, body []byte) (Answer, []byte)

// Offline is a Fetcher without a network.
func Offline(context.Context, Fetch, []byte) (Answer, []byte) {
	return Answer{Error: "there is no network here"}, nil
}

// Errors of a program that does not do its part.
var (
	ErrEnded = errors.New(Name + " ended early")     // without a word
	ErrSlow  = errors.New(Name + " does not answer") // for whoever waits no longer
)

// Draw holds the conversation about one drawing, and closes conn. files are the contents of
// r.Files by path, which Draw fills in with Version. Errors: *Error of the app,
// ErrEnded, ErrForm, and the cause of ctx.
func Draw(ctx context.Context, conn io.ReadWriteCloser, r Request, files map[string][]byte, fetch Fetcher) (
	d Drawing, err error,
) {
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer conn.Close()
	defer stop()
	if err = send(conn, r, files); err == nil {
		err = d.hear(ctx, conn, r, fetch)
	}
	if ctx.Err() != nil {
		return Drawing{}, context.Cause(ctx)
	}
	if errors.Is(err, io.EOF) {
		err = ErrEnded
	}
	if err != nil {
		return Drawing{}, err
	}
	return d, nil
}

// send sends the request.
func send(w io.Writer, r Request, files map[string][]byte) error {
	r.Version, r.Files, r.Prints = Version, nil, r.Print != nil
	var body bytes.Buffer
	for path, data := range files {
		r.Files = append(r.Files, File{path, len(data)})
		body.Write(data)
	}
	if len(files) > MaxFiles || body.Len() > MaxSource {
		return &Error{Message: fmt.Sprintf("the app has %d files of %d KiB, at most %d of %d are allowed",
			len(files), body.Len()>>10, MaxFiles, MaxSource>>10)}
	}
	said, err := json.Marshal([]any{r.Settings, r.Typed})
	if err == nil && len(said) > MaxSettings {
		err = &Error{Message: fmt.Sprintf("the settings have %d KiB, at most %d are allowed", len(said)>>10, MaxSettings>>10)}
	}
	if err != nil {
		return err
	}
	return Write(w, KindRequest, r, body.Bytes())
}

// spare is how long before the end of a drawing its requests end: for the app to say that it had no answer.
const spare = 500 * time.Millisecond

// hear takes what the program says until it is done.
func (d *Drawing) hear(ctx context.Context, conn io.ReadWriter, r Request, fetch Fetcher) error {
	images, fetches, printed := 0, 0, 0
	asking, cancel := context.WithTimeout(ctx, MaxTime-spare)
	defer cancel()
	for {
		m, err := Read(conn, KindFetch, KindImage, KindPrinted, KindDone)
		if err != nil {
			return err
		}
		switch m.Kind {
		case KindFetch:
			fetches++
			err = answer(asking, conn, m, fetches, fetch)
		case KindImage:
			if images++; images > MaxImages {
				return ErrForm
			}
			err = d.add(m, image.Rectangle{Max: r.Size()})
		case KindPrinted:
			if printed++; printed > MaxPrinted+1 || r.Print == nil {
				return ErrForm
			}
			err = m.printed(r.Print)
		case KindDone:
			return d.end(m)
		}
		if err != nil {
			return err
		}
	}
}

// Errors of a request to the network.
var (
	errFetches = fmt.Errorf("more than %d requests", MaxFetches)
	errLate    = errors.New("no answer in the time of a drawing")
	errLong    = fmt.Errorf("the answer has more than %d KiB", MaxReceive>>10)
)

// answer has a request answered, the n-th of the drawing, before ctx ends. Whether the program
// still hears the answer does not matter: it says how the drawing ended.
func answer(ctx context.Context, w io.Writer, m Message, n int, fetch Fetcher) error {
	var f Fetch
	if err := m.Decode(&f); err != nil {
		return err
	}
	a, body := fetched(ctx, f, m.Body, n, fetch)
	if len(body) > MaxReceive {
		a, body = Answer{Error: errLong.Error()}, nil
	}
	if err := Write(w, KindAnswer, a, body); err != nil { // its header may be too long
		_ = Write(w, KindAnswer, Answer{Error: err.Error()}, nil)
	}
	return nil
}

// fetched waits for the answer to a request, until ctx ends.
func fetched(ctx context.Context, f Fetch, sent []byte, n int, fetch Fetcher) (Answer, []byte) {
	if n > MaxFetches {
		return Answer{Error: errFetches.Error()}, nil
	}
	type answered struct {
		Answer
		body []byte
	}
	done := make(chan answered, 1)
	go func() {
		a, body := fetch(ctx, f, sent)
		done <- answered{a, body}
	}()
	select {
	case got := <-done:
		return got.Answer, got.body
	case <-ctx.Done():
		return Answer{Error: errLate.Error()}, nil
	}
}

// printed hands over a line that an app has printed, without what a terminal would obey.
func (m Message) printed(to func(Printed)) error {
	var p Printed
	if err := m.Decode(&p); err != nil || p.Line < 0 {
		return ErrForm
	}
	p.Text = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, strings.ToValidUTF8(string(m.Body), "�"))
	to(p)
	return nil
}

// add adds a picture, unless there is no more memory for it.
func (d *Drawing) add(m Message, bounds image.Rectangle) error {
	var head Image
	if err := m.Decode(&head); err != nil {
		return err
	}
	if len(m.Body) != 4*bounds.Dx()*bounds.Dy() || head.Delay < 0 || head.Delay > int(time.Hour/time.Millisecond) {
		return ErrForm
	}
	delay := time.Duration(head.Delay) * time.Millisecond
	last := len(d.Images) - 1
	if last >= 0 && bytes.Equal(d.Images[last].Pix, m.Body) {
		d.Delays[last] += delay
		return nil
	}
	if (last+2)*len(m.Body) > MaxFilm {
		return nil
	}
	d.Images = append(d.Images, &image.RGBA{Pix: m.Body, Stride: 4 * bounds.Dx(), Rect: bounds})
	d.Delays = append(d.Delays, delay)
	return nil
}

// end takes the last message.
func (d *Drawing) end(m Message) error {
	var done Done
	if err := m.Decode(&done); err != nil {
		return err
	}
	if done.Error != nil {
		return done.Error.plain()
	}
	if max(len(done.Frames), len(done.Schema), len(done.Answer)) > MaxFrames {
		return ErrForm
	}
	d.Frames, d.Schema, d.Answer, d.Full = done.Frames, done.Schema, done.Answer, done.Full
	d.MaxAge = time.Duration(min(max(done.MaxAge, 0), 1<<20)) * time.Second
	return nil
}
