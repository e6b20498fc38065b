// SPDX-License-Identifier: Apache-2.0

package onboard

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/say"
	"github.com/ledpost/ledpost/internal/pause"
	"github.com/ledpost/ledpost/onboard/nm"
	"github.com/ledpost/ledpost/onboard/portal"
)

// window is one time of being open; reason says why, if nobody has asked for it. It reports
// whether somebody has closed it.
func (s *Setup) window(ctx context.Context, reason error) (cancelled bool) {
	ctx, cancel := context.WithTimeout(ctx, openFor)
	defer cancel()
	drain(s.cancels)
	drain(s.requests)
	closed := make(chan bool, 1)
	s.busy.Store(false)
	defer drain(s.opens) // by then it was open anyway
	defer s.say(nil)
	go func() {
		select {
		case <-s.cancels:
			closed <- true
			cancel()
		case <-ctx.Done():
		}
	}()
	s.say(sentence(func(w *say.Words) string { return w.SetupStarts }))
	found, err := s.Networks.Scan(ctx)
	if err != nil {
		s.Log.Warn("Wi-Fi cannot be set up", "err", err)
		s.say(sentence(func(w *say.Words) string { return w.NoSetup }))
		pause.For(ctx, readFor)
		return false
	}
	var bluetooth sync.WaitGroup
	defer bluetooth.Wait()
	defer cancel()
	if s.Bluetooth != nil {
		bluetooth.Go(func() { s.bluetooth(ctx, found) })
	}
	s.attempts(ctx, found, reason)
	select {
	case <-closed:
		return true
	default:
		return false
	}
}

// bluetooth offers the set-up over Bluetooth until ctx ends.
func (s *Setup) bluetooth(ctx context.Context, found []nm.Network) {
	if err := s.Bluetooth(ctx, found, s.offer); err != nil {
		s.Log.Info("Wi-Fi cannot be set up over Bluetooth", "err", err)
	}
}

// attempts asks for a network until one is joined, or ctx ends.
func (s *Setup) attempts(ctx context.Context, found []nm.Network, reason error) {
	own := nm.Credentials{SSID: s.SSID, Password: s.password()}
	s.Log.Info("Wi-Fi set-up is open", "access point", own.SSID)
	page := portal.Page{Networks: found, Reason: reason, Own: own.SSID, Address: s.Address, Name: s.Name, Zone: s.Zone,
		Panels: s.Panels, Stays: s.First}
	if s.Found != nil {
		page.Panel = s.Found()
	}
	for {
		asked, err := s.ask(ctx, own, page)
		if err != nil {
			s.Log.Info("Wi-Fi set-up is closed", "reason", err)
			return
		}
		err = s.join(ctx, asked)
		if err == nil {
			return
		}
		s.busy.Store(false)
		page = page.Again(asked.Answers, why(err))
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
	s.say(func(w *say.Words) []device.GuidePage { return openPages(w, own, page.Reason) })
	s.tell(own, page.Reason)
	select {
	case <-ctx.Done():
		err = context.Cause(ctx)
	case err := <-served:
		return r, err
	case r = <-s.requests:
		pause.For(ctx, sendFor)
	}
	stop()
	return r, errors.Join(err, <-served)
}

// wireless waits for a request over Bluetooth.
func (s *Setup) wireless(ctx context.Context) (r request, err error) {
	s.say(sentence(func(w *say.Words) string { return w.Bluetooth }))
	select {
	case <-ctx.Done():
		return r, context.Cause(ctx)
	case r = <-s.requests:
		return r, nil
	}
}

// join tries a request, and keeps what came with it.
func (s *Setup) join(ctx context.Context, r request) error {
	s.say(sentence(func(w *say.Words) string { return fmt.Sprintf(w.Joining, r.SSID) }))
	err := s.Networks.Join(ctx, r.Credentials)
	if err != nil {
		s.Log.Warn("a Wi-Fi network could not be joined", "ssid", r.SSID, "err", err)
	} else {
		s.Log.Info("a Wi-Fi network was joined", "ssid", r.SSID)
	}
	if r.done != nil {
		r.done(err)
	}
	if err != nil {
		return err
	}
	if r.done != nil {
		s.say(nil)
		pause.For(ctx, tellFor)
	}
	s.tellPage(ctx, r.SSID)
	s.keep(r)
	return nil
}

// keep keeps the answers, which may restart the device.
func (s *Setup) keep(r request) {
	given := Given{Name: other(r.Name, s.Name), Zone: other(r.Zone, s.Zone), Panel: r.Panel,
		Stays: s.First && r.Panel != ""}
	if s.Keep == nil || given == (Given{}) {
		return
	}
	if err := s.Keep(given); err != nil {
		s.Log.Error("the name, the time zone or the panel cannot be saved", "err", err)
	}
}

// other returns filled, or "" if it is the same as before.
func other(filled, before string) string {
	if filled == before {
		return ""
	}
	return filled
}

func drain[T any](c chan T) {
	select {
	case <-c:
	default:
	}
}

// lostFor is how long a start looks for the networks that it knows before the access point
// opens.
const lostFor = 10 * time.Minute

// lost knows whether a start has found no network. While the access point is open the radio
// cannot look for others, so it closes after its time, and the known networks have
// rejoinEvery before the next one.
type lost struct {
	*Setup
	since time.Time // of the start
	over  bool      // there was a network since, or somebody has closed the access point
}

// found reports whether the access point is to open because there is no network. A network
// that is lost later comes back by itself.
func (l *lost) found(ctx context.Context) bool {
	if l.over || l.Connected == nil {
		return false
	}
	connected, err := l.Connected(ctx)
	if err != nil {
		l.Log.Debug("the device cannot tell whether it has a network", "err", err)
		return false
	}
	l.over = connected
	return !connected && time.Since(l.since) >= lostFor
}

// window opens the access point. Who closes it wants it closed.
func (l *lost) window(ctx context.Context, reason error) {
	l.over = l.Setup.window(ctx, reason) || l.over
}
