// SPDX-License-Identifier: Apache-2.0

package applet

import (
	"bufio"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestClose: a program whose device hangs up may clean up, and is killed if it goes on.
func TestClose(t *testing.T) {
	for _, row := range []struct {
		name, script string
		ends         bool // by itself
	}{
		{"one that ends", "echo; cat > /dev/null; echo > ended", true},
		{"one that goes on", "echo; trap '' HUP INT PIPE TERM; while :; do sleep 0.1; done; echo > ended", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "program")
			must.Do(t, os.WriteFile(path, []byte("#!/bin/sh\ncd "+dir+"\n"+row.script+"\n"), 0o700))
			conn := must.Get(Start(path))(t)
			must.Get(bufio.NewReader(conn).ReadString('\n'))(t) // it runs
			_ = conn.Close()
			if _, err := os.Stat(filepath.Join(dir, "ended")); (err == nil) != row.ends {
				t.Errorf("%v", err)
			}
			_ = conn.Close() // a second time, too
		})
	}
}

// TestOpen: who has been told of the socket never draws with rights of its own.
func TestOpen(t *testing.T) {
	const nowhere = "/nowhere/at/all.sock"
	dead := filepath.Join(t.TempDir(), "dead.sock")
	l := must.Get(net.ListenUnix("unix", &net.UnixAddr{Name: dead, Net: "unix"}))(t)
	l.SetUnlinkOnClose(false)
	l.Close()
	live := filepath.Join(t.TempDir(), "live.sock")
	l = must.Get(net.ListenUnix("unix", &net.UnixAddr{Name: live, Net: "unix"}))(t)
	defer l.Close()
	programs := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(programs, Name), []byte("#!/bin/sh\n"), 0o700))
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for _, row := range []struct {
		name, socket, path string // socket "" = it is not told
		ctx                context.Context
		child              bool
		want               error
	}{
		{"the socket is there", live, programs, t.Context(), false, nil},
		{"it is there, and the program is not seen", live, "/nowhere", t.Context(), false, nil},
		{"it is gone", nowhere, programs, t.Context(), false, ErrStopped},
		{"nobody listens there", dead, programs, t.Context(), false, ErrStopped},
		{"nothing is installed", nowhere, "/nowhere", t.Context(), false, ErrMissing},
		{"nobody waits any longer", live, programs, gone, false, context.Canceled},
		{"no socket is told", "", programs, t.Context(), true, nil},
		{"nor is a program there", "", "/nowhere", t.Context(), false, ErrMissing},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Setenv("PATH", row.path)
			if t.Setenv(SocketVariable, row.socket); row.socket == "" {
				must.Do(t, os.Unsetenv(SocketVariable))
			}
			conn, err := Open(row.ctx)
			if !errors.Is(err, row.want) {
				t.Fatalf("%v, want %v", err, row.want)
			}
			if conn != nil {
				defer conn.Close()
			}
			if _, child := conn.(*process); child != row.child {
				t.Errorf("a child draws: %v", child)
			}
		})
	}
}
