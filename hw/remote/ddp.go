// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"context"
	"encoding/binary"
	"errors"
	"net"
	"os"
	"syscall"
	"time"
)

// overDDP sends 60 pictures a second; WLED ends a stream after 2.5 s of silence. Nothing
// answers: that a host is away is known when nobody answers for its address, three
// seconds after a packet (arp(7), mcast_solicit), or by a message of ICMP.
var overDDP = protocol{
	port: "4048", every: 16 * time.Millisecond, repeat: time.Second, again: time.Second, proven: 5 * time.Second,
	sender: func(to *target) sender { return &ddp{to: to, timer: time.NewTimer(0)} },
}

// The header of DDP (3waylabs.com/ddp, Packet Layout).
const (
	ddpHeader  = 10
	ddpVersion = 0x40
	ddpPush    = 0x01
	ddpRGB     = 0x0B // three values of 8 bits
	ddpDisplay = 1
	ddpStatus  = 251
	ddpQuery   = 0x02
	// ddpData is how many bytes go into one packet: 480 pixels, so that it fits into a
	// frame of Ethernet.
	ddpData = 1440
)

// together is the time between instants at which pictures are pushed. Panels that are
// drawn at the same time, such as the parts of a composite, show their pictures at
// the same instant.
const together = 10 * time.Millisecond

// stalled is how long the kernel may take a packet when its buffer is full.
const stalled = 500 * time.Millisecond

// ddp sends to one receiver.
type ddp struct {
	to       *target
	conn     net.Conn
	sequence uint8
	timer    *time.Timer
	packet   [ddpHeader + ddpData]byte
}

// there asks for the status, which few receivers tell, and takes silence for an answer: a
// host that is away is known by an error. ctx has a deadline.
func (d *ddp) there(ctx context.Context) error {
	if err := d.dial(ctx); err != nil {
		return err
	}
	by, _ := ctx.Deadline()
	_ = d.conn.SetDeadline(by)
	if _, err := d.conn.Write([]byte{ddpVersion | ddpQuery, 1, 0, ddpStatus, 0, 0, 0, 0, 0, 0}); err != nil {
		return err
	}
	if _, err := d.conn.Read(d.packet[:]); err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
		return err
	}
	return nil
}

// dial finds the receiver.
func (d *ddp) dial(ctx context.Context) (err error) {
	d.close()
	at, err := d.to.find(ctx)
	if err != nil {
		return err
	}
	dialer := net.Dialer{Control: hearErrors}
	d.conn, err = dialer.DialContext(ctx, "udp", at.String())
	return err
}

// send sends the data, and then the push alone at the next instant of all panels.
func (d *ddp) send(ctx context.Context, rgb []byte) error {
	if d.conn == nil {
		if err := d.dial(ctx); err != nil {
			return err
		}
	}
	_ = d.conn.SetWriteDeadline(time.Now().Add(stalled))
	for offset := 0; offset < len(rgb); offset += ddpData {
		data := rgb[offset:min(offset+ddpData, len(rgb))]
		if err := d.write(0, offset, data); err != nil {
			return d.lost(err)
		}
	}
	now := time.Now()
	d.timer.Reset(now.Truncate(together).Add(together).Sub(now))
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-d.timer.C:
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
	if _, err := d.conn.Write(p); err != nil && !errors.Is(err, syscall.ENOBUFS) { // the next picture may pass
		return err
	}
	return nil
}

// lost lets the next picture look for the receiver again: it may have another address.
func (d *ddp) lost(err error) error {
	d.close()
	return err
}

func (d *ddp) bye(ctx context.Context, black []byte) error { return d.send(ctx, black) }

func (d *ddp) close() {
	if d.conn != nil {
		d.conn.Close()
		d.conn = nil
	}
}
