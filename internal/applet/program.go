// SPDX-License-Identifier: Apache-2.0

package applet

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"github.com/ledpost/ledpost/internal/bounded"
)

// Name is the name of the program that draws.
const Name = "ledpost-apps"

// Socket is where the program listens if the system runs it and SocketVariable says nothing else.
const Socket = "/run/ledpost-apps.sock"

// ErrMissing is returned where the program is not installed.
var ErrMissing = errors.New("the program " + Name + " is not installed")

// SocketVariable names the environment variable with the path of the socket at which the system draws for the device.
const SocketVariable = "LEDPOST_APPS"

// ErrStopped is returned where the system should draw, and does not.
var ErrStopped = errors.New(Name + ".socket does not answer; start it again")

// Open begins a drawing: it connects to the program that the system runs, or else starts the one
// that stands beside this program or in the path. Who has been told of the socket starts none, which would have
// this program's own rights. Errors: ErrMissing, ErrStopped, and others.
func Open(ctx context.Context) (io.ReadWriteCloser, error) {
	socket, told := os.LookupEnv(SocketVariable)
	if !told {
		socket = Socket
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, "unix", socket)
	if err == nil {
		return conn, nil
	}
	path := find()
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case path == "":
		return nil, ErrMissing
	case told:
		return nil, ErrStopped
	}
	return Start(path)
}

// find returns the path of the program; "" = it is not there.
func find() string {
	if own, err := os.Executable(); err == nil {
		if path, err := exec.LookPath(filepath.Join(filepath.Dir(own), Name)); err == nil {
			return path
		}
	}
	path, err := exec.LookPath(Name)
	if err != nil {
		return ""
	}
	return path
}

// process is a program for one drawing, as a connection.
type process struct {
	io.Reader
	io.WriteCloser
	end func() error
}

// ending is how long a program has to end by itself, and what it started with it, when the device hangs up.
const ending = time.Second

// Start starts the program at path for one drawing.
func Start(path string) (io.ReadWriteCloser, error) {
	cmd := exec.Command(path)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &process{out, in, sync.OnceValue(func() error {
		_ = in.Close()
		kill := time.AfterFunc(ending, func() { _ = cmd.Process.Kill() })
		defer kill.Stop()
		return cmd.Wait()
	})}, nil
}

// Close ends the program, which takes up to a second. Any goroutine may call it, also twice.
func (p *process) Close() error { return p.end() }

// Catalogue returns the catalogue of apps that came with the program, if it has at most so many bytes; nil = none did.
func Catalogue(most int64) []byte {
	places := []string{"/usr/share/" + Name}
	if path := find(); path != "" {
		places = append(places, filepath.Dir(path))
	}
	for _, dir := range places {
		if data, err := bounded.ReadFile(filepath.Join(dir, "gallery.json.gz"), most); err == nil {
			return data
		}
	}
	return nil
}
