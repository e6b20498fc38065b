// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"context"
	"encoding/binary"
	"fmt"
	"net"
	"net/netip"
	"time"
)

// ddpPace is 60 pictures a second; WLED ends a stream after 2.5 s of silence.
var ddpPace = pace{every: 16 * time.Millisecond, repeat: time.Second}

// The header of DDP (3waylabs.com/ddp, Packet Layout).
const (
	ddpHeader  = 10
	ddpVersion = 0x40
	ddpPush    = 0x01
	ddpRGB     = 0x0B // three values of 8 bits
	ddpDisplay = 1
	ddpPort    = "4048"
	// ddpData is how many bytes go into one packet: 480 pixels, so that it fits into a
	// frame of Ethernet.
	ddpData = 1440
)

// together is the time between instants at which pictures are pushed. Panels that are
// drawn at the same time, such as the parts of a composite, show their pictures at
// the same instant.
const together = 10 * time.Millisecond

// ddp sends to one receiver.
type ddp struct {
	to       *target
	conn     *net.UDPConn
	at       netip.AddrPort
	sequence uint8
	packet   [ddpHeader + ddpData]byte
}

func newDDP(to *target) *ddp { return &ddp{to: to} }

func (d *ddp) port() string { return ddpPort }

// hello finds the receiver; it does not tell whether it is there.
func (d *ddp) hello(ctx context.Context) (err error) {
	if d.at, err = d.to.find(ctx); err != nil {
		return err
	}
	d.close()
	d.conn, err = net.DialUDP("udp", nil, net.UDPAddrFromAddrPort(d.at))
	return err
}

// send sends the data, and then the push alone at the next instant of all panels.
func (d *ddp) send(ctx context.Context, rgb []byte) error {
	if d.conn == nil {
		if err := d.hello(ctx); err != nil {
			return err
		}
	}
	for offset := 0; offset < len(rgb); offset += ddpData {
		data := rgb[offset:min(offset+ddpData, len(rgb))]
		if err := d.write(0, offset, data); err != nil {
			return d.lost(err)
		}
	}
	now := time.Now()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(now.Truncate(together).Add(together).Sub(now)):
	}
	if err := d.write(ddpPush, len(rgb), nil); err != nil {
		return d.lost(err)
	}
	return nil
}

// write sends one packet.
func (d *ddp) write(flags uint8, offset int, data []byte) error {
	d.sequence = d.sequence%15 + 1
	p := d.packet[:ddpHeader+len(data)]
	p[0], p[1], p[2], p[3] = ddpVersion|flags, d.sequence, ddpRGB, ddpDisplay
	binary.BigEndian.PutUint32(p[4:], uint32(offset))
	binary.BigEndian.PutUint16(p[8:], uint16(len(data)))
	copy(p[ddpHeader:], data)
	_, err := d.conn.Write(p)
	return err
}

// lost lets the next picture look for the receiver again: it may have another address.
func (d *ddp) lost(err error) error {
	d.close()
	return fmt.Errorf("%s: %w", d.to.host, err)
}

func (d *ddp) bye(ctx context.Context, black []byte) error { return d.send(ctx, black) }

func (d *ddp) close() {
	if d.conn != nil {
		d.conn.Close()
		d.conn = nil
	}
}
