// SPDX-License-Identifier: Apache-2.0

// Package applet is how the device and ledpost-apps, the program that draws apps by others,
// speak with each other: a conversation over one connection for each drawing.
//
// The device sends one [Request] with the files of the app. The program answers with a [Fetch]
// for everything that the app wants from the network, which the device answers with an [Answer],
// with an [Image] for each picture, and at last with [Done]. Asked for a [Part], it sends that and Done. Neither side
// trusts the other: a message begins with its kind and two lengths, and both are checked before anything is allocated.
package applet

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/internal/maskurl"
)

// Version is the version of the conversation. A program refuses any other.
const Version = 1

// Limits of one drawing.
const (
	MaxTime     = 10 * time.Second // from the request to Done, with all requests to the network
	MaxImages   = 2000             // as many as pixlet paints
	MaxFetches  = 100              // requests to the network
	MaxFiles    = 1000             // of an app
	MaxSource   = 4 << 20          // bytes of an app's files together
	MaxPixels   = 512 * 256        // of a picture
	MaxSettings = 96 << 10         // bytes of its settings, and of what somebody types, in JSON: photos are among them
	MaxSend     = 64 << 10         // bytes of a body that an app sends
	MaxReceive  = 2 << 20          // bytes of a body that an app receives
	MaxFrames   = 64 << 10         // bytes of a list of frames, of a schema, and of a handler's answer
	MaxMessage  = 1000             // bytes of an error
	MaxPart     = 1 << 20          // bytes of a file of the program itself
	MaxPrinted  = 100              // lines that an app prints
	MaxLine     = 400              // bytes of one of them
)

// Request asks for a drawing. The contents of Files follow it as its body, one behind the other.
type Request struct {
	Version  int               `json:"version"`
	App      string            `json:"app"` // name, for errors
	Main     string            `json:"main"`
	Files    []File            `json:"files"`
	Settings map[string]string `json:"settings,omitempty"`
	Width    int               `json:"width"` // of the canvas, pixels
	Height   int               `json:"height"`
	Twice    bool              `json:"twice,omitempty"` // an app that can draws all of it twice as large
	Zone     string            `json:"zone,omitempty"`  // IANA; "" = UTC
	Language string            `json:"language,omitempty"`
	Now      time.Time         `json:"now,omitzero"`     // what the app takes for now; zero = the clock
	Seed     uint64            `json:"seed,omitempty"`   // of random numbers; 0 = chance
	Schema   bool              `json:"schema,omitempty"` // only the settings are wanted: main is not called
	// Handler is the one of the schema that is wanted in place of a drawing; "" = a drawing. It is called with Typed.
	Handler string `json:"handler,omitempty"`
	Typed   string `json:"typed,omitempty"`
	Part    string `json:"part,omitempty"`   // this file of the program itself is wanted, and no drawing
	Prints  bool   `json:"prints,omitempty"` // what the app prints is wanted, too; Draw alone sets it

	// Print takes each line that the app prints, as it comes; nil = none is wanted, and none is sent.
	Print func(Printed) `json:"-"`
}

// Size returns the size of the pictures that answer r.
func (r Request) Size() image.Point {
	if r.Twice {
		return image.Pt(2*r.Width, 2*r.Height)
	}
	return image.Pt(r.Width, r.Height)
}

// File is a file of an app.
type File struct {
	Path string `json:"path"` // within the app, with slashes
	Size int    `json:"size"` // bytes
}

// Fetch is a request of an app to the network. What it sends is the body of the message.
type Fetch struct {
	Method string              `json:"method"`
	URL    string              `json:"url"`
	Header map[string][]string `json:"header,omitempty"`
	TTL    int                 `json:"ttl,omitempty"` // seconds for which an older answer will do
}

// Answer is what the device says to a Fetch. What the server has sent is the body of the message.
type Answer struct {
	Status int                 `json:"status,omitempty"`
	Header map[string][]string `json:"header,omitempty"`
	Error  string              `json:"error,omitempty"` // why no server answered; "" = one did
}

// Image is one picture. Its body is what the canvas has, in RGBA, row by row.
type Image struct {
	Delay int `json:"delay"` // milliseconds
}

// Printed is a line that an app has printed. A last one of "…" stands for those beyond MaxPrinted.
type Printed struct {
	Line int    `json:"line,omitempty"` // of its main file, from 1; 0 = another file
	Text string `json:"text"`
}

