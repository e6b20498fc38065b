// SPDX-License-Identifier: Apache-2.0

package rig

import (
	"bytes"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// FreePort returns a port that nobody uses: the device opens its port again with each
// configuration. It is below those that systems give to connections, which may take one meanwhile.
func FreePort(t *testing.T) string {
	t.Helper()
	for range 100 {
		port := strconv.Itoa(20_000 + rand.IntN(12_000))
		if l, err := net.Listen("tcp", ":"+port); err == nil {
			l.Close()
			return port
		}
	}
	t.Fatal("no port is free")
	return ""
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
