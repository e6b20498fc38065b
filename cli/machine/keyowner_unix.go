// SPDX-License-Identifier: Apache-2.0

//go:build unix

package machine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"

	"github.com/ledpost/ledpost/cli/command"
)

// ownerOf returns the user that owns a directory, if this process is root's and that user
// is another one; else nil. What such a user has written, root neither follows nor changes.
func ownerOf(dir string) *syscall.Credential {
	info, err := os.Stat(dir)
	if err != nil || os.Geteuid() != 0 {
		return nil
	}
	if s, ok := info.Sys().(*syscall.Stat_t); ok && s.Uid != 0 {
		return &syscall.Credential{Uid: s.Uid, Gid: s.Gid}
	}
	return nil
}

// runAs does what the command asks for as another user.
func (c *keyCmd) runAs(ctx context.Context, std command.Streams, user *syscall.Credential) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	args := []string{"key", "--data", c.Data, fmt.Sprintf("--new=%v", c.fresh), fmt.Sprintf("--link=%v", c.link),
		fmt.Sprintf("--qr=%v", c.code), fmt.Sprintf("--open=%v", c.open)}
	if c.Config != "" {
		args = append(args, "--config", c.Config)
	}
	cmd := exec.CommandContext(ctx, self, args...)
	var said bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = "/", std.Out, &said
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: user}
	err = cmd.Run()
	if text := strings.TrimPrefix(strings.TrimSpace(said.String()), "ledpost: "); err != nil && text != "" {
		return errors.New(text)
	}
	return err
}
