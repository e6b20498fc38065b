// SPDX-License-Identifier: Apache-2.0

package rest

import (
	"net/http"
	"net/netip"
	"time"

	"github.com/ledpost/ledpost/internal/rate"
)

// Messenger is a client that has sent a message: a notification, or frames for a widget. The
// zero value is nobody.
type Messenger struct {
	Client string // the name of its key, else of the program, else its address
	At     time.Time
}

// Address returns the address that a request came from; the zero value if it came
// over no network.
func Address(r *http.Request) netip.Addr {
	ap, _ := netip.ParseAddrPort(r.RemoteAddr)
	return ap.Addr()
}

// Sender returns the address or network that the limits of a request count
// against.
func Sender(r *http.Request) netip.Prefix { return rate.Network(Address(r)) }
