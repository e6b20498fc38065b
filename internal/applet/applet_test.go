// SPDX-License-Identifier: Apache-2.0

package applet

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// request is for a canvas of 2×1 pixels.
var request = Request{App: "test", Main: "a.star", Width: 2, Height: 1}

// printing is request with a hearer of what the app prints.
func printing(to func(Printed)) Request {
	r := request
	r.Print = to
	return r
}

// talk holds a conversation in which the program says what say writes.
func talk(t *testing.T, fetch Fetcher, say func(r Request, conn net.Conn)) (Drawing, error) {
	t.Helper()
	return converse(t, request, fetch, say)
}

// converse is talk about another request.
func converse(t *testing.T, asked Request, fetch Fetcher, say func(r Request, conn net.Conn)) (Drawing, error) {
	t.Helper()
	ours, theirs := net.Pipe()
	go func() {
		defer theirs.Close()
		m, err := Read(theirs, KindRequest)
		var r Request
		if err == nil && m.Decode(&r) == nil {
			say(r, theirs)
		}
	}()
	return Draw(t.Context(), ours, asked, map[string][]byte{"a.star": []byte("x")}, fetch)
}

func TestConversation(t *testing.T) {
	fetch := func(_ context.Context, f Fetch, body []byte) (Answer, []byte) {
		return Answer{Status: 200}, append([]byte(f.URL+" "), body...)
	}
	d, err := talk(t, fetch, func(r Request, conn net.Conn) {
		if r.Version != Version || len(r.Files) != 1 || r.Files[0] != (File{"a.star", 1}) {
			t.Errorf("%+v", r)
		}
		must.Do(t, Write(conn, KindFetch, Fetch{URL: "http://a"}, []byte("b")))
		m := must.Get(Read(conn, KindAnswer))(t)
		if string(m.Body) != "http://a b" {
			t.Errorf("answered %q", m.Body)
		}
		for _, pixels := range []string{"12345678", "12345678", "abcdefgh"} {
			must.Do(t, Write(conn, KindImage, Image{Delay: 100}, []byte(pixels)))
		}
		must.Do(t, Write(conn, KindDone, Done{MaxAge: 60, Full: true}, nil))
	})
	must.Do(t, err)
	if len(d.Images) != 2 || d.Delays[0] != 200*time.Millisecond || string(d.Images[1].Pix) != "abcdefgh" ||
		d.MaxAge != time.Minute || !d.Full {
		t.Errorf("%+v", d)
	}
}

func TestEnds(t *testing.T) {
	bad := &Error{3, 4, "no such name"}
	for _, row := range []struct {
		name string
		say  func(conn net.Conn) error
		want error
	}{
		{"the program ends", func(net.Conn) error { return nil }, ErrEnded},
		{"the program ends within a message",
			func(c net.Conn) error { _, err := c.Write([]byte{'d', 0}); return err }, ErrForm},
		{"a message of another kind", func(c net.Conn) error { return Write(c, KindAnswer, Answer{}, nil) }, ErrForm},
		{"a picture of another size",
			func(c net.Conn) error { return Write(c, KindImage, Image{}, []byte("1234")) }, ErrForm},
		{"a picture that shows for a day",
			func(c net.Conn) error { return Write(c, KindImage, Image{86400000}, []byte("12345678")) }, ErrForm},
		{"a picture without JSON",
			func(c net.Conn) error { return Send(c, Message{KindImage, []byte("x"), []byte("12345678")}) }, ErrForm},
		{"an error", func(c net.Conn) error { return Write(c, KindDone, Done{Error: bad}, nil) }, bad},
		{"too many pictures", func(c net.Conn) (err error) {
			for range MaxImages + 1 {
				if err = Write(c, KindImage, Image{}, []byte("12345678")); err != nil {
					return err
				}
			}
			return err
		}, ErrForm},
	} {
		d, err := talk(t, Offline, func(_ Request, conn net.Conn) { _ = row.say(conn) })
		var told *Error
		if !errors.Is(err, row.want) && (!errors.As(err, &told) || told.Error() != row.want.Error()) || d.Images != nil {
			t.Errorf("%s: %v and %d pictures, want %v", row.name, err, len(d.Images), row.want)
		}
	}
}

func TestCancelled(t *testing.T) {
	ours, _ := net.Pipe() // nobody answers
	reason := errors.New("not wanted any more")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(reason)
	if _, err := Draw(ctx, ours, request, nil, Offline); !errors.Is(err, reason) {
		t.Error(err)
	}
}

func TestFetchesAreCounted(t *testing.T) {
	asked, last := 0, Answer{}
	fetch := func(context.Context, Fetch, []byte) (Answer, []byte) { asked++; return Answer{Status: 200}, nil }
	_, err := talk(t, fetch, func(_ Request, conn net.Conn) {
		for range MaxFetches + 5 {
			must.Do(t, Write(conn, KindFetch, Fetch{}, nil))
			last = Answer{}
			must.Do(t, must.Get(Read(conn, KindAnswer))(t).Decode(&last))
		}
		must.Do(t, Write(conn, KindDone, Done{}, nil))
	})
	must.Do(t, err)
	if asked != MaxFetches || !strings.Contains(last.Error, "100") {
		t.Errorf("%d requests, the last one answered %+v", asked, last)
	}
}

