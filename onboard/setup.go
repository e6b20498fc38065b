// Package onboard takes a new device to its first client: its panel says what to do, and
// Wi-Fi is set up with a phone, by an access point of the device's own.
package onboard

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/onboard/nm"
	"github.com/ledpost/ledpost/onboard/portal"
)

// Networks are those in reach and those that are set up; nm.Client has them.
type Networks interface {
	Bare(context.Context) (bool, error)
	Scan(context.Context) ([]nm.Network, error)
	Join(context.Context, nm.Credentials) error
}

// Hotspot is the device as an access point; nm.Client is one.
type Hotspot interface {
	Open(context.Context, nm.Credentials) (iface string, err error)
	Close(ctx context.Context, ssid string) error
}

// Options are what a Setup needs. All but Bluetooth and Keep are required.
type Options struct {
	Networks Networks
	Hotspot  Hotspot
	// Serve serves the set-up page over an interface until the context ends.
	Serve func(ctx context.Context, iface string, h http.Handler) error
	// Bluetooth offers the set-up over Bluetooth until the context ends; join waits until an
	// attempt is over. nil = it does not.
	Bluetooth func(ctx context.Context, found []nm.Network, join func(context.Context, nm.Credentials) error) error
	New       func(context.Context) (bool, error) // whether nobody has used the device yet
	Keep      func(name, zone string) error       // keeps what was filled in; "" = as it is; nil = neither can be set
	SSID      string                              // of the access point
	Name      string                              // of the device
	Zone      string                              // of its clock; "" = unknown
	Log       *slog.Logger
}

// Setup sets up Wi-Fi. For 15 minutes the device is an access point that leads to a page:
// at the first start if no network is set up, and whenever Open is called. Make one with
// NewSetup; its methods may be called from any goroutine, and Open, Cancel and what a
// Guide asks of a nil one do nothing.
type Setup struct {
	Options
	opens    chan struct{}
	cancels  chan struct{}
	requests chan request  // of at most one, who has made busy true
	busy     atomic.Bool   // a request waits, or is being tried
	news     chan struct{} // pages have changed
	says     atomic.Pointer[[]device.GuidePage]
}

// request is an attempt to join a network.
type request struct {
	portal.Answers
	done func(error) // is called when it is over; must not block; nil = nobody waits
}

const (
	openFor = 15 * time.Minute
	// settleFor is how long a new machine has at its start to find the networks that it knows.
	settleFor = 30 * time.Second
	askEvery  = 5 * time.Second
	// sendFor is how long the answer of the page has to reach the phone.
	sendFor = time.Second
	// tellFor is how long Bluetooth has to tell where the device is in its new network.
	tellFor = 12 * time.Second
	// readFor is how long the panel says that there is no Wi-Fi.
	readFor = 8 * time.Second
	// closeFor is how long it may take to close the access point.
	closeFor = 5 * time.Second
)

// NewSetup returns a Setup; Run runs it.
func NewSetup(o Options) *Setup {
	return &Setup{Options: o, opens: make(chan struct{}, 1), cancels: make(chan struct{}, 1), requests: make(chan request, 1), news: make(chan struct{}, 1)}
}

// Open opens the access point, if it is not open. It does not wait.
func (s *Setup) Open() { signal(s, func() chan struct{} { return s.opens }) }

// Cancel closes the access point, if it is open. It does not wait.
func (s *Setup) Cancel() { signal(s, func() chan struct{} { return s.cancels }) }

func signal(s *Setup, c func() chan struct{}) {
	if s != nil {
		select {
		case c() <- struct{}{}:
		default:
		}
	}
}

// Run waits for reasons to open the access point until ctx ends.
func (s *Setup) Run(ctx context.Context) error {
	_ = s.Hotspot.Close(ctx, s.SSID) // of a run that was broken off
	if s.needed(ctx) {
		s.window(ctx)
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-s.opens:
			s.window(ctx)
		}
	}
}

// needed reports whether this is a new device without a network.
func (s *Setup) needed(ctx context.Context) bool {
	if fresh, err := s.New(ctx); err != nil || !fresh {
		return false
	}
	bare := false
	for end := time.Now().Add(settleFor); time.Now().Before(end); {
		var err error
		if bare, err = s.Networks.Bare(ctx); errors.Is(err, nm.ErrNoWifi) || err == nil && !bare {
			return false
		}
		select {
		case <-ctx.Done():
			return false
		case <-s.opens:
			return true
		case <-time.After(askEvery):
		}
	}
	return bare
}

