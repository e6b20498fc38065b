// SPDX-License-Identifier: Apache-2.0

package ssdp

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"

	"golang.org/x/net/ipv4"
)

// maxDatagram bounds a search: a longer datagram is not one.
const maxDatagram = 2048

// ears receives the searches sent to the group and to the device itself.
type ears struct {
	conn    *ipv4.PacketConn
	reading sync.WaitGroup
}

// open joins the group on the interfaces, of which there must be at least one.
// It calls heard for every search, on a separate goroutine.
func open(interfaces []net.Interface, heard func(search)) (*ears, error) {
	at := net.UDPAddrFromAddrPort(netip.MustParseAddrPort(group))
	conn, err := net.ListenMulticastUDP("udp4", &interfaces[0], at)
	if err != nil {
		return nil, fmt.Errorf("ssdp: %w", err)
	}
	joined := ipv4.NewPacketConn(conn)
	var lost error
	for i := range interfaces[1:] { // an interface where joining fails does not affect the others
		lost = errors.Join(lost, joined.JoinGroup(&interfaces[1+i], at))
	}
	if err := joined.SetControlMessage(ipv4.FlagDst, true); err != nil {
		conn.Close()
		return nil, fmt.Errorf("ssdp: %w", err)
	}
	e := &ears{conn: joined}
	e.reading.Go(func() { e.read(heard) })
	return e, nil
}

func (e *ears) close() {
	e.conn.Close()
	e.reading.Wait()
}

func (e *ears) read(heard func(search)) {
	buf := make([]byte, maxDatagram+1)
	for {
		n, to, sender, err := e.conn.ReadFrom(buf)
		if err != nil {
			return // closed
		}
		from, ok := sender.(*net.UDPAddr)
		if !ok {
			continue
		}
		st, mx, ok := parseSearch(buf[:n])
		if !ok || mx == "" && (to == nil || to.Dst.IsMulticast()) {
			continue // a search sent to the group must have an MX (UDA 1.1, 1.3.3)
		}
		at := from.AddrPort()
		heard(search{from: netip.AddrPortFrom(at.Addr().Unmap(), at.Port()), st: st, mx: mx})
	}
}

// parseSearch reads an M-SEARCH (UDA 1.1, 1.3.2). Some clients omit the empty
// line at its end.
func parseSearch(datagram []byte) (st, mx string, ok bool) {
	if len(datagram) > maxDatagram || !bytes.HasPrefix(datagram, []byte("M-SEARCH ")) {
		return "", "", false
	}
	whole := append(bytes.TrimRight(datagram, "\r\n"), "\r\n\r\n"...)
	r, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(whole)))
	if err != nil || !strings.EqualFold(strings.Trim(r.Header.Get("MAN"), `"`), "ssdp:discover") {
		return "", "", false
	}
	st = r.Header.Get("ST")
	return st, r.Header.Get("MX"), st != ""
}
