// SPDX-License-Identifier: Apache-2.0

package update

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"syscall"
	"testing"
)

// TestPlain: no error of the network, of the disk or of another program reaches the owner in
// the words of the system, and what the program itself says about it stays.
func TestPlain(t *testing.T) {
	lookup := &url.Error{Op: "Get", URL: "http://releases.example/x", Err: &net.OpError{
		Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: "releases.example"}}}
	foreign := &url.Error{Op: "Get", URL: "https://releases.example/x",
		Err: &tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}}
	file := func(err error) error { return &fs.PathError{Op: "write", Path: "/x/y", Err: err} }
	for _, c := range []struct {
		err  error
		want string
	}{
		{ErrContent, "not the file that the manifest names"},
		{fmt.Errorf("install: %w: %s", ErrOther, "1.2.3"), "the channel now offers another version: 1.2.3"},
		{fmt.Errorf("update: x.deb: %w", lookup), "x.deb: the server cannot be reached"},
		{fmt.Errorf("update: x.deb: %w", foreign), "x.deb: the server's certificate is not valid"},
		{fmt.Errorf("update: x.deb: %w", context.DeadlineExceeded), "x.deb: the server cannot be reached"},
		{fmt.Errorf("install: the data cannot be copied: %w", file(syscall.EACCES)),
			"the data cannot be copied: /x/y cannot be read or written"},
		{fmt.Errorf("install: %w", file(syscall.ENOSPC)), "there is no room on the disk"},
		{&os.LinkError{Op: "rename", Old: "/x/z", New: "/x/y", Err: syscall.EROFS}, "/x/y cannot be read or written"},
		{fmt.Errorf("install: %w", syscall.EIO), "the disk cannot be read or written"},
		{json.Unmarshal([]byte("{"), &struct{}{}), damaged},
		{fmt.Errorf("update: state: %w", json.Unmarshal([]byte("[]"), &struct{}{})), "state: " + damaged},
		{context.Canceled, "the machine restarted meanwhile"},
		{fmt.Errorf("install: it failed: %w", Worded("dpkg has failed", errors.New("dpkg: exit status 1: x"))),
			"it failed: dpkg has failed"},
		{errors.Join(fmt.Errorf("install: a: %w", syscall.EIO), file(syscall.EROFS)),
			"a: the disk cannot be read or written; /x/y cannot be read or written"},
		{fmt.Errorf("trial: %w", file(syscall.EIO)), "/x/y cannot be read or written"},
		{errors.Join(ErrRefused, ErrMinimum),
			"this version has been rolled back already; this version cannot be updated to that version"},
	} {
		if got := Plain(c.err); got != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
	if cause := errors.New("x"); !errors.Is(Worded("y", cause), cause) {
		t.Error("the cause of a worded error is lost")
	}
}
