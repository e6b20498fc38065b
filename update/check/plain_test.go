// SPDX-License-Identifier: Apache-2.0

package check

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/update"
)

// TestPlain: the owner reads plain words without the network's error, and errors.Is still finds
// the cause.
func TestPlain(t *testing.T) {
	lookup := &net.OpError{Op: "dial", Net: "tcp",
		Err: &net.DNSError{Err: "no such host", Name: "releases.example", IsNotFound: true}}
	foreign := &tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}
	for want, err := range map[string]error{
		"the server cannot be reached":          lookup,
		"the server cannot be reached ":         io.ErrUnexpectedEOF,
		"the server answers 404":                &webfetch.StatusError{Code: 404},
		"the server's certificate is not valid": fmt.Errorf("get: %w", foreign),
		webfetch.ErrTooLarge.Error():            webfetch.ErrTooLarge,
		webfetch.ErrLate.Error():                webfetch.ErrLate,
	} {
		got := unserved(err)
		if said := got.Error(); said != want && said+" " != want || !errors.Is(got, err) {
			t.Errorf("%v: %q, want %q", err, said, want)
		}
	}
	if got := causes(fmt.Errorf("update: %w", unserved(lookup))); len(got) != 4 || got[3] != error(lookup) {
		t.Errorf("the log has %v", got)
	}
}

// TestUnreachable: without a network the status, and Probe, say so in plain words.
func TestUnreachable(t *testing.T) {
	away := func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("lookup releases.example: no such host")}
	}
	web := must.Get(webfetch.New(webfetch.Config{Dial: away}))(t)
	const want = "manifest.json: the server cannot be reached"
	story(t, func(_ *Config, o *Options) { o.Web = web }, func(r *rig) {
		if s := r.do(update.ActionCheck); s.Error != want {
			t.Errorf("the status says %q, want %q", s.Error, want)
		}
		if _, err := Probe(r.t.Context(), r.config(), web); err == nil || err.Error() != "update: "+want {
			t.Errorf("Probe: %v", err)
		}
	})
}
