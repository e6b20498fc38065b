// SPDX-License-Identifier: Apache-2.0

// Package ssdp makes the device discoverable on the local network. It answers
// searches, announces the device and describes it, as UPnP Device Architecture
// 1.1 specifies and as the clients of the original device expect
// (docs/decisions.md 8).
//
// Both directions are implemented here: koron/go-ssdp answers with one search
// target per responder and without DATE, BOOTID.UPNP.ORG and CONFIGID.UPNP.ORG,
// and its Monitor dereferences nil when it is closed before its goroutine has
// begun.
package ssdp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/netip"
	"slices"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/internal/rate"
	"golang.org/x/net/ipv4"
)

// poll is how often the machine's addresses are compared with the announced
// ones.
const poll = 2 * time.Second

var (
	errNoNetwork = errors.New("ssdp: no network with multicast")
	errStarting  = errors.New("ssdp: not started")
)

// Server announces one device. Make one with New.
type Server struct {
	// Immutable.
	dev      Device
	log      *slog.Logger
	poll     time.Duration // of the addresses
	repeat   time.Duration // of the announcement
	searches chan search
	replies  *rate.Limiter
	fault    atomic.Pointer[error]

	// Owned by Run.
	boot  int
	seen  network
	ears  *ears // nil while not listening
	out   *ipv4.PacketConn
	queue schedule
}

// New returns a server for d. boot is BOOTID.UPNP.ORG, which must increase with
// every start; the time in seconds will do.
func New(d Device, boot int, log *slog.Logger) *Server {
	s := &Server{dev: d, log: log, boot: boot, poll: poll, repeat: maxAge / 2, searches: make(chan search, 64),
		replies: rate.New(replyBurst, replyEvery)}
	s.fault.Store(&errStarting)
	return s
}

// Err returns nil, or why the device cannot be found now. Any goroutine may
// call it.
func (s *Server) Err() error { return *s.fault.Load() }

// Run answers and announces until ctx ends, then says goodbye. If there is no
// network, it waits for one.
func (s *Server) Run(ctx context.Context) error {
	conn, err := net.ListenUDP("udp4", nil)
	if err != nil {
		return fmt.Errorf("ssdp: %w", err)
	}
	defer conn.Close()
	s.out = ipv4.NewPacketConn(conn)
	if err := s.out.SetMulticastTTL(2); err != nil { // UDA 1.1, 1.1: default 2
		return fmt.Errorf("ssdp: %w", err)
	}
	defer s.deafen()
	defer s.notify(message.byebye)
	s.follow()
	s.serve(ctx)
	return nil
}

func (s *Server) serve(ctx context.Context) {
	look := time.NewTicker(s.poll)
	defer look.Stop()
	again := time.NewTicker(s.repeat)
	defer again.Stop()
	reply := time.NewTimer(time.Hour)
	defer reply.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
			s.follow()
		case <-again.C:
			s.listen() // also restores a membership that the kernel has lost
			s.notify(message.alive)
		case q := <-s.searches:
			s.queue.add(q, time.Now(), rand.Float64())
		case <-reply.C:
			s.answer(s.queue.take(time.Now()))
		}
		if len(s.queue) > 0 {
			reply.Reset(time.Until(s.queue[0].due))
		}
	}
}

// allowed returns the targets to answer a search with, within the limit of its
// sender. It is called before the search takes a place in the queue, so that a
// flood from one address leaves room for others.
func (s *Server) allowed(q search, now time.Time) []target {
	all := s.dev.matching(q.st)
	who := netip.PrefixFrom(q.from.Addr(), q.from.Addr().BitLen())
	for i := range all {
		if _, ok := s.replies.Take(who, now, 0); !ok {
			return all[:i]
		}
	}
	return all
}

// follow compares the network with the announced one and announces the device
// again when it has changed.
func (s *Server) follow() {
	now, err := readNetwork(s.dev.Interfaces)
	if err != nil {
		s.report(fmt.Errorf("ssdp: %w", err))
		return
	}
	changed := !slices.Equal(now, s.seen)
	if changed {
		if s.seen != nil {
			s.boot++
		}
		s.seen = now
	}
	if changed || s.ears == nil {
		s.listen()
	}
	if changed {
		s.notify(message.alive)
	}
}

// listen joins the group on the current interfaces.
func (s *Server) listen() {
	s.deafen()
	if !slices.ContainsFunc(s.seen, func(p place) bool { return p.multicast }) {
		s.report(errNoNetwork)
		return
	}
	ears, err := open(s.seen.interfaces(), s.hear)
	if err != nil {
		s.report(err)
		return
	}
	s.ears = ears
	s.report(nil)
}

func (s *Server) deafen() {
	if s.ears != nil {
		s.ears.close()
		s.ears = nil
	}
}

// hear is called by ears on their goroutine; it never blocks.
func (s *Server) hear(q search) {
	if q.targets = s.allowed(q, time.Now()); len(q.targets) == 0 {
		return
	}
	select {
	case s.searches <- q:
	default: // a flood: whoever asks again gets an answer
	}
}

func (s *Server) answer(due []pending) {
	for _, p := range due {
		addr, ok := s.seen.locate(p.to.Addr())
		if !ok {
			continue
		}
		m := message{s.dev, s.boot, addr, time.Now()}
		s.out.WriteTo(m.reply(p.t), nil, net.UDPAddrFromAddrPort(p.to)) // may get lost like any datagram
	}
}

// notify sends one message per target on every interface, and all of it twice,
// since datagrams get lost (UDA 1.1, 1.2.2 recommends it).
func (s *Server) notify(build func(message, target) []byte) {
	to := net.UDPAddrFromAddrPort(netip.MustParseAddrPort(group))
	for _, p := range s.seen.announced() {
		if err := s.out.SetMulticastInterface(&net.Interface{Index: p.index}); err != nil {
			continue // the interface has just disappeared
		}
		m := message{s.dev, s.boot, p.addr, time.Now()}
		for range 2 {
			for _, t := range s.dev.targets() {
				s.out.WriteTo(build(m, t), nil, to)
			}
		}
	}
}

// report stores the error for Err and logs it once.
func (s *Server) report(err error) {
	old := s.fault.Swap(&err)
	switch {
	case err == nil && *old != nil && *old != errStarting:
		s.log.Info("the device can be discovered again")
	case err != nil && (*old == nil || (*old).Error() != err.Error()):
		s.log.Warn("the device cannot be discovered on the network", "err", err)
	}
}
