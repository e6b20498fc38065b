// SPDX-License-Identifier: Apache-2.0

package refresh

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
)

// atOnce is how many refreshers may run or wait for their panel, as MaxConnections= of
// ledpost-refresher.socket.
const atOnce = 4

// Spawn starts a refresher by program, which runs [Serve], for each connection to l; when it
// has ended, another blanks what it has left lit. It is systemd's part where there is no
// systemd. dir is for the files of the refreshers, and of no other user. It returns when ctx
// is done, without waiting for refreshers: they end with the program that asks. told is
// called with what goes wrong, on any goroutine.
func Spawn(ctx context.Context, l *net.UnixListener, program, dir string, told func(error)) {
	defer context.AfterFunc(ctx, func() { l.Close() })()
	places := make(chan struct{}, atOnce)
	for {
		conn, err := l.AcceptUnix()
		if err != nil {
			if ctx.Err() == nil {
				told(err)
			}
			return
		}
		select {
		case places <- struct{}{}:
			go func() {
				defer func() { <-places }()
				defer conn.Close() // the panel is blank: this ends it for the program
				if err := spawn(conn, program, dir); err != nil {
					told(err)
				}
			}()
		default:
			conn.Close()
		}
	}
}

func spawn(conn *net.UnixConn, program, dir string) error {
	file, err := conn.File()
	if err != nil {
		return err
	}
	defer file.Close()
	run := func(stdin *os.File, args ...string) error {
		cmd := exec.Command(program, append([]string{ServeCommand}, args...)...)
		cmd.Env = append(os.Environ(), "RUNTIME_DIRECTORY="+dir)
		cmd.Stdin, cmd.Stderr = stdin, os.Stderr
		return cmd.Run()
	}
	return errors.Join(run(file), run(nil, "blank"))
}
