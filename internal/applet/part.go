// SPDX-License-Identifier: Apache-2.0

package applet

import (
	"context"
	"io"
)

// Files of the program itself, for the page.
const (
	Editor   = "editor.js"     // a module that makes the editor of own apps
	Examples = "examples.json" // a list of {name, title, summary, source}
	Guide    = "guide.md"      // everything that an app may use, for an assistant
	Licences = "licences.txt"  // of what the editor is made of
)

// Part is the head of a message with a file of the program itself, which is its body.
type Part struct{}

// ReadPart asks for a file of the program itself, and closes conn. Errors: *Error for a file that there is not,
// ErrEnded, ErrForm, and the cause of ctx.
func ReadPart(ctx context.Context, conn io.ReadWriteCloser, name string) ([]byte, error) {
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer conn.Close()
	defer stop()
	part, err := askPart(conn, name)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err == io.EOF {
		err = ErrEnded
	}
	return part, err
}

func askPart(conn io.ReadWriter, name string) (part []byte, err error) {
	if err := Write(conn, KindRequest, Request{Version: Version, Part: name}, nil); err != nil {
		return nil, err
	}
	for {
		m, err := Read(conn, KindPart, KindDone)
		if err != nil {
			return nil, err
		}
		if m.Kind == KindPart {
			part = m.Body
			continue
		}
		var done Done
		if err := m.Decode(&done); err != nil {
			return nil, err
		}
		if done.Error != nil {
			return nil, done.Error.plain()
		}
		if part == nil {
			return nil, ErrForm
		}
		return part, nil
	}
}
