// SPDX-License-Identifier: Apache-2.0

package main

import (
	"io"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// full is a listener that has no file left for a connection at first.
type full struct {
	*net.UnixListener
	faults int
}

func (f *full) AcceptUnix() (*net.UnixConn, error) {
	if f.faults--; f.faults >= 0 {
		return nil, syscall.EMFILE
	}
	return f.UnixListener.AcceptUnix()
}

// TestDraw: what draws for a connection has a user without groups and a network without interfaces, and no words of the
// environment. The next connection is served, too, and a fault ends nothing.
func TestDraw(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("another user and another network are for root to give")
	}
	dir := t.TempDir()
	must.Do(t, os.Chmod(filepath.Dir(dir), 0o755)) // for the other user
	program := filepath.Join(dir, "program")
	must.Do(t, os.WriteFile(program, []byte("#!/bin/sh\nread word\necho $word $(id -u) $(id -G) "+
		"$(grep -c : /proc/net/dev) $HOME$SECRET\n"), 0o755))
	t.Setenv("SECRET", "secret")
	l := must.Get(net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(dir, "socket"), Net: "unix"}))(t)
	go draw(t.Context(), &full{l, 1}, program, nil)
	for _, word := range []string{"one", "two"} {
		conn := must.Get(net.Dial("unix", l.Addr().String()))(t)
		must.Get(io.WriteString(conn, word+"\n"))(t)
		if got, want := string(must.Get(io.ReadAll(conn))(t)), word+" 1001 1001 1\n"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		conn.Close()
	}
}

// TestControl: the group of the drawings has the bounds of the unit.
func TestControl(t *testing.T) {
	root := t.TempDir()
	group := must.Get(control(root))(t)
	defer group.Close()
	for name, want := range bounds {
		if got := string(must.Get(os.ReadFile(filepath.Join(group.Name(), name)))(t)); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}
