// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/internal/origin"
)

// Why a request does not claim the device (docs/decisions.md 9).
var (
	errForeign = rest.Refuse(http.StatusForbidden,
		"Only the device's own page claims it, at its address or its local name")
	errNoJSON  = rest.Refuse(http.StatusForbidden, "A claim must send Content-Type: application/json")
	errFarAway = rest.Refuse(http.StatusForbidden, "Only a browser on the same network claims the device")
	errTooLate = rest.Refuse(http.StatusForbidden,
		"The device has run for more than 30 minutes: switch it off and on again to claim it")
	errIsUsed = rest.Refuse(http.StatusForbidden,
		"Somebody has used the device already; hold its action button, or ask the owner for a key")
	errProxied = rest.Refuse(http.StatusForbidden, "A proxy has passed this on: open the device's own address to claim it")
	errHasKey  = rest.Refuse(http.StatusForbidden,
		"The device was given its key; hold its action button, or ask the owner for it")
)

// proxies are how the headers begin by which proxies tell for whom they ask, or how they were asked;
// browsers send none of them. One that tells nothing passes for a browser on its machine.
var proxies = []string{
	"Forwarded", "X-Forwarded-", "Via", "X-Real-Ip", "Cf-", "True-Client-Ip", "X-Client-Ip", "X-Cluster-Client-Ip",
	"X-Original-", "X-Envoy-", "Fastly-", "Fly-", "Tailscale-",
}

// proxied reports whether a proxy has passed a request on, and says so.
func proxied(r *http.Request) bool {
	for name := range r.Header {
		if slices.ContainsFunc(proxies, func(begin string) bool { return strings.HasPrefix(name, begin) }) {
			return true
		}
	}
	return false
}

// getClaim says whether the asking browser can claim the device, and for how long. The query
// show puts the digits that it needs for that on the panel.
func (g *Guard) getClaim(w http.ResponseWriter, r *http.Request) error {
	left := claimFor - time.Since(g.began)
	state := struct {
		Open    bool `json:"open"`
		Seconds int  `json:"seconds"`        // remaining; 0 = it is not open
		Code    bool `json:"code,omitempty"` // the claim needs the digits on the panel
	}{}
	if g.mayClaim(r) == nil && g.keyring.claimFault() == nil && g.code.fault(rest.Address(r)) == nil {
		state.Open, state.Seconds, state.Code = true, int((left+time.Second-1)/time.Second), g.needsCode(r)
		if state.Code && r.URL.Query().Has("show") {
			g.code.ask()
		}
	}
	w.Header().Set("Cache-Control", "no-store")
	return rest.WriteJSON(w, http.StatusOK, state)
}

// needsCode reports whether who sends r must prove to see the panel. A simulated one is seen
// by whoever sits at this machine.
func (g *Guard) needsCode(r *http.Request) bool {
	return g.cfg.Panel.Show != nil && !(g.cfg.Panel.Simulated && rest.Address(r).Unmap().IsLoopback())
}

// postClaim gives the first key to the one who claims the device. Who comes too late
// learns whether somebody else was first.
func (g *Guard) postClaim(w http.ResponseWriter, r *http.Request) error {
	media, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	if !strings.EqualFold(strings.TrimSpace(media), "application/json") {
		return errNoJSON
	}
	var body struct {
		Code wire.Word `json:"code"`
	}
	if err := rest.ReadJSON(w, r, &body); err != nil {
		return err
	}
	err := g.keyring.claimFault()
	if may := g.mayClaim(r); may != nil && (may != errTooLate || err == nil) {
		return may
	}
	who := rest.Address(r).Unmap()
	if err == nil && g.needsCode(r) {
		if err := g.code.check(body.Code.Text, who); err != nil {
			g.log.Warn("a claim without the digits on the panel", "by", who, "err", err)
			return err
		}
	}
	var named NamedKey
	var key Key
	if err == nil {
		named, key, err = g.keyring.claimBy(who)
	}
	if err != nil {
		return g.unclaimed(err)
	}
	g.code.end()
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
		return rest.Refuse(http.StatusConflict,
			"The device was claimed by "+strings.TrimPrefix(err.Error(), errClaimed.Error()+" by "))
	case errors.Is(err, errOwned):
		why := strings.TrimPrefix(err.Error(), errOwned.Error()+": ")
		return rest.Refuse(http.StatusForbidden,
			"The device has an owner: "+why+"; hold its action button, or ask the owner for a key")
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
	case proxied(r):
		return errProxied
	case !g.near(rest.Address(r)):
		return errFarAway
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

// Commanded notes that the device has obeyed somebody without a key of ours, who must have
// set it up; how says in which way, such as "over MQTT". It waits for the disk once in the
// life of a device, and may be called from any goroutine.
func (g *Guard) Commanded(how string) {
	if g.commanded.CompareAndSwap(false, true) {
		g.keyring.owned("it has obeyed a command " + how)
	}
}

// count writes down how long the device has run, until ctx ends: one that no panel can show
// the digits of is not open for ever.
func (g *Guard) count(ctx context.Context) {
	tick := time.NewTicker(countEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			g.keyring.ran(countEvery)
		}
	}
}

// firstStart opens the claim of a device whose disk has no room for what its first start
// makes, and reports whether it is one: nothing is there of it yet. last is the keyring of the
// run before this one.
func (g *Guard) firstStart(last *keyring) bool {
	for _, file := range []string{g.cfg.KeyFile, g.cfg.KeysFile} {
		if _, err := os.Lstat(file); last != nil || file == "" || !errors.Is(err, fs.ErrNotExist) {
			return false
		}
	}
	_, err := g.keyring.dir.Read(openMark, 0)
	g.keyring.claim = claim{Own: sumOf(g.lock.now.Load()), Marked: err == nil}
	return true
}

// glance reports whether a request is one by which a judge of updates on this machine
// looks at the device, which is no use of it.
func glance(r *http.Request) bool {
	return r.Method == http.MethodGet && (r.URL.Path == "/healthz" || r.URL.Path == "/metrics") &&
		rest.Address(r).Unmap().IsLoopback()
}
