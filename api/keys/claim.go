// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/internal/durable"
)

// claimFor is how long after the start a device that nobody has used can be claimed
// (docs/decisions.md 9).
const claimFor = 30 * time.Minute

// A device that no panel can show the digits of may run for so long in all before it counts
// as somebody's; that is written down each countEvery.
const (
	ownedAfter = 24 * time.Hour
	countEvery = 10 * time.Minute
)

// A claim says whether something has shown the owner of a device that made its own key, and
// who has claimed it. The file of the named keys holds it. The zero claim is of a device that
// was given its key, which cannot be claimed.
type claim struct {
	// SHA-256 of the key that the device has made; of another key it says nothing
	Own    string        `json:"own"`
	By     string        `json:"by,omitempty"`     // address that has claimed it; "" = none has
	Name   string        `json:"name,omitempty"`   // of the key that this address got
	Used   bool          `json:"used,omitempty"`   // something has shown an owner since, which is for good
	Shown  string        `json:"shown,omitempty"`  // what; "" = a key
	Marked bool          `json:"marked,omitempty"` // a missing openMark says Used, too
	Opened bool          `json:"opened,omitempty"` // by openRequest: the configuration shows no owner any more
	Ran    time.Duration `json:"ran,omitempty"`    // how long the device ran while it was open, without a panel

	again bool // By may not have got its key: the answer that held it may have been lost
}

// Names of files beside the one of the named keys.
const (
	openMark    = "unclaimed"   // stands until something shows an owner: to remove it needs no room on the disk
	openRequest = "claim-again" // asks the next start to open the claim again
)

// Why a device cannot be claimed any more.
var (
	errClaimed = errors.New("api: the device is claimed")
	errUsed    = errors.New("api: somebody has shown a key")
	errOwned   = errors.New("api: something else has shown an owner")
	errGiven   = errors.New("api: the key was given")
)

// fault returns why the device cannot be claimed, or nil.
func (c claim) fault() error {
	switch {
	case c.By != "" && !c.again:
		return fmt.Errorf("%w by %s", errClaimed, c.By)
	case c.Used && c.Shown != "":
		return fmt.Errorf("%w: %s", errOwned, c.Shown)
	case c.Used:
		return errUsed
	case c.Own == "":
		return errGiven
	}
	return nil
}

// started returns c as a start with the device's own key finds it: open again if nobody
// has ever shown the key of the claim.
func (c claim) started(own *Held) claim {
	switch {
	case c.Used:
		return c
	case c.Own != sumOf(own):
		return claim{}
	}
	c.again = c.By != ""
	return c
}

// claimFault returns why the device cannot be claimed, or nil.
func (k *keyring) claimFault() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.claim.fault()
}

// claimBy makes the first key, of scope all, for the address that claims the device. It
// replaces the key of a claim that nobody has used. Errors: from claim.fault, and if
// the key cannot be saved, it is not made.
func (k *keyring) claimBy(who netip.Addr) (NamedKey, Key, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	n, before := NamedKey{claimName(who), ScopeAll}, k.claim
	switch err := before.fault(); {
	case err != nil:
		return n, "", err
	case k.frozen:
		return n, "", rest.ErrTrial
	}
	keys := slices.DeleteFunc(slices.Clone(*k.lock.named.Load()), func(s Held) bool {
		return s.Name == before.Name || s.Name == n.Name
	})
	k.claim.By, k.claim.Name, k.claim.again = who.String(), n.Name, false
	key, err := k.make(n, keys)
	if err != nil {
		k.claim = before
	}
	return n, key, err
}

// claimName is the name of the key of an address that claims the device.
func claimName(who netip.Addr) string {
	name := "claimed-" + strings.ReplaceAll(who.WithZone("").String(), ":", "-")
	// Names of keys have at most 32 characters; of a long IPv6 address the beginning tells who it was.
	return name[:min(len(name), 32)]
}

// owned notes what has shown an owner; "" = a key. It waits for the disk, once in the life
// of a device: after a power cut nobody may claim a device in use.
func (k *keyring) owned(by string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.claim.Own == "" || k.claim.Used {
		return
	}
	k.claim.Used, k.claim.Shown, k.claim.again = true, by, false
	if k.frozen {
		return
	}
	if k.claim.Marked && k.dir.Remove(openMark) == nil { // a disk without room takes no more than this
		_ = k.dir.Sync(".")
	}
	k.debt.set(k.keep(*k.lock.named.Load()))
}

// ran counts the time that the device has run while it could be claimed.
func (k *keyring) ran(more time.Duration) {
	k.mu.Lock()
	open := k.claim.Own != "" && !k.claim.Used && !k.frozen
	if open {
		k.claim.Ran += more
		k.debt.set(k.keep(*k.lock.named.Load()))
	}
	over := open && k.claim.Ran >= ownedAfter
	k.mu.Unlock()
	if over {
		k.owned("it has run for a day in all")
	}
}

// reopen opens the claim again if somebody has asked for that on this machine.
func (k *keyring) reopen() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, err := k.dir.Read(openRequest, 0); err != nil || k.refused.Load() {
		return
	}
	k.claim = claim{Own: sumOf(k.lock.now.Load()), Opened: true}
	if k.debt.set(k.keep(*k.lock.named.Load())) == nil && k.dir.Remove(openRequest) == nil {
		k.debt.set(k.dir.Sync("."))
	}
}

// OpenClaim asks the device with the data directory dir to let itself be claimed again, from
// its next start on, until something else than its configuration shows an owner.
func OpenClaim(dir string) error { return keepSecret(durable.Dir(dir), openRequest, nil) }

// openClaim notes in dir that the device has made key, which is not saved yet, and that
// nobody has used the device. A directory that holds named keys, or a file of them that
// cannot be read, is of a device in use, and stays as it is.
func openClaim(dir durable.FS, key Key) error {
	name := filepath.Base(KeysFile(""))
	text, err := dir.Read(name, maxKeysFile)
	if err == nil {
		keys, revoked, fault := parseKeys(text)
		if c := claimOf(text); fault != nil || c.Used || c.Own == "" || len(revoked) > 0 || len(keys) > 0 {
			return nil
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	own := newSecret(key)
	if text, err = encodeKept(own, nil, nil, claim{Own: sumOf(own), Marked: true}); err != nil {
		return err
	}
	if err := keepSecret(dir, openMark, nil); err != nil { // first: without it the file says Used
		return err
	}
	return keepSecret(dir, name, text)
}

// claimOf returns the claim in the file of the named keys; the zero claim if it has none.
func claimOf(file []byte) claim {
	var kept struct{ Claim claim }
	if json.Unmarshal(file, &kept) != nil {
		return claim{}
	}
	return kept.Claim
}