// TestSlowFetch: a request that does not end is answered while the program can still hear it, and holds no drawing
// that is no longer wanted.
func TestSlowFetch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		never := make(chan struct{})
		fetch := func(context.Context, Fetch, []byte) (Answer, []byte) { <-never; return Answer{}, nil }
		began := time.Now()
		_, err := talk(t, fetch, func(_ Request, conn net.Conn) {
			must.Do(t, Write(conn, KindFetch, Fetch{}, nil))
			var a Answer
			must.Do(t, must.Get(Read(conn, KindAnswer))(t).Decode(&a))
			if took := time.Since(began); took >= MaxTime || took < MaxTime-time.Second || a.Error == "" {
				t.Errorf("%+v after %v", a, took)
			}
			must.Do(t, Write(conn, KindDone, Done{}, nil))
		})
		must.Do(t, err)
		ours, theirs := net.Pipe()
		go func() {
			_, _ = Read(theirs, KindRequest)
			_ = Write(theirs, KindFetch, Fetch{}, nil)
		}()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began = time.Now()
		if _, err := Draw(ctx, ours, request, nil, fetch); !errors.Is(err, context.DeadlineExceeded) ||
			time.Since(began) != time.Second {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		close(never)
	})
}

// deaf is a program that no longer hears after the request, and says data.
type deaf struct {
	io.Reader
	heard bool
}

func (d *deaf) Write(b []byte) (int, error) {
	if d.heard {
		return 0, io.ErrClosedPipe
	}
	d.heard = true
	return len(b), nil
}

func (d *deaf) Close() error { return nil }

// TestLongHeader: an answer that cannot be sent is an error for the app.
func TestLongHeader(t *testing.T) {
	fetch := func(context.Context, Fetch, []byte) (Answer, []byte) {
		return Answer{Header: map[string][]string{"X": {strings.Repeat("<", 16<<10)}}}, nil
	}
	_, err := talk(t, fetch, func(_ Request, conn net.Conn) {
		must.Do(t, Write(conn, KindFetch, Fetch{}, nil))
		var a Answer
		if must.Do(t, must.Get(Read(conn, KindAnswer))(t).Decode(&a)); !strings.Contains(a.Error, "at most") {
			t.Errorf("%+v", a)
		}
		must.Do(t, Write(conn, KindDone, Done{}, nil))
	})
	must.Do(t, err)
}

// TestDeaf: why a program ended is told, also when it no longer waits for an answer.
func TestDeaf(t *testing.T) {
	var said bytes.Buffer
	must.Do(t, Write(&said, KindFetch, Fetch{}, nil))
	must.Do(t, Write(&said, KindDone, Done{Error: &Error{Message: "too slow"}}, nil))
	if _, err := Draw(t.Context(), &deaf{Reader: &said}, request, nil, Offline); err == nil || err.Error() != "too slow" {
		t.Errorf("%v", err)
	}
}

// TestMessages: what is said of a fault holds no secret of an address, and is no novel.
func TestMessages(t *testing.T) {
	for _, row := range []struct{ name, message, want string }{
		{"an address", `fail: Get "https://a.example/b?key=secret": refused`, `fail: Get "https://a.example/***": refused`},
		{"one without an end", `Get "https://u:secret@a.example/secre…`, `Get "https://a.example/***`},
		{"no address", "undefined: thing", "undefined: thing"},
		{"a long one", strings.Repeat("é", 5000), strings.Repeat("é", MaxMessage/2) + "…"},
	} {
		_, err := talk(t, Offline, func(_ Request, conn net.Conn) {
			_ = Write(conn, KindDone, Done{Error: &Error{Line: 1, Column: 2, Message: row.message}}, nil)
		})
		if err == nil || err.Error() != "1:2: "+row.want {
			t.Errorf("%s: %.200v, want %.200q", row.name, err, row.want)
		}
	}
}

// TestPrinted: lines come without what a terminal obeys, no more than are allowed, and only to who wants them.
func TestPrinted(t *testing.T) {
	line := func(c io.Writer, text string) { _ = Write(c, KindPrinted, Printed{Line: 3}, []byte(text)) }
	for _, row := range []struct {
		why, want string
		hears     bool
		say       func(c io.Writer)
		fault     error
	}{
		{"a line", "[{3 é 1}]", true, func(c io.Writer) { line(c, "é 1") }, nil},
		{"a sequence for a terminal", "[{3  [2J � a}]", true, func(c io.Writer) { line(c, "\x1b[2J\n\xff\ra") }, nil},
		{"before a fault", "[{3 a}]", true, func(c io.Writer) {
			line(c, "a")
			_ = Write(c, KindImage, Image{}, nil)
		}, ErrForm},
		{"too many", "", true, func(c io.Writer) {
			for range MaxPrinted + 2 {
				line(c, "a")
			}
		}, ErrForm},
		{"a head that is a list", "[]", true, func(c io.Writer) {
			_ = Send(c, Message{KindPrinted, []byte("x"), nil})
		}, ErrForm},
		{"nobody wants it", "[]", false, func(c io.Writer) { line(c, "a") }, ErrForm},
	} {
		got, r := []Printed{}, request
		if row.hears {
			r = printing(func(p Printed) { got = append(got, p) })
		}
		_, err := converse(t, r, Offline, func(r Request, c net.Conn) {
			if r.Prints != row.hears {
				t.Errorf("%s: asked for: %v", row.why, r.Prints)
			}
			row.say(c)
			_ = Write(c, KindDone, Done{}, nil)
		})
		if !errors.Is(err, row.fault) || row.want != "" && fmt.Sprint(got) != row.want || len(got) > MaxPrinted+1 {
			t.Errorf("%s: %v, %v, want %s, %v", row.why, got, err, row.want, row.fault)
		}
	}
}

