// SPDX-License-Identifier: Apache-2.0

package others

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
)

// Limits of the owner's answers about apps.
const (
	MaxPlaces   = 64        // of one app
	maxAsks     = 8         // that are told of one app
	maxConsents = 256 << 10 // bytes of all
)

// ErrPlaces is returned for more places than an app, or all of them, may have.
var ErrPlaces = fmt.Errorf("no room for more hosts: an app has at most %d", MaxPlaces)

// ConsentFile is the file of the owner's answers, in [Folder].
const ConsentFile = "consent.json"

// Answers are the owner's answers about one app.
type Answers struct {
	Allowed []applet.Place `json:"allowed,omitempty"`
	Refused []applet.Place `json:"refused,omitempty"`
}

// Consent has the owner's answers about one app, and the places for which it asks.
type Consent struct {
	Answers
	Asks []applet.Place // without an answer, the latest one last; forgotten at a restart
}

// Consents stores the owner's answers about apps, by the apps' names. Any goroutine may use it.
type Consents struct {
	dir  durable.FS // nil = in memory alone
	tell func()     // is called after each change

	mu   sync.Mutex
	kept map[string]Answers
	asks map[string][]applet.Place
}

// openConsents returns the answers in the folder dir; no answers if the file is damaged, so that apps ask again.
func openConsents(dir durable.FS, tell func()) *Consents {
	c := &Consents{dir: dir, tell: tell, kept: map[string]Answers{}, asks: map[string][]applet.Place{}}
	if dir != nil {
		if text, err := dir.Read(ConsentFile, maxConsents); err == nil {
			c.kept, _ = readConsents(text)
		}
	}
	return c
}

// readConsents reads the file of answers, or returns its fault.
func readConsents(text []byte) (map[string]Answers, error) {
	read := map[string]Answers{}
	if len(text) > maxConsents {
		return read, bounded.ErrTooLarge
	}
	if err := json.Unmarshal(text, &read); err != nil {
		return map[string]Answers{}, errors.New("it is not JSON of hosts")
	}
	for _, a := range read {
		for _, p := range slices.Concat(a.Allowed, a.Refused) {
			address := ""
			if p.Address.IsValid() {
				address = p.Address.String()
			}
			if q, err := applet.ParsePlace(p.Host, address); err != nil || q != p {
				return map[string]Answers{}, fmt.Errorf("%.80q is no host", p.Host)
			}
		}
		if len(a.Allowed)+len(a.Refused) > MaxPlaces {
			return map[string]Answers{}, ErrPlaces
		}
	}
	return read, nil
}

// Of returns the owner's answers about an app, and the places for which it asks.
func (c *Consents) Of(app string) Consent {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.of(app)
}

func (c *Consents) of(app string) Consent {
	a := c.kept[app]
	return Consent{Answers{slices.Clone(a.Allowed), slices.Clone(a.Refused)}, slices.Clone(c.asks[app])}
}

// Asking returns the names of the apps that wait for an answer, sorted.
func (c *Consents) Asking() (apps []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for app, all := range c.asks {
		if len(all) > 0 {
			apps = append(apps, app)
		}
	}
	slices.Sort(apps)
	return apps
}

// Answer stores the owner's new answers: the newest answer about a place holds, and an app may ask for forgotten
// places again. Errors: ErrPlaces, and of the disk; then nothing has changed.
func (c *Consents) Answer(app string, allow, refuse, forget []applet.Place) (Consent, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	said := slices.Concat(allow, refuse, forget)
	without := func(all []applet.Place) []applet.Place {
		return slices.DeleteFunc(slices.Clone(all), func(p applet.Place) bool {
			return slices.ContainsFunc(said, p.Same)
		})
	}
	old := c.kept[app]
	next := Answers{append(without(old.Allowed), allow...), append(without(old.Refused), refuse...)}
	if len(next.Allowed)+len(next.Refused) > MaxPlaces {
		return Consent{}, ErrPlaces
	}
	if err := c.put(app, next); err != nil {
		return Consent{}, err
	}
	c.asks[app] = without(c.asks[app])
	c.tell()
	return c.of(app), nil
}

