// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"context"
	"encoding/hex"
	"errors"
	"image"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/net/ipv4"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/render"
)

// A Device is told who streams; *device.Device is one.
type Device interface {
	SetStream(ctx context.Context, w render.Widget, from device.Sender) error
}

// A Server receives on the ports of the protocols that are allowed. Make one with
// [New].
type Server struct {
	// Immutable.
	dev     Device
	live    *render.Live
	opts    Options
	about   About
	log     *slog.Logger
	ports   map[string]int // by protocol; the preferred one for LMSP
	lmsp    atomic.Int32   // the actual port of LMSP
	packets *receiver
	answers *quota
	panel   func(netip.Addr) bool // nil without panels over the network
	told    atomic.Int64          // when it was last told that pictures come back, in seconds of Unix

	refused sync.Once // to say that an address is not allowed
}

// About is how the device introduces itself to controllers that look for
// displays.
type About struct{ Name, Version string }

// New returns a server for a panel of the size of live, and gives live the
// frames. The options must have been checked.
func New(dev Device, live *render.Live, opts Options, about About, log *slog.Logger) *Server {
	ports := map[string]int{lmspName: PortLMSP}
	for name, on := range map[string]bool{ddpName: opts.DDP, artnetName: opts.ArtNet, sacnName: opts.SACN} {
		if on {
			ports[name] = map[string]int{ddpName: PortDDP, artnetName: PortArtNet, sacnName: PortSACN}[name]
		}
	}
	s := &Server{
		dev: dev, live: live, opts: opts.complete(), about: about, log: log, ports: ports,
		packets: newReceiver(live.Size(), opts, live), answers: &quota{},
	}
	s.lmsp.Store(PortLMSP)
	return s
}

// Port returns the port of LMSP: 9999, or another one if another program on
// this machine uses that. Clients ask for it. Any goroutine may call it.
func (s *Server) Port() int { return int(s.lmsp.Load()) }

// Size returns the size of the canvas in pixels.
func (s *Server) Size() image.Point { return s.live.Size() }

// Begin opens an LMSP session and returns its id, 32 hex digits; it ends an
// earlier session. The session ends after 10 s without a packet. Any goroutine
// may call it.
func (s *Server) Begin() string {
	id := s.packets.begin(time.Now())
	return hex.EncodeToString(id[:])
}

// End closes the LMSP session, if there is one. Any goroutine may call it.
func (s *Server) End() { s.packets.end() }

// Receiving reports whether an LMSP session is open. Any goroutine may call it.
func (s *Server) Receiving() bool { return s.packets.receiving(time.Now()) }

// Counts returns the outcomes of all packets so far. Any goroutine may call it.
func (s *Server) Counts() []Count { return s.packets.counts.all() }

// Run receives until ctx ends. A port that is in use is logged once, and the
// other protocols go on.
func (s *Server) Run(ctx context.Context) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for name, port := range s.ports {
		conn, err := s.listen(name, port)
		if err != nil {
			s.log.Warn("no stream can be received", "protocol", name, "err", err)
			continue
		}
		if name == sacnName {
			wg.Go(func() { s.join(ctx, conn) })
		}
		wg.Go(func() { s.receive(name, conn) })
		defer conn.Close() // ends receive, which is waited for last
	}
	wg.Go(func() { s.flush(ctx) })
	s.tell(ctx)
	return nil
}

// flush shows pictures that nothing completes, until ctx ends.
func (s *Server) flush(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.packets.timer.C:
			s.packets.flush(time.Now())
		}
	}
}

// listen opens a port. LMSP may use another one, because its clients ask for
// the port; the other protocols may not.
func (s *Server) listen(name string, port int) (*net.UDPConn, error) {
	at := net.UDPAddr{IP: s.opts.Address.AsSlice(), Port: port}
	conn, err := net.ListenUDP("udp4", &at)
	if name != lmspName {
		return conn, err
	}
	if err != nil {
		at.Port = 0
		if conn, err = net.ListenUDP("udp4", &at); err == nil {
			s.log.Warn("the port of LMSP belongs to another program: clients that do not ask for the port cannot stream",
				"port", port, "instead", conn.LocalAddr().(*net.UDPAddr).Port)
		}
	}
	if err == nil {
		s.lmsp.Store(int32(conn.LocalAddr().(*net.UDPAddr).Port))
	}
	return conn, err
}

// receive reads packets until the connection is closed.
func (s *Server) receive(name string, conn *net.UDPConn) {
	packet := make([]byte, maxPacket)
	for {
		n, from, err := conn.ReadFromUDPAddrPort(packet)
		if errors.Is(err, net.ErrClosed) {
			return
		} else if err != nil {
			continue // an error of one packet, such as an ICMP answer to one of ours
		}
		answer := s.Take(name, packet[:n], from.Addr().Unmap(), localAddr(conn))
		if answer != nil {
			_, _ = conn.WriteToUDPAddrPort(answer, from)
		}
	}
}

// Take takes a packet of a protocol ("lmsp", "ddp", "artnet" or "sacn"), as Run does with each
// that comes from one address to another, and returns the answer for its sender; nil = none. Any
// goroutine may call it.
func (s *Server) Take(protocol string, packet []byte, from, here netip.Addr) (answer []byte) {
	answer, err := s.handle(protocol, packet, from, here, time.Now())
	s.packets.counts.add(protocol, err)
	if err == errAddress {
		s.refused.Do(func() {
			s.log.Warn("a stream was refused: [stream] allow does not list its address; further refusals are only counted",
				"protocol", protocol, "address", from)
		})
	}
	return answer
}