// window is one time of being open.
func (s *Setup) window(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, openFor)
	defer cancel()
	drain(s.cancels)
	drain(s.requests)
	s.busy.Store(false)
	defer drain(s.opens) // by then it was open anyway
	defer s.say(nil)
	go func() {
		select {
		case <-s.cancels:
			cancel()
		case <-ctx.Done():
		}
	}()
	s.say([]device.GuidePage{{Text: "Wi-Fi set-up starts"}})
	found, err := s.Networks.Scan(ctx)
	if err != nil {
		s.Log.Warn("Wi-Fi cannot be set up", "err", err)
		s.say([]device.GuidePage{{Text: "Wi-Fi cannot be set up here"}})
		wait(ctx, readFor)
		return
	}
	var bluetooth sync.WaitGroup
	defer bluetooth.Wait()
	defer cancel()
	if s.Bluetooth != nil {
		bluetooth.Go(func() {
			if err := s.Bluetooth(ctx, found, s.offer); err != nil {
				s.Log.Info("Wi-Fi is not set up over Bluetooth", "err", err)
			}
		})
	}
	own := nm.Credentials{SSID: s.SSID, Password: password()}
	s.Log.Info("Wi-Fi set-up is open", "access point", own.SSID)
	for page := (portal.Page{Networks: found, Own: own.SSID, Name: s.Name, Zone: s.Zone}); ; {
		asked, err := s.ask(ctx, own, page)
		if err != nil {
			s.Log.Info("Wi-Fi set-up is closed", "reason", err)
			return
		}
		if err = s.join(ctx, asked); err == nil && asked.done != nil {
			s.say(nil)
			wait(ctx, tellFor)
		}
		if err == nil {
			return
		}
		s.busy.Store(false)
		page.Reason = reason(err)
		page.Name, page.Zone = asked.Name, asked.Zone
	}
}

// wait waits, at most until ctx ends.
func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

func drain[T any](c chan T) {
	select {
	case <-c:
	default:
	}
}

// ask is an access point with the page until a request comes.
func (s *Setup) ask(ctx context.Context, own nm.Credentials, page portal.Page) (r request, err error) {
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeFor)
		defer cancel()
		err = errors.Join(err, s.Hotspot.Close(ctx, own.SSID))
	}()
	iface, err := s.Hotspot.Open(ctx, own)
	if err != nil && s.Bluetooth == nil {
		return r, err
	}
	if err != nil {
		s.Log.Warn("there is no access point, only Bluetooth", "err", err)
		return s.wireless(ctx)
	}
	serving, stop := context.WithCancel(ctx)
	defer stop()
	served := make(chan error, 1)
	go func() { served <- s.Serve(serving, iface, portal.Handler(nm.Gateway, page, s.submit)) }()
	s.say(openPages(own, page.Reason))
	select {
	case <-ctx.Done():
		err = context.Cause(ctx)
	case err := <-served:
		return r, err
	case r = <-s.requests:
		wait(ctx, sendFor)
	}
	stop()
	return r, errors.Join(err, <-served)
}

// wireless waits for a request over Bluetooth.
func (s *Setup) wireless(ctx context.Context) (r request, err error) {
	s.say([]device.GuidePage{{Text: "Wi-Fi set-up over Bluetooth"}})
	select {
	case <-ctx.Done():
		return r, context.Cause(ctx)
	case r = <-s.requests:
		return r, nil
	}
}

// errBusy is returned for an attempt while there is one.
var errBusy = errors.New("the panel is joining a network already")

// offer takes what has come over Bluetooth, and waits until it is over.
func (s *Setup) offer(ctx context.Context, to nm.Credentials) error {
	if !s.busy.CompareAndSwap(false, true) {
		return errBusy
	}
	over := make(chan error, 1)
	s.requests <- request{Answers: portal.Answers{Credentials: to}, done: func(err error) { over <- err }}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case err := <-over:
		return err
	}
}

// submit takes what the page has sent, one at a time.
func (s *Setup) submit(a portal.Answers) error {
	if !s.busy.CompareAndSwap(false, true) {
		return errBusy
	}
	s.requests <- request{Answers: a}
	return nil
}

// join tries a request.
func (s *Setup) join(ctx context.Context, r request) error {
	s.say([]device.GuidePage{{Text: "Joining " + r.SSID}})
	err := s.Networks.Join(ctx, r.Credentials)
	if err == nil && s.Keep != nil {
		if err := s.Keep(other(r.Name, s.Name), other(r.Zone, s.Zone)); err != nil {
			s.Log.Error("the name and the time zone cannot be kept", "err", err)
		}
	}
	if err != nil {
		s.Log.Warn("a Wi-Fi network could not be joined", "ssid", r.SSID, "err", err)
	} else {
		s.Log.Info("a Wi-Fi network was joined", "ssid", r.SSID)
	}
	if r.done != nil {
		r.done(err)
	}
	return err
}

// other returns what was filled in, or "" if that is what it was before.
func other(filled, before string) string {
	if filled == before {
		return ""
	}
	return filled
}

// password returns a password for an access point: 10 letters and digits that are not
// mistaken for each other, 49 bits.
func password() string {
	const letters = "abcdefghijkmnpqrstuvwxyz23456789" // 32, so that no letter is more likely
	var b [10]byte
	_, _ = rand.Read(b[:]) // never fails
	for i := range b {
		b[i] = letters[b[i]%32]
	}
	return string(b[:])
}