// Changed forgets what an app asks for, whose program has changed and names these hosts now, and each allowed address
// in the owner's network that belongs to another host: they have allowed it to the program before. Errors are of the
// disk; then nothing has changed.
func (c *Consents) Changed(app string, hosts []string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	next := c.of(app).Answers
	next.Allowed = slices.DeleteFunc(next.Allowed, func(p applet.Place) bool {
		return p.Address.IsValid() && !slices.Contains(hosts, p.Host)
	})
	if len(next.Allowed) < len(c.kept[app].Allowed) {
		if err := c.put(app, next); err != nil {
			return err
		}
	}
	delete(c.asks, app)
	return nil
}

// Forget forgets all about an app that goes. Errors are of the disk.
func (c *Consents) Forget(app string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.asks, app)
	if _, ok := c.kept[app]; !ok {
		return nil
	}
	return c.put(app, Answers{})
}

// put keeps the answers about an app.
func (c *Consents) put(app string, a Answers) error {
	next := maps.Clone(c.kept)
	if next[app] = a; len(a.Allowed)+len(a.Refused) == 0 {
		delete(next, app)
	}
	text, err := json.Marshal(next)
	if err == nil && len(text) > maxConsents {
		err = ErrPlaces
	}
	if err == nil && c.dir != nil {
		err = durable.WriteIn(c.dir, ConsentFile, text)
	}
	if err == nil {
		c.kept = next
	}
	return err
}

// Permit returns the places that an app may ask now. The store keeps its other requests as questions.
func (c *Consents) Permit(app string) Permit {
	now := c.Of(app)
	return Permit{App: app, Answers: now.Answers, Asked: func(p applet.Place) {
		c.mu.Lock()
		defer c.mu.Unlock()
		all := slices.DeleteFunc(c.asks[app], p.Same)
		c.asks[app] = append(all[max(0, len(all)-maxAsks+1):], p)
	}}
}

// Permit is what an app may ask in a drawing.
type Permit struct {
	App string
	Answers
	Asked func(applet.Place) // gets each place without an answer; nil = nobody does. Any goroutine calls it
}

// Named returns the permit of an app that may ask its Hosts, on the internet: for whoever has its program or its card
// in front of them.
func Named(p Program) Permit {
	out := Permit{App: p.Name}
	for _, host := range p.Hosts() {
		if at, err := applet.ParsePlace(host, ""); err == nil { // of a card it is
			out.Allowed = append(out.Allowed, at)
		}
	}
	return out
}

// Asks is the error of an app that wants to ask a place without an answer of the owner.
type Asks struct {
	Place applet.Place
	Err   error // how its drawing ended; nil = it goes on
}

// Error implements error.
func (e *Asks) Error() string {
	if e.Place.Address.IsValid() {
		return fmt.Sprintf("the app asks for %v in your own network", e.Place)
	}
	return fmt.Sprintf("the app asks for %v", e.Place)
}

// Unwrap returns how the drawing ended.
func (e *Asks) Unwrap() error { return e.Err }

// known returns why the app may not ask any address of a host, before anybody looks for its addresses: also who is
// asked for them learns something. nil = which address decides.
func (p Permit) known(host applet.Place) error {
	allowed := func(q applet.Place) bool { return host.Same(applet.Place{Host: q.Host}) }
	if host.Literal().IsValid() || slices.ContainsFunc(p.Allowed, allowed) {
		return nil
	}
	return p.may(host)
}

// may returns why the app may not ask a place; nil = it may.
func (p Permit) may(at applet.Place) error {
	switch {
	case slices.ContainsFunc(p.Refused, at.Same):
		return fmt.Errorf("you have refused the app %v", at)
	case slices.ContainsFunc(p.Allowed, at.Same):
		return nil
	}
	if p.Asked != nil {
		p.Asked(at)
	}
	return &Asks{Place: at}
}
