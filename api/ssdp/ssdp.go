// Package ssdp makes the device found on the local network: it answers
// searches, announces itself and describes itself, as UPnP Device Architecture
// 1.1 says and as the clients of the original device expect (docs/decisions.md
// 8).
//
// Both directions are built here: koron/go-ssdp answers with one search target a
// responder and without DATE, BOOTID.UPNP.ORG and CONFIGID.UPNP.ORG, and its
// Monitor dereferences nil when it is closed before its goroutine has begun.
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

// poll is how often the addresses are compared with those announced.
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
	ears  *ears // nil while nothing is heard
	out   *ipv4.PacketConn
	queue schedule
}

// New returns a server for d. boot is BOOTID.UPNP.ORG, which is to be larger at
// every start; the time in seconds serves.
func New(d Device, boot int, log *slog.Logger) *Server {
	s := &Server{dev: d, log: log, boot: boot, poll: poll, repeat: maxAge / 2, searches: make(chan search, 64), replies: rate.New(replyBurst, replyEvery)}
	s.fault.Store(&errStarting)
	return s
}

// Err is nil, or why the device cannot be found now. Any goroutine may call it.
func (s *Server) Err() error { return *s.fault.Load() }

// Run answers and announces until ctx ends, then says goodbye. Without a
// network it waits for one.
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
			s.listen() // also mends a membership that the kernel has lost
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

// allowed returns what a search is answered with, as far as its sender has not
// been answered often enough. It is called before a search takes a place, so
// that a flood from one address leaves the others theirs.
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

// follow compares the network with the one that was announced and announces the
// device anew when it has changed.
func (s *Server) follow() {
	now, err := look(s.dev.Interfaces)
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

// listen joins the group on the interfaces of now.
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

// hear is called by the ears on their goroutine; it never blocks.
func (s *Server) hear(q search) {
	if q.targets = s.allowed(q, time.Now()); len(q.targets) == 0 {
		return
	}
	select {
	case s.searches <- q:
	default: // a flood: who asks again is answered
	}
}

func (s *Server) answer(due []pending) {
	for _, p := range due {
		addr, ok := s.seen.locate(p.to.Addr())
		if !ok {
			continue
		}
		m := message{s.dev, s.boot, addr, time.Now()}
		s.out.WriteTo(m.reply(p.t), nil, net.UDPAddrFromAddrPort(p.to)) // lost like any datagram
	}
}

// notify sends one message a target on every interface, twice since datagrams
// get lost (UDA 1.1, 1.2.2 recommends it).
func (s *Server) notify(build func(message, target) []byte) {
	to := net.UDPAddrFromAddrPort(netip.MustParseAddrPort(group))
	for _, p := range s.seen.announced() {
		if err := s.out.SetMulticastInterface(&net.Interface{Index: p.index}); err != nil {
			continue // it has just gone
		}
		m := message{s.dev, s.boot, p.addr, time.Now()}
		for range 2 {
			for _, t := range s.dev.targets() {
				s.out.WriteTo(build(m, t), nil, to)
			}
		}
	}
}

// report keeps what is wrong for Err and says it once.
func (s *Server) report(err error) {
	old := s.fault.Swap(&err)
	switch {
	case err == nil && *old != nil && *old != errStarting:
		s.log.Info("the device can be discovered again")
	case err != nil && (*old == nil || (*old).Error() != err.Error()):
		s.log.Warn("the device cannot be discovered on the network", "err", err)
	}
}
