// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"errors"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/internal/origin"
)

// Why a request does not claim the device (docs/decisions.md 9).
var (
	errForeign = rest.Refuse(http.StatusForbidden, "Only the device's own page claims it, at its address or its local name")
	errNoJSON  = rest.Refuse(http.StatusForbidden, "A claim must send Content-Type: application/json")
	errFarAway = rest.Refuse(http.StatusForbidden, "Only a browser on the same network claims the device")
	errTooLate = rest.Refuse(http.StatusForbidden, "The device has run for more than 30 minutes: switch it off and on again to claim it")
	errIsUsed  = rest.Refuse(http.StatusForbidden, "Somebody has used the device already; hold its action button, or ask the owner for a key")
	errHasKey  = rest.Refuse(http.StatusForbidden, "The device was given its key; hold its action button, or ask the owner for it")
)

// getClaim says whether the asking browser can claim the device, and for how long.
func (g *Guard) getClaim(w http.ResponseWriter, r *http.Request) error {
	left := claimFor - time.Since(g.began)
	state := struct {
		Open    bool `json:"open"`
		Seconds int  `json:"seconds"` // remaining; 0 = it is not open
	}{}
	if g.mayClaim(r) == nil && g.keyring.claimFault() == nil {
		state.Open, state.Seconds = true, int((left+time.Second-1)/time.Second)
	}
	w.Header().Set("Cache-Control", "no-store")
	return rest.WriteJSON(w, http.StatusOK, state)
}

// postClaim gives the first key to the one who claims the device. Who comes too late
// learns whether somebody else was first.
func (g *Guard) postClaim(w http.ResponseWriter, r *http.Request) error {
	if media, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); !strings.EqualFold(strings.TrimSpace(media), "application/json") {
		return errNoJSON
	}
	err := g.keyring.claimFault()
	if may := g.mayClaim(r); may != nil && (may != errTooLate || err == nil) {
		return may
	}
	who := rest.Address(r).Unmap()
	var named NamedKey
	var key Key
	if err == nil {
		named, key, err = g.keyring.claimBy(who)
	}
	if err != nil {
		return g.unclaimed(err)
	}
	g.log.Warn("the device is claimed", "by", who, "key", named.Name)
	if g.cfg.Claimed != nil {
		g.cfg.Claimed(who)
	}
	w.Header().Set("Cache-Control", "no-store")
	return rest.WriteJSON(w, http.StatusCreated, madeKey{named, string(key)})
}

// unclaimed returns the answer to a claim that the keyring has refused.
func (g *Guard) unclaimed(err error) error {
	switch {
	case errors.Is(err, errClaimed):
		return rest.Refuse(http.StatusConflict, "The device was claimed by "+strings.TrimPrefix(err.Error(), errClaimed.Error()+" by "))
	case err == errUsed:
		return errIsUsed
	case err == errGiven:
		return errHasKey
	}
	return g.keyFault(err, "The key cannot be saved, so the device is not claimed")
}

// mayClaim returns why a request may not claim even a device that nobody has used.
func (g *Guard) mayClaim(r *http.Request) error {
	switch {
	case origin.Foreign(r):
		return errForeign
	case !g.near(rest.Address(r)), r.Header.Get("Forwarded") != "", r.Header.Get("X-Forwarded-For") != "":
		return errFarAway // or behind a proxy
	case time.Since(g.began) >= claimFor:
		return errTooLate
	}
	return nil
}

// Claimable reports whether the device can be claimed now. It may be called from any
// goroutine.
func (g *Guard) Claimable() bool {
	return time.Since(g.began) < claimFor && g.keyring.claimFault() == nil
}

// near reports whether an address is on a network to which this machine is directly
// connected.
func (g *Guard) near(a netip.Addr) bool {
	all, _ := g.links() // on an error nobody is
	a = a.Unmap().WithZone("")
	for _, l := range all {
		if n, err := netip.ParsePrefix(l.String()); err == nil && netip.PrefixFrom(n.Addr().Unmap(), n.Bits()).Contains(a) {
			return true
		}
	}
	return false
}

// glance reports whether a request is one by which a judge of updates on this machine
// looks at the device, which is no use of it.
func glance(r *http.Request) bool {
	return r.Method == http.MethodGet && (r.URL.Path == "/healthz" || r.URL.Path == "/metrics") && rest.Address(r).Unmap().IsLoopback()
}
