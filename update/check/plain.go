// SPDX-License-Identifier: Apache-2.0

package check

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"

	"github.com/ledpost/ledpost/internal/webfetch"
)

// plain is an error in words for the device's owner. The log has the cause, too.
type plain struct {
	words string
	cause error
}

func (p *plain) Error() string { return p.words }

func (p *plain) Unwrap() error { return p.cause }

// unserved is err, with which a server has not given a file, without the words of the
// network.
func unserved(err error) error {
	var status *webfetch.StatusError
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.Is(err, webfetch.ErrRefused), errors.Is(err, webfetch.ErrTooLarge), errors.Is(err, webfetch.ErrLate):
		return err
	case errors.As(err, &status):
		return &plain{fmt.Sprintf("the server answers %d", status.Code), err}
	case errors.As(err, &certificate):
		return &plain{"the server's certificate is not valid", err}
	}
	return &plain{"the server cannot be reached", err}
}

// keyless is err, with which the keys of releases could not be read from a file.
func keyless(err error, file string) error {
	if errors.Is(err, fs.ErrNotExist) {
		return &plain{"there are no public keys of releases in " + file, err}
	}
	return err
}

// causes are the attributes of err for the log.
func causes(err error) []any {
	if p := (*plain)(nil); errors.As(err, &p) {
		return []any{"err", err, "cause", p.cause}
	}
	return []any{"err", err}
}
