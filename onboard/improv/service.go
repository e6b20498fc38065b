// SPDX-License-Identifier: Apache-2.0

package improv

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/ledpost/ledpost/onboard/nm"
)

// Options configure the service. All are required; Identify must not block.
type Options struct {
	Networks []nm.Network // in reach
	// asks whoever stands in front of the device; waits for the answer
	Authorize func(context.Context) bool
	Join      func(context.Context, nm.Credentials) error // waits until it is over
	Identify  func()                                      // shows which device it is
	Info      [4]string                                   // firmware, its version, hardware, name of the device
	Hostname  func() string
	Rename    func(context.Context, string) error // changes the host name
	URL       func(context.Context) string        // of the device in its new network; waits until it is known
}

// The states and errors that clients see.
const (
	stateAsk    byte = 1 // a press of a button is needed
	stateOpen   byte = 2 // there was one
	stateTrying byte = 3
	stateJoined byte = 4

	errorNone     byte = 0
	errorPacket   byte = 1
	errorUnknown  byte = 2
	errorJoin     byte = 3
	errorRefused  byte = 4
	errorHostname byte = 5
)

// capabilities: identify, device info, scan, host name.
const capabilities byte = 1 | 2 | 4 | 8

// authorizedFor is how long a press counts (recommended by the specification).
const authorizedFor = time.Minute

// maxAsks is how often a client may make the panel ask for a press.
const maxAsks = 10

// service is the state of the protocol, for all clients at once. Its methods may be called
// from any goroutine.
type service struct {
	Options
	ctx    context.Context                      // what it starts ends with it
	notify func(c characteristic, value []byte) // is told of changes, with mu held; must not block

	mu      sync.Mutex
	state   byte
	packet  []byte // what has come of one
	asking  bool
	asks    int
	ended   bool // nothing more may be started
	running sync.WaitGroup
	revoke  *time.Timer // takes the authorization back
}

func newService(ctx context.Context, o Options, notify func(characteristic, []byte)) *service {
	return &service{Options: o, ctx: ctx, notify: notify, state: stateAsk}
}

// client is called when one has come, by reading or listening. It needs a press then.
func (s *service) client() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended || s.state != stateAsk || s.asking || s.asks >= maxAsks {
		return
	}
	s.asking, s.asks = true, s.asks+1
	s.running.Go(func() {
		yes := s.Authorize(s.ctx)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.asking = false
		if yes && s.state == stateAsk {
			s.open()
		}
	})
}

// open accepts credentials for a while. s.mu must be held.
func (s *service) open() {
	s.set(stateOpen)
	if s.revoke != nil {
		s.revoke.Stop()
	}
	s.revoke = time.AfterFunc(authorizedFor, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.state == stateOpen {
			s.set(stateAsk)
		}
	})
}

func (s *service) set(state byte) {
	s.state = state
	s.notify(stateValue, []byte{state})
}

func (s *service) fail(code byte) { s.notify(errorValue, []byte{code}) }

// write takes what a client writes, which may be a piece of a packet.
func (s *service) write(piece []byte) {
	s.client()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return
	}
	if len(s.packet)+len(piece) > maxPacket {
		s.packet = nil
		s.fail(errorPacket)
		return
	}
	s.packet = append(s.packet, piece...)
	c, err := parse(s.packet)
	if err == errMore {
		return
	}
	s.packet = nil
	if err != nil {
		s.fail(errorPacket)
		return
	}
	s.fail(errorNone)
	s.do(c)
}

// do performs a command. s.mu must be held.
func (s *service) do(c command) {
	switch {
	case c.id == cmdJoin:
		s.join(c)
	case c.id == cmdIdentify && len(c.data) == 0:
		s.Identify()
	case c.id == cmdInfo && len(c.data) == 0:
		s.notify(resultValue, result(c.id, 1, s.Info[:]...))
	case c.id == cmdScan && len(c.data) == 0:
		s.notify(resultValue, result(c.id, 3, s.listed()...))
	case c.id == cmdHostname:
		s.hostname(string(c.data))
	case c.id >= cmdIdentify && c.id <= cmdScan:
		s.fail(errorPacket)
	default:
		s.fail(errorUnknown)
	}
}

// listed returns name, signal and security of the networks in reach.
func (s *service) listed() (all []string) {
	for _, n := range s.Networks {
		security := "WPA2"
		if n.Open {
			security = "NO"
		}
		all = append(all, n.SSID, strconv.Itoa(n.Signal/2-100), security) // dBm, as NetworkManager makes percent of it
	}
	return all
}

// join tries to join a network.
func (s *service) join(c command) {
	to, err := c.credentials()
	switch {
	case s.state != stateOpen:
		s.fail(errorRefused)
		return
	case err != nil:
		s.fail(errorPacket)
		return
	}
	s.set(stateTrying)
	s.running.Go(func() {
		err := s.Join(s.ctx, to)
		var url string
		if err == nil {
			url = s.URL(s.ctx)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if err != nil {
			s.fail(errorJoin)
			s.open()
			return
		}
		s.set(stateJoined)
		s.notify(resultValue, result(cmdJoin, 1, url))
	})
}

// hostname answers with the host name, after changing it if there is a new one.
func (s *service) hostname(name string) {
	switch {
	case name == "":
		s.notify(resultValue, result(cmdHostname, 1, s.Hostname()))
		return
	case s.state != stateOpen:
		s.fail(errorRefused)
		return
	case !isHostname(name):
		s.fail(errorHostname)
		return
	}
	s.running.Go(func() {
		err := s.Rename(s.ctx, name)
		s.mu.Lock()
		defer s.mu.Unlock()
		if err != nil {
			s.fail(errorHostname)
			return
		}
		s.notify(resultValue, result(cmdHostname, 1, name))
	})
}

// isHostname reports whether s is one label of a host name (RFC 1123, 2.1).
func isHostname(s string) bool {
	for i, c := range []byte(s) {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
		case c == '-' && i > 0 && i < len(s)-1:
		default:
			return false
		}
	}
	return len(s) >= 1 && len(s) <= 63
}

// end waits for the started work, and lets clients, which BlueZ may still bring, start
// nothing more. The context must have ended.
func (s *service) end() {
	s.mu.Lock()
	s.ended = true
	s.mu.Unlock()
	s.running.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.revoke != nil {
		s.revoke.Stop()
	}
}
