// SPDX-License-Identifier: Apache-2.0

package applet

import (
	"net"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestPart: what a program may answer that is asked for a file of its own.
func TestPart(t *testing.T) {
	body := []byte("export")
	for _, row := range []struct {
		name  string
		say   func(conn net.Conn)
		fault string
	}{
		{"a file", func(conn net.Conn) {
			must.Do(t, Write(conn, KindPart, Part{}, body))
			must.Do(t, Write(conn, KindDone, Done{}, nil))
		}, ""},
		{"no file", func(conn net.Conn) {
			must.Do(t, Write(conn, KindDone, Done{Error: &Error{Message: "there is none"}}, nil))
		}, "there is none"},
		{"nothing", func(conn net.Conn) { must.Do(t, Write(conn, KindDone, Done{}, nil)) }, ErrForm.Error()},
		{"a picture", func(conn net.Conn) { _ = Write(conn, KindImage, Image{}, nil) }, ErrForm.Error()},
		{"too much", func(conn net.Conn) { _, _ = conn.Write([]byte{'p', 0, 0, 0, 2, 255, 0, 0, 0}) }, ErrForm.Error()},
		{"no word", func(net.Conn) {}, ErrEnded.Error()},
	} {
		ours, theirs := net.Pipe()
		go func() {
			defer theirs.Close()
			m, err := Read(theirs, KindRequest)
			var r Request
			if err != nil || m.Decode(&r) != nil || r.Part != Guide || r.Version != Version {
				t.Errorf("%s: asked %+v, %v", row.name, r, err)
			}
			row.say(theirs)
		}()
		got, err := ReadPart(t.Context(), ours, Guide)
		if row.fault == "" && (err != nil || string(got) != "export") ||
			row.fault != "" && (err == nil || err.Error() != row.fault) {
			t.Errorf("%s: %q, %v, want %q", row.name, got, err, row.fault)
		}
	}
}
