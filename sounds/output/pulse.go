// SPDX-License-Identifier: Apache-2.0

//go:build !js

package output

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/jfreymuth/pulse/proto"
)

// pulseTimeout is how long a sound server may take for any request.
const pulseTimeout = 2 * time.Second

func findPulse(rate int) (Choice, error) {
	conn, err := dialPulse()
	if err != nil {
		return Choice{}, err
	}
	conn.Close()
	return Choice{Name: "pulse", Heard: true, Open: func() (Output, error) { return openPulse(rate) }}, nil
}

// dialPulse tries $PULSE_SERVER, else the user's server, else the system's.
func dialPulse() (net.Conn, error) {
	servers := []string{filepath.Join(os.Getenv("XDG_RUNTIME_DIR"), "pulse/native"), "/run/pulse/native"}
	if s, ok := os.LookupEnv("PULSE_SERVER"); ok {
		servers = strings.Fields(s)
	}
	for _, s := range servers {
		network, addr := "unix", strings.TrimPrefix(s, "unix:")
		if a, ok := strings.CutPrefix(s, "tcp:"); ok {
			network, addr = "tcp", a
		}
		if conn, err := net.DialTimeout(network, addr, pulseTimeout); err == nil {
			return conn, nil
		}
	}
	return nil, errors.New("output: no PulseAudio server is running")
}

// pulse speaks the native protocol: the server asks for bytes, Write sends
// them. The library's own stream type waits forever if the server dies.
type pulse struct {
	conn   net.Conn
	client *proto.Client
	stream uint32
	rate   int
	buf    []byte
	timer  *time.Timer

	asked chan struct{} // room has changed, or the stream has ended
	mu    sync.Mutex    // the library's reader and Write
	room  int           // bytes the server asked for and did not get
	ended bool
	under uint64
}

func openPulse(rate int) (Output, error) {
	conn, err := dialPulse()
	if err != nil {
		return nil, err
	}
	p := &pulse{conn: conn, client: &proto.Client{}, rate: rate, asked: make(chan struct{}, 1),
		timer: time.NewTimer(time.Hour)}
	if err := p.connect(); err != nil {
		conn.Close()
		return nil, fmt.Errorf("output: pulse: %w", err)
	}
	return p, nil
}

func (p *pulse) connect() error {
	p.client.SetTimeout(pulseTimeout)
	p.client.Callback = p.event
	p.client.Open(p.conn)
	var auth proto.AuthReply
	if err := p.client.Request(&proto.Auth{Version: p.client.Version(), Cookie: cookie()}, &auth); err != nil {
		return err
	}
	p.client.SetVersion(auth.Version)
	props := proto.PropList{"application.name": proto.PropListString("ledpost")}
	if err := p.client.Request(&proto.SetClientName{Props: props}, &proto.SetClientNameReply{}); err != nil {
		return err
	}
	return p.create()
}

func (p *pulse) create() error {
	var reply proto.CreatePlaybackStreamReply
	err := p.client.Request(&proto.CreatePlaybackStream{
		SampleSpec:            proto.SampleSpec{Format: proto.FormatInt16LE, Channels: 2, Rate: uint32(p.rate)},
		ChannelMap:            proto.ChannelMap{proto.ChannelLeft, proto.ChannelRight},
		ChannelVolumes:        proto.ChannelVolumes{0x10000, 0x10000},
		SinkIndex:             proto.Undefined,
		BufferMaxLength:       2 * 4 * Buffer,
		BufferTargetLength:    4 * Buffer,
		BufferPrebufferLength: proto.Undefined,
		BufferMinimumRequest:  4 * Period,
		AdjustLatency:         true,
		Properties:            proto.PropList{"media.name": proto.PropListString("sound")},
	}, &reply)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stream = reply.StreamIndex
	p.room += int(min(reply.Missing, 1<<20))
	return nil
}

// cookie is what proves to the server that we are its user.
func cookie() []byte {
	name := os.Getenv("PULSE_COOKIE")
	if name == "" {
		name = filepath.Join(os.Getenv("HOME"), ".config/pulse/cookie")
	}
	if b, err := os.ReadFile(name); err == nil && len(b) == 256 {
		return b
	}
	return make([]byte, 256) // a server that needs no cookie accepts any
}

// event is called by the library's reader.
func (p *pulse) event(msg any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch m := msg.(type) {
	case *proto.Request:
		p.room = min(p.room+int(m.Length), 1<<20)
	case *proto.Underflow:
		p.under++
	case *proto.PlaybackStreamKilled, *proto.ConnectionClosed:
		p.ended = true
	default:
		return
	}
	select {
	case p.asked <- struct{}{}:
	default:
	}
}

func (p *pulse) Rate() int { return p.rate }

func (p *pulse) Underruns() uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.under
}

func (p *pulse) Write(block [][2]float64) error {
	p.buf = appendS16(p.buf[:0], block)
	for rest := p.buf; len(rest) > 0; {
		n, err := p.grant(len(rest))
		if err != nil {
			return err
		}
		p.conn.SetWriteDeadline(time.Now().Add(pulseTimeout))
		if err := p.client.Send(p.stream, rest[:n]); err != nil {
			return fmt.Errorf("output: pulse: %w", err)
		}
		rest = rest[n:]
	}
	return nil
}

// grant waits until the server wants bytes, and returns how many of want it
// takes.
func (p *pulse) grant(want int) (int, error) {
	p.timer.Reset(pulseTimeout)
	for {
		if n, ended := p.take(want); ended {
			return 0, errors.New("output: pulse: the server ended the stream")
		} else if n > 0 {
			return n, nil
		}
		select {
		case <-p.asked:
		case <-p.timer.C:
			return 0, errors.New("output: pulse: the server accepts no sound")
		}
	}
}

func (p *pulse) take(want int) (n int, ended bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	n = min(want, p.room)
	p.room -= n
	return n, p.ended
}

func (p *pulse) Close() error {
	p.timer.Stop()
	p.client.Request(&proto.DeletePlaybackStream{StreamIndex: p.stream}, nil)
	return p.conn.Close()
}
