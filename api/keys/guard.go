// SPDX-License-Identifier: Apache-2.0

// Package keys guards the API: the device's own key and the named keys, their scopes
// and files, the limit of wrong keys, and what pages of other sites may not make a
// browser send.
package keys

import (
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/rate"
)

// Config configures a Guard. Key and Log are required.
type Config struct {
	Key      Key
	KeyFile  string // holds Key; changes are picked up while the guard runs; "" = Key is fixed
	Unkept   error  // why KeyFile does not hold Key; nil = it does
	KeysFile string // holds the named keys, followed like KeyFile; "" = they last as long as the guard
	// Last is of the run before this one in the same process: its unwritten changes still hold; nil = no run before.
	Last    *Guard
	Retry   func()           // asks the owner of the files to call KeepKeys soon; never waits; nil = nobody does
	Owner   string           // key of the configuration that shows an owner; "" = it shows none
	Panel   Panel            // shows the digits of a claim; zero = no panel does
	Claimed func(netip.Addr) // receives the address that has claimed the device; never waits; nil = nobody is
	Log     *slog.Logger
}

// A Panel shows digits to whoever stands before the device. The zero value shows no digits.
type Panel struct {
	Show      func(digits string) // "" takes them away; never waits
	Simulated bool                // who asks on this machine itself needs no digits
}

// Places are the connections that keys hold. Any goroutine calls their methods.
type Places interface {
	Hold(*http.Request, NamedKey)  // the request's connection belongs to a key from now on
	Drop(NamedKey)                 // closes the connections of a key that is no longer in force
	Spare(*http.Request) (ok bool) // keeps Drop from closing the request's connection; false if it has none
}

// Guard checks the keys of requests and keeps them. Make one with [New]. Any
// goroutine may call its methods.
type Guard struct {
	cfg      Config
	log      *slog.Logger
	lock     *lock
	own      ownKey
	keyring  *keyring
	failures *failures
	places   Places
	code     *code

	keyRefused atomic.Bool // the file holds a key that was refused
	commanded  atomic.Bool // Commanded was called

	began time.Time                  // when the first one was made, which is when the program started
	links func() ([]net.Addr, error) // returns the addresses of this machine, with their networks

	used    chan struct{} // closed by the first request with a key
	usedOne sync.Once
}

// New returns a guard with the keys of the files in force. Before requests come,
// call Use; Run follows the files.
func New(cfg Config) *Guard {
	g := &Guard{cfg: cfg, log: cfg.Log, lock: newLock(cfg.Key), failures: newFailures(cfg.Log), places: nowhere{},
		used: make(chan struct{})}
	g.began, g.links = time.Now(), net.InterfaceAddrs
	g.code = newCode(cfg.Panel.Show)
	g.lock.ended = func(key *Held) { g.places.Drop(key.NamedKey) }
	g.own.key, g.own.dir, g.own.debt.retry = cfg.Key, durable.Dir(filepath.Dir(cfg.KeyFile)), cfg.Retry
	if cfg.Unkept != nil {
		g.own.debt.set(cfg.Unkept)
	}
	var last *keyring
	if cfg.Last != nil {
		g.began = cfg.Last.began
		last, g.cfg.Last = cfg.Last.keyring, nil // and what it has inherited itself
	}
	g.keyring = newKeyring(cfg.KeysFile, g.lock, last, cfg.Retry, g.log)
	if cfg.Unkept == nil || g.firstStart(last) { // else the key is a stand-in, and the right one is still in its file
		g.keyring.noteOwn()
		g.keyring.reopen()
	}
	if cfg.Owner != "" && !g.keyring.claim.Opened {
		g.keyring.owned("its configuration sets " + cfg.Owner)
	}
	return g
}

// Use tells p the owner of each connection from now on. It must not be called
// concurrently with anything else.
func (g *Guard) Use(p Places) { g.places = p }

// Used returns a channel that is closed once a request has shown a key: the device has
// a client.
func (g *Guard) Used() <-chan struct{} { return g.used }

// Authorize returns the key of a request. If the request has shown one, pages
// of other sites may read the answer, and the connection keeps its place. Errors:
// ErrNoKey, and others for a wrong key, which counts against its sender.
func (g *Guard) Authorize(w http.ResponseWriter, r *http.Request) (*Held, error) {
	key, err := g.lock.check(r)
	if err != nil {
		if err != ErrNoKey {
			g.failures.add(r)
		}
		return nil, err
	}
	if !glance(r) {
		g.isUsed()
	}
	AllowOtherSites(w.Header())
	g.places.Hold(r, key.NamedKey)
	select {
	case <-key.replaced: // meanwhile; Drop may have come before Hold
		return nil, errWrongKey
	default:
	}
	return key, nil
}

// isUsed notes that somebody has shown a right key.
func (g *Guard) isUsed() {
	g.usedOne.Do(func() {
		g.keyring.owned("") // in the file first: the guide ends for good with the channel
		close(g.used)
	})
}

// Of returns the key that a request has shown, or nil if it has shown none.
func (g *Guard) Of(r *http.Request) *Held {
	key, given := offered(r)
	if !given {
		return nil
	}
	return g.lock.find(key)
}

// Owner reports whether a request has shown a key of scope all, and counts a wrong
// one against its sender.
func (g *Guard) Owner(r *http.Request) bool {
	key, err := g.lock.check(r)
	return err == nil && key.Scope == ScopeAll
}

// SeesAll reports whether a request has shown a key of scope all: only such a key
// approves that another client gets one, and reads the secrets in addresses.
func (g *Guard) SeesAll(r *http.Request) bool {
	key := g.Of(r)
	return key != nil && key.Scope == ScopeAll
}

// nowhere are connections that nobody counts.
type nowhere struct{}

func (nowhere) Hold(*http.Request, NamedKey)  {}
func (nowhere) Drop(NamedKey)                 {}
func (nowhere) Spare(*http.Request) (ok bool) { return false }

// ownKey is the device's own key as its file should hold it.
type ownKey struct {
	sync.Mutex // one change at a time
	key        Key
	dir        durable.FS // has the file
	debt       debt       // the file lacks it
}

// failures logs wrong keys with the address that sent them. The log has a
// limit, so that an attacker cannot fill it: for each address one line at once
// and then one a minute, and for all together ten at once and then one every
// six seconds.
type failures struct {
	log    *slog.Logger
	each   *rate.Limiter
	all    *rate.Limiter
	unsaid atomic.Int64 // failures not logged since the last line
}

func newFailures(log *slog.Logger) *failures {
	// A line a minute for an address and ten for all in a minute: who guesses keys must not push everything
	// else out of the log.
	return &failures{log: log, each: rate.New(1, time.Minute), all: rate.New(10, 6*time.Second)}
}

// add counts a wrong key.
func (f *failures) add(r *http.Request) {
	now := time.Now()
	_, ok := f.each.Take(rest.Sender(r), now, 0)
	if ok {
		_, ok = f.all.Take(netip.Prefix{}, now, 0)
	}
	if !ok {
		f.unsaid.Add(1)
		return
	}
	f.log.Warn("a wrong key", "address", r.RemoteAddr, "more", f.unsaid.Swap(0))
}
