// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"errors"
	"io"
	"net"

	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/sounds/fetch"
)

// Cause is the kind of a fault; an app tells it in its own words.
type Cause uint8

// Causes.
const (
	Unplayable  Cause = iota // any other: the sound is damaged, or of an unknown kind
	Unreachable              // the server, or the way there
	Silent                   // the server is there, and sends nothing
	Refused                  // the rules for addresses refuse the server's
)

// causeOf returns the kind of err.
func causeOf(err error) Cause {
	var network net.Error
	switch {
	case errors.Is(err, webfetch.ErrRefused):
		return Refused
	case errors.Is(err, errLate), errors.Is(err, errLost), errors.Is(err, fetch.ErrStalled):
		return Silent
	case errors.As(err, &network), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return Unreachable
	}
	return Unplayable
}

// breakOff stores why the current play broke off, nil when another begins.
func (p *Player) breakOff(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.broke, p.cause = "", Unplayable
	if err != nil {
		p.broke, p.cause = err.Error(), causeOf(err)
	}
}
