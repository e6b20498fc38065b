// SPDX-License-Identifier: Apache-2.0

package rig

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// FreePort returns a port of the loopback that nobody uses: the device opens its
// port again with each configuration.
func FreePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// Columns returns the columns from x0 up to x1 of a picture in text.
func Columns(picture string, x0, x1 int) (cut string) {
	for line := range strings.Lines(picture) {
		cut += line[x0:x1] + "\n"
	}
	return cut
}

// Command runs ledpost with this standard input and returns what it prints and its
// exit code.
func Command(t *testing.T, in string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	cmd := exec.Command(Binary(t), args...)
	cmd.Stdin = strings.NewReader(in)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+t.TempDir())
	err := cmd.Run()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}