// Done ends a drawing.
type Done struct {
	Frames json.RawMessage `json:"frames,omitempty"` // a list as in a notification, in place of images
	Schema json.RawMessage `json:"schema,omitempty"` // in pixlet's form
	Answer json.RawMessage `json:"answer,omitempty"` // of a handler: a list of options, or a schema
	MaxAge int             `json:"max_age,omitempty"`
	Full   bool            `json:"full,omitempty"` // the app asks for its animation to be shown to its end
	Error  *Error          `json:"error,omitempty"`
}

// Error is why an app drew nothing.
type Error struct {
	Line    int    `json:"line,omitempty"` // of its main file, from 1; 0 = unknown
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
}

// Error implements error: the message behind its place, as compilers write it.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Message
	}
	return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message)
}

// plain returns e as people may see it who see no settings: of the addresses in it where they lead, and not too much.
func (e *Error) plain() *Error {
	text := maskurl.In(e.Message)
	if len(text) > MaxMessage {
		text = strings.ToValidUTF8(text[:MaxMessage], "") + "…"
	}
	return &Error{max(e.Line, 0), max(e.Column, 0), text}
}

// A Message is one thing that is said.
type Message struct {
	Kind Kind
	Head []byte // JSON of the type that Kind names
	Body []byte
}

// Kind is the kind of a message, as it is sent.
type Kind byte

// The kinds.
const (
	KindRequest Kind = 'r'
	KindAnswer  Kind = 'a'
	KindFetch   Kind = 'f'
	KindImage   Kind = 'i'
	KindDone    Kind = 'd'
	KindPart    Kind = 'p'
	KindPrinted Kind = 'o'
)

// most is how long the head and the body of each kind may be.
var most = map[Kind]struct{ head, body uint32 }{
	KindRequest: {128 << 10, MaxSource},
	KindAnswer:  {64 << 10, MaxReceive},
	KindFetch:   {64 << 10, MaxSend},
	KindImage:   {256, 4 * MaxPixels},
	KindDone:    {2*MaxFrames + 4<<10, 0},
	KindPart:    {256, MaxPart},
	KindPrinted: {64, MaxLine},
}

// ErrForm is returned for bytes that are no message.
var ErrForm = errors.New("applet: the other side sent no message")

const prefix = 1 + 4 + 4 // kind, length of the head, length of the body

// Read reads one message of one of the kinds. It returns io.EOF where none begins, and ErrForm
// for anything else.
func Read(r io.Reader, kinds ...Kind) (m Message, err error) {
	var start [prefix]byte
	if n, err := io.ReadFull(r, start[:]); err != nil {
		if n > 0 {
			err = ErrForm
		}
		return m, err
	}
	m.Kind = Kind(start[0])
	head, body := binary.BigEndian.Uint32(start[1:]), binary.BigEndian.Uint32(start[5:])
	if limit := most[m.Kind]; !slices.Contains(kinds, m.Kind) || head > limit.head || body > limit.body {
		return m, ErrForm
	}
	if m.Head, err = read(r, head); err == nil {
		m.Body, err = read(r, body)
	}
	return m, err
}

// small is how many bytes are allocated before they came.
const small = 64 << 10

// read reads n bytes, and holds at most small ones before they came.
func read(r io.Reader, n uint32) (b []byte, err error) {
	if n <= small {
		b = make([]byte, n)
		_, err = io.ReadFull(r, b)
	} else {
		b, err = io.ReadAll(io.LimitReader(r, int64(n)))
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || err == nil && len(b) < int(n) {
		err = ErrForm
	}
	return b, err
}

// Decode puts the head of m into to.
func (m Message) Decode(to any) error {
	if err := json.Unmarshal(m.Head, to); err != nil {
		return ErrForm
	}
	return nil
}

// Write writes a message in one call of w. It refuses one that Read would not read.
func Write(w io.Writer, kind Kind, head any, body []byte) error {
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	return Send(w, Message{kind, text, body})
}

// Send writes a message as it was read.
func Send(w io.Writer, m Message) error {
	limit := most[m.Kind]
	if len(m.Head) > int(limit.head) || len(m.Body) > int(limit.body) {
		return fmt.Errorf("applet: a message of %d and %d bytes, at most %d and %d are allowed",
			len(m.Head), len(m.Body), limit.head, limit.body)
	}
	out := make([]byte, prefix, prefix+len(m.Head)+len(m.Body))
	out[0] = byte(m.Kind)
	binary.BigEndian.PutUint32(out[1:], uint32(len(m.Head)))
	binary.BigEndian.PutUint32(out[5:], uint32(len(m.Body)))
	_, err := w.Write(append(append(out, m.Head...), m.Body...))
	return err
}
