// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"crypto/rand"
	"fmt"
	"math/big"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/ledpost/ledpost/api/rest"
)

// Limits of the digits that the panel shows to whoever claims the device. One of 10,000 codes
// is right: a stranger who guesses through all of the 30 minutes finds it once in some 600
// devices. No single address can spend all of the wrong ones.
const (
	codeStands  = 15 * time.Second // after the last question; the page asks every 4 s
	codeRenewed = time.Second      // the panel hears of questions at most this often
	maxWrong    = 5                // codes, of all addresses
	maxWrongOne = 3                // of one
	closedFor   = 10 * time.Minute // from maxWrong on; also how long wrong ones count
)

var (
	errNoCode    = rest.Refuse(http.StatusForbidden, "The panel shows four digits: send them as code")
	errNotShown  = rest.Refuse(http.StatusForbidden, "The panel shows no digits now: ask for them on the device's page")
	errWrongCode = rest.Refuse(http.StatusForbidden, "These are not the digits on the panel")
)

// A code is the digits that are on the panel while somebody's page asks. Any goroutine may
// use it.
type code struct {
	show func(digits string) // nil = no panel shows them

	mu     sync.Mutex
	digits string      // "" = none are shown
	asked  time.Time   // when a page asked for them last
	told   time.Time   // when the panel was told last
	gone   *time.Timer // takes them away
	wrong  map[netip.Addr]int
	since  time.Time // when the first of the wrong ones came
	closed time.Time // until then nobody may try
}

func newCode(show func(string)) *code {
	c := &code{show: show}
	c.gone = time.AfterFunc(time.Hour, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.expire(time.Now())
	})
	c.gone.Stop()
	return c
}

// ask puts the digits on the panel, and leaves those that are there.
func (c *code) ask() {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	c.expire(now)
	if c.digits == "" {
		n, _ := rand.Int(rand.Reader, big.NewInt(10_000)) // never fails, crypto/rand
		c.digits, c.told = fmt.Sprintf("%04d", n), time.Time{}
	}
	c.asked = now
	c.gone.Reset(codeStands)
	if now.Sub(c.told) >= codeRenewed {
		c.told = now
		c.show(c.digits)
	}
}

// end takes the digits off the panel; the next ones are others.
func (c *code) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clear()
}

// expire takes them away if nobody has asked for them for too long. c.mu must be held.
func (c *code) expire(now time.Time) {
	if now.Sub(c.asked) >= codeStands {
		c.clear()
	}
}

func (c *code) clear() {
	c.gone.Stop()
	if c.digits != "" {
		c.digits = ""
		c.show("")
	}
}

// fault returns why an address may not try now, or nil.
func (c *code) fault(who netip.Addr) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.early(who, time.Now())
}

// early is fault with c.mu held.
func (c *code) early(who netip.Addr, now time.Time) error {
	until := c.closed
	if now.Sub(c.since) >= closedFor {
		c.wrong = nil
	}
	if c.wrong[who.Unmap()] >= maxWrongOne {
		until = c.since.Add(closedFor)
	}
	if left := until.Sub(now); left > 0 {
		return rest.Refuse(http.StatusForbidden,
			fmt.Sprintf("Too many wrong digits, try again in %d s", (left+time.Second-1)/time.Second))
	}
	return nil
}

// check returns nil for the digits on the panel. Wrong ones count.
func (c *code) check(digits string, who netip.Addr) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	c.expire(now)
	switch err := c.early(who, now); {
	case err != nil:
		return err
	case c.digits == "":
		return errNotShown
	case digits == "":
		return errNoCode
	case digits == c.digits:
		return nil
	}
	if c.wrong == nil {
		c.wrong, c.since = map[netip.Addr]int{}, now
	}
	c.wrong[who]++
	sum := 0
	for _, n := range c.wrong {
		sum += n
	}
	if sum >= maxWrong {
		c.wrong, c.closed = nil, now.Add(closedFor)
		c.clear()
	}
	return errWrongCode
}
