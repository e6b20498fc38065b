// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/pause"
)

// stranger is the user of the program that draws apps by others. No file belongs to it.
const stranger = 1001

// drawings has apps by others drawn for ledpost until ctx is done, as ledpost-apps.socket and its service elsewhere.
func drawings(ctx context.Context) error {
	l, err := open(applet.Socket)
	if err != nil {
		return err
	}
	group, err := control("/sys/fs/cgroup")
	if err != nil {
		announce("apps by others have no control group: %v", err)
	}
	go draw(ctx, l, "/usr/bin/"+applet.Name, group)
	return nil
}

// listener is a [net.UnixListener].
type listener interface {
	AcceptUnix() (*net.UnixConn, error)
	Close() error
}

// again is the pause after a fault, as when the board has no file left for a connection.
const again = time.Second

// draw starts program for each connection to l, in group if there is one: one after the other, since a board has no
// memory for two.
func draw(ctx context.Context, l listener, program string, group *os.File) {
	defer context.AfterFunc(ctx, func() { l.Close() })()
	for {
		conn, err := l.AcceptUnix()
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			announce("apps by others: %v", err)
			pause.For(ctx, again)
			continue
		}
		if err := drawing(ctx, conn, program, group); err != nil {
			announce("apps by others: %v", err)
		}
	}
}

// grace is how much longer than a drawing the program may take.
const grace = 2 * time.Second

// drawing runs program for one connection: as a user without rights and files, in a network without interfaces.
func drawing(ctx context.Context, conn *net.UnixConn, program string, group *os.File) error {
	ctx, cancel := context.WithTimeout(ctx, applet.MaxTime+grace)
	defer cancel()
	file, err := conn.File()
	conn.Close()
	if err != nil {
		return err
	}
	defer file.Close()
	cmd := exec.CommandContext(ctx, program)
	cmd.Dir, cmd.Env = "/", []string{}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = file, file, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Credential: &syscall.Credential{Uid: stranger, Gid: stranger},
		Cloneflags: unix.CLONE_NEWNET | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS,
		Setpgid:    true,
	}
	if group != nil {
		cmd.SysProcAttr.UseCgroupFD, cmd.SysProcAttr.CgroupFD = true, int(group.Fd())
	}
	return cmd.Run()
}

// bounds are those of the unit: MemoryMax=, MemorySwapMax= and TasksMax=.
var bounds = map[string]string{"memory.max": "320M", "memory.swap.max": "0", "pids.max": "64"}

// control makes the control group of the drawings below root, where the kernel mounts them (version 2).
func control(root string) (*os.File, error) {
	dir := filepath.Join(root, applet.Name)
	if err := os.WriteFile(filepath.Join(root, "cgroup.subtree_control"), []byte("+memory +pids"), 0o644); err != nil {
		return nil, fmt.Errorf("%w: it needs cgroup_enable=memory in cmdline.txt", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	var faults []error
	for name, value := range bounds {
		faults = append(faults, os.WriteFile(filepath.Join(dir, name), []byte(value), 0o644))
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	return os.Open(dir)
}