// TestFilm: what the device has no memory for is left out, and the conversation goes on.
func TestFilm(t *testing.T) {
	big := Request{Width: 256, Height: 64}
	ours, theirs := net.Pipe()
	go func() {
		_, _ = Read(theirs, KindRequest)
		pixels := make([]byte, 4*256*64)
		for i := range MaxFilm/len(pixels) + 10 {
			binary.LittleEndian.PutUint32(pixels, uint32(i))
			_ = Write(theirs, KindImage, Image{}, pixels)
		}
		_ = Write(theirs, KindDone, Done{}, nil)
	}()
	d := must.Get(Draw(t.Context(), ours, big, nil, Offline))(t)
	must.Equal(t, len(d.Images), MaxFilm/(4*256*64), "pictures")
}

// TestLengths: a length alone decides over no memory, and one that is too large is refused.
func TestLengths(t *testing.T) {
	for kind, limit := range most {
		for _, row := range []struct {
			name       string
			head, body uint32
			want       error
		}{
			{"longest", limit.head, limit.body, ErrForm}, // which ends early
			{"head too long", limit.head + 1, 0, ErrForm},
			{"body too long", 0, limit.body + 1, ErrForm},
			{"largest numbers", 1<<32 - 1, 1<<32 - 1, ErrForm},
			{"nothing", 0, 0, nil},
		} {
			start := append([]byte{byte(kind)}, 0, 0, 0, 0, 0, 0, 0, 0)
			binary.BigEndian.PutUint32(start[1:], row.head)
			binary.BigEndian.PutUint32(start[5:], row.body)
			memtest.AtMost(t, 4*small, func() {
				if _, err := Read(bytes.NewReader(start), kind); !errors.Is(err, row.want) && limit.head+limit.body > 0 {
					t.Errorf("%c, %s: %v, want %v", kind, row.name, err, row.want)
				}
			})
		}
	}
	if err := Write(io.Discard, KindFetch, Fetch{}, make([]byte, MaxSend+1)); err == nil {
		t.Error("a message is written that nobody reads")
	}
}

// FuzzRead: whatever comes from the other side takes no more memory than a few times its length.
func FuzzRead(f *testing.F) {
	for kind := range most {
		var b bytes.Buffer
		must.Do(f, Write(&b, kind, map[string]string{}, nil))
		f.Add(b.Bytes())
	}
	all := []Kind{KindRequest, KindAnswer, KindFetch, KindImage, KindPrinted, KindDone}
	f.Fuzz(func(t *testing.T, data []byte) {
		memtest.AtMost(t, 256<<10+8*len(data), func() {
			r := bytes.NewReader(data)
			for {
				m, err := Read(r, all...)
				if err != nil {
					return
				}
				if len(m.Head)+len(m.Body) > len(data) {
					t.Error("more came than was sent")
				}
			}
		})
	})
}

// mute is a connection that says data, and hears nothing.
type mute struct{ io.Reader }

func (mute) Write(b []byte) (int, error) { return len(b), nil }
func (mute) Close() error                { return nil }

// FuzzDraw: a program that says anything is an error or a drawing within its limits.
func FuzzDraw(f *testing.F) {
	var b bytes.Buffer
	must.Do(f, Write(&b, KindFetch, Fetch{URL: "http://a"}, nil))
	must.Do(f, Write(&b, KindImage, Image{50}, []byte("12345678")))
	must.Do(f, Write(&b, KindPrinted, Printed{Line: 1}, []byte("a")))
	must.Do(f, Write(&b, KindDone, Done{Frames: []byte(`[{"text":"a"}]`), MaxAge: 5}, nil))
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		memtest.AtMost(t, 512<<10+32*len(data), func() {
			printed := 0
			r := printing(func(Printed) { printed++ })
			d, err := Draw(t.Context(), mute{bytes.NewReader(data)}, r, nil, Offline)
			if printed > MaxPrinted+1 {
				t.Errorf("%d lines", printed)
			}
			if err != nil && (d.Images != nil || d.Frames != nil) {
				t.Error("an error has a drawing")
			}
			if len(d.Images) != len(d.Delays) || len(d.Frames) > MaxFrames || d.MaxAge < 0 {
				t.Errorf("%+v", d)
			}
		})
	})
}