// Refuse lets the server drop what comes from addresses for which panel returns true:
// panels over the network, to which this device sends. Two devices that are each
// other's panel would send a picture round and round. It is told once a minute. To be
// called before Run.
func (s *Server) Refuse(panel func(netip.Addr) bool) { s.panel = panel }

// comesBack reports whether a packet comes from a panel of this device.
func (s *Server) comesBack(from netip.Addr) bool {
	if s.panel == nil || !s.panel(from) {
		return false
	}
	now := time.Now().Unix()
	// Once a minute: it comes with each frame. Of two goroutines one wins the exchange and writes it.
	if last := s.told.Load(); now-last >= 60 && s.told.CompareAndSwap(last, now) {
		s.log.Warn(
			"a panel of this device sends pictures back: they are not shown; one of the two devices must stop sending "+
				"to the other",
			"from", from)
	}
	return true
}

// handle handles one packet; answer is sent to its sender unless it is nil.
func (s *Server) handle(
	name string, packet []byte, from netip.Addr, here netip.Addr, t time.Time,
) (answer []byte, err error) {
	if name == lmspName {
		return nil, s.packets.lmsp(packet, from, t) // the session is its key
	}
	if !s.opts.allows(from) {
		return nil, errAddress
	}
	if s.comesBack(from) {
		return nil, errLoop
	}
	switch name {
	case ddpName:
		p, err := parseDDP(packet)
		if err != nil {
			return nil, err
		}
		if p.query() {
			return s.answer(from, t, func() []byte { return s.ddpAnswer(p, here, from) }), errIgnored
		}
		return nil, s.packets.ddp(p, from, t)
	case artnetName:
		p, err := parseArtNet(packet)
		if err != nil {
			return nil, err
		}
		if p.operation == artPoll {
			return s.answer(from, t, func() []byte { return s.pollReply(here, from) }), errIgnored
		}
		return nil, s.packets.artnet(p, from, t)
	default:
		p, err := parseSACN(packet)
		if err != nil {
			return nil, err
		}
		return nil, s.packets.sacn(p, from, t)
	}
}

// answer returns the answer of write unless there have been too many: making
// one asks the system for all addresses of this machine, which costs far more
// than a query.
func (s *Server) answer(to netip.Addr, t time.Time, write func() []byte) []byte {
	if !s.answers.take(to, t) {
		return nil
	}
	return write()
}

// tell keeps the device informed about who streams, until ctx ends. The
// goroutines that read packets never wait for it.
func (s *Server) tell(ctx context.Context) {
	var told sender
	streams := false
	alarm := time.NewTimer(time.Hour)
	defer alarm.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.packets.turned:
		case <-alarm.C:
		}
		owner, until, taken := s.packets.owner(time.Now())
		alarm.Reset(time.Hour)
		if taken {
			alarm.Reset(max(time.Until(until), 10*time.Millisecond))
		}
		if taken == streams && (!taken || owner.same(told)) {
			continue
		}
		var w render.Widget
		from := device.Sender{}
		if taken {
			w, from = s.live, device.Sender{Protocol: owner.protocol, Address: owner.addr.String()}
		}
		if err := s.dev.SetStream(ctx, w, from); err != nil {
			return // the device has ended
		}
		told, streams = owner, taken
	}
}

// maxGroups is how many multicast groups a Linux socket may join
// (net.ipv4.igmp_max_memberships).
const maxGroups = 20

// join joins the multicast groups of the panel's universes, again every minute
// because networks come and go, and the group of the universe on which a
// source synchronises. For a panel of more than 19 universes, senders can send the rest to
// the device's own address.
func (s *Server) join(ctx context.Context, conn *net.UDPConn) {
	p := ipv4.NewPacketConn(conn)
	last, on := min(universes(s.live.Size()), maxGroups-1), 0
	within := func(u int) bool { return u >= s.opts.Universe && u < s.opts.Universe+last }
	for {
		for _, ifi := range multicast() {
			for n := range last {
				_ = p.JoinGroup(&ifi, group(s.opts.Universe+n)) // fails if it has joined already
			}
			if on != 0 && !within(on) {
				_ = p.JoinGroup(&ifi, group(on))
			}
		}
		select {
		case <-ctx.Done():
			return
		case next := <-s.packets.syncs:
			if on != 0 && on != next && !within(on) {
				for _, ifi := range multicast() {
					_ = p.LeaveGroup(&ifi, group(on))
				}
			}
			on = next
		case <-time.After(time.Minute):
		}
	}
}

// group returns the multicast address of a universe (E1.31, 9.3.1).
func group(universe int) *net.UDPAddr {
	return &net.UDPAddr{IP: net.IPv4(239, 255, byte(universe>>8), byte(universe))}
}

// multicast returns the interfaces that have multicast.
func multicast() (list []net.Interface) {
	all, _ := net.Interfaces()
	for _, ifi := range all {
		if want := net.FlagUp | net.FlagMulticast; ifi.Flags&want == want {
			list = append(list, ifi)
		}
	}
	return list
}

// localAddr returns the address that conn is bound to; it is unspecified if
// conn is bound to all.
func localAddr(conn *net.UDPConn) netip.Addr {
	return conn.LocalAddr().(*net.UDPAddr).AddrPort().Addr().Unmap()
}
