// SPDX-License-Identifier: Apache-2.0

// Package pair gives a key to a person at a button of the device, in the way that the
// original's clients ask for one (docs/decisions.md 9): a client asks, the panel shows
// the client's address, somebody presses the action button, and the client fetches its
// key. Without that press, or the approval of a user whose key may do everything,
// nothing here grants access. A client gets a key that operates the device; only the
// device's own page can ask for a key of scope all, for which the button must be held.
package pair

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/say"
	"github.com/ledpost/ledpost/internal/rate"
)

// Times of challenges (docs/decisions.md 9).
const (
	life    = 60 * time.Second
	fetched = 60 * time.Second // how long an approved key waits to be fetched
	holdFor = 2 * time.Second  // how long the button must be held for a key that may do everything
)

// Keys makes and checks the keys of the device.
type Keys interface {
	// AddKey makes a key that may operate the device, or do everything if full,
	// and returns its secret. If the name is taken, it chooses another one.
	AddKey(name string, full bool) (string, error)
	// Admits reports whether key, shown by r, may at least operate the device. A
	// wrong key counts against the sender of r.
	Admits(r *http.Request, key string) bool
	// SeesAll reports whether r has shown a key that may approve.
	SeesAll(r *http.Request) bool
}

// state is the state of a challenge, in the words of the API.
type state string

const (
	inProgress state = "in-progress"
	resolved   state = "resolved"
	expired    state = "expired" // also after it was denied or used
)

// challenge is a request for a key by a client at an address.
type challenge struct {
	uuid  string // known only to the client
	id    string // for the users who answer
	from  netip.Addr
	full  bool // the key may do everything
	date  time.Time
	state state
	until time.Time // when the current state ends by itself
	over  <-chan device.Answer
}

// A Desk handles requests for keys, one at a time. Make one with [New]. Any
// goroutine may use it.
type Desk struct {
	dev  *device.Device
	keys Keys
	log  *slog.Logger

	mu     sync.Mutex // guards the challenge and the limits together: a challenge that ends is counted in the same moment
	last   *challenge // nil = none yet
	limits limits
}

// New returns a desk that asks on the panel of dev. Use must be called once,
// before the first request, to set its keys.
func New(dev *device.Device, log *slog.Logger) *Desk { return &Desk{dev: dev, log: log} }

// Use sets the keys of d.
func (d *Desk) Use(k Keys) { d.keys = k }

// busy is the answer while a challenge runs for so long.
func busy(left time.Duration) error { return &errEarly{"Another challenge is in progress", left} }

// ask starts a challenge and shows it on the panel.
func (d *Desk) ask(ctx context.Context, from netip.Addr, full bool) (challenge, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := time.Now()
	d.settle(now)
	if d.last != nil && d.last.state == inProgress {
		return challenge{}, busy(d.last.until.Sub(now))
	}
	who := rate.Network(from)
	if err := d.limits.check(who, now); err != nil {
		return challenge{}, err
	}
	// The lock is held while the device is asked, for microseconds: a request meanwhile has
	// to find this challenge.
	over, err := d.dev.Ask(ctx, prompt(d.dev.Words(ctx), from, full))
	if errors.Is(err, device.ErrAsking) {
		err = busy(life)
	}
	if err != nil {
		return challenge{}, err
	}
	d.limits.ask(who, now) // only a challenge that the panel shows counts
	d.last = &challenge{uuid: random(), id: random(), from: from, full: full, date: now, state: inProgress,
		until: now.Add(life), over: over}
	d.log.Info("a client asks for a key; the panel asks for a press", "by", from, "full", full)
	return *d.last, nil
}

// prompt returns what the panel asks. It begins with the address, which nobody
// but the one who looks at the panel can check.
func prompt(words *say.Words, from netip.Addr, full bool) device.Prompt {
	p := device.Prompt{First: from.String(), Within: life, Approved: words.OK, Denied: words.Denied,
		Expired: words.TooLate}
	p.Text = fmt.Sprintf(words.WantsKey, p.First)
	if full {
		p.Text, p.Hold = fmt.Sprintf(words.WantsAll, p.First), holdFor
	}
	return p
}

// settle updates the state of the last challenge.
func (d *Desk) settle(now time.Time) {
	c := d.last
	if c == nil {
		return
	}
	asked := c.until // while it is in progress: no answer comes later
	select {
	case a := <-c.over:
		c.state, c.until = expired, time.Time{}
		switch a {
		case device.Approved:
			c.state, c.until = resolved, c.date.Add(life+fetched)
		case device.Denied:
			if asked.Before(now) {
				now = asked // nobody has looked since; the answer came before this
			}
			d.limits.refuse(rate.Network(c.from), now)
		}
		d.log.Info("a request for a key is answered", "by", c.from, "approved", a == device.Approved)
	default:
	}
	if !c.until.After(now) {
		c.state = expired
	}
}

//lint:ignore ST1005 clients know this text
var errUnknown = errors.New("Failed to get info about challenge")

// of returns the challenge uuid of the client at the address from.
func (d *Desk) of(from netip.Addr, uuid string) (*challenge, error) {
	d.settle(time.Now())
	if c := d.last; c != nil && c.uuid == uuid && c.from == from {
		return c, nil
	}
	return nil, errUnknown
}

// info returns the challenge uuid, with its state.
func (d *Desk) info(from netip.Addr, uuid string) (challenge, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	c, err := d.of(from, uuid)
	if err != nil {
		return challenge{}, err
	}
	return *c, nil
}

type errStatus state

func (e errStatus) Error() string { return "Invalid challenge status " + string(e) }

// exchange makes the key of an approved challenge; it does so once. Nobody else waits
// while the key is written.
func (d *Desk) exchange(from netip.Addr, uuid string) (name, key string, err error) {
	full, err := d.take(from, uuid)
	if err != nil {
		return "", "", err
	}
	name = "paired-" + strings.NewReplacer(":", "-", "%", "-").Replace(from.WithZone("").String())
	name = name[:min(len(name), 29)] // a name has at most 32 characters, and AddKey may append "-64"
	if key, err = d.keys.AddKey(name, full); err != nil {
		d.giveBack(uuid)
		return "", "", err
	}
	return name, key, nil
}

// take uses up an approved challenge, and tells whether its key may do everything.
func (d *Desk) take(from netip.Addr, uuid string) (full bool, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	c, err := d.of(from, uuid)
	if err != nil {
		return false, err
	}
	if c.state != resolved {
		return false, errStatus(c.state)
	}
	c.state = expired
	return c.full, nil
}

// giveBack undoes take, since the key could not be made: the client may try again as long
// as the challenge lasts.
func (d *Desk) giveBack(uuid string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if c := d.last; c != nil && c.uuid == uuid {
		c.state = resolved
	}
}

// current returns the challenge that is waiting for an answer.
func (d *Desk) current() (c challenge, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.settle(time.Now())
	if d.last == nil || d.last.state != inProgress {
		return challenge{}, false
	}
	return *d.last, true
}

// answer approves or denies the challenge id.
func (d *Desk) answer(ctx context.Context, id string, approve bool) error {
	c, ok := d.current()
	if !ok || c.id != id {
		return device.ErrNotAsking
	}
	return d.dev.AnswerPrompt(ctx, c.over, approve)
}

func random() string {
	var b [16]byte
	rand.Read(b[:]) // never fails, crypto/rand
	return hex.EncodeToString(b[:])
}
