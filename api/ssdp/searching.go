// SPDX-License-Identifier: Apache-2.0

package ssdp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/ipv4"
)

const (
	searchAgain = time.Second // a datagram may be lost (UDA 1.1, 1.3.2)
	mostReplies = 256         // that one search takes on an interface
	mostOfOne   = 8           // of them from one sender, so that one that floods cannot push out the others
)

// Found is a device that has answered a search. All of it comes from the device itself.
type Found struct {
	UUID     string
	At       netip.AddrPort // of its description: the address that has answered
	Location string         // URL of its description, at that address over HTTP
	Ours     bool           // it says that it runs this program
}

// Search asks on the named interfaces, or on all, for devices of our type, LaMetrics among them, and calls seen with
// each answer, from several goroutines, until ctx ends. It sends nothing to the addresses that it gets.
func Search(ctx context.Context, interfaces []string, seen func(Found)) error {
	n, err := readNetwork(interfaces)
	if err != nil {
		return err
	}
	var wg sync.WaitGroup
	for _, p := range n.announced() {
		conn, err := net.ListenUDP("udp4", net.UDPAddrFromAddrPort(netip.AddrPortFrom(p.addr, 0)))
		if err != nil {
			continue // an interface that has just lost its address does not affect the others
		}
		wg.Go(func() { ask(ctx, conn, p) })
		wg.Go(func() { p.replies(conn, seen) })
	}
	wg.Wait()
	return ctx.Err()
}

// ask sends a search to the group again and again until ctx ends, which closes conn.
func ask(ctx context.Context, conn *net.UDPConn, p place) {
	defer conn.Close()
	out := ipv4.NewPacketConn(conn)
	_ = errors.Join(out.SetMulticastInterface(&net.Interface{Index: p.index}), out.SetMulticastLoopback(true))
	again := time.NewTicker(searchAgain)
	defer again.Stop()
	to := net.UDPAddrFromAddrPort(netip.MustParseAddrPort(group))
	for ctx.Err() == nil {
		_ = conn.SetWriteDeadline(time.Now().Add(searchAgain))
		_, _ = conn.WriteTo([]byte("M-SEARCH * HTTP/1.1\r\nHOST: "+group+"\r\nMAN: \"ssdp:discover\"\r\nMX: 1\r\nST: "+
			DeviceType+"\r\n\r\n"), to)
		select {
		case <-ctx.Done():
		case <-again.C:
		}
	}
}

// A datagrams is what replies reads from: a [net.UDPConn].
type datagrams interface {
	ReadFromUDPAddrPort(b []byte) (int, netip.AddrPort, error)
}

// replies reads answers of neighbours until conn is closed. What is no answer does not count.
func (p place) replies(conn datagrams, seen func(Found)) {
	buf := make([]byte, maxDatagram+1)
	of := map[netip.Addr]int{} // replies, by their senders
	for all := 0; all < mostReplies; {
		n, from, err := conn.ReadFromUDPAddrPort(buf)
		if err != nil {
			return
		}
		sender := from.Addr().Unmap()
		if of[sender] == mostOfOne || !p.net().Contains(sender) {
			continue
		}
		if f, ok := parseReply(buf[:n], sender); ok {
			of[sender]++
			all++
			seen(f)
		}
	}
}

// parseReply reads an answer to a search (UDA 1.1, 1.3.3). A device that names the address of another is not believed.
func parseReply(datagram []byte, from netip.Addr) (f Found, ok bool) {
	if len(datagram) > maxDatagram || !bytes.HasPrefix(datagram, []byte("HTTP/1.1 200 ")) {
		return f, false
	}
	whole := append(bytes.TrimRight(datagram, "\r\n"), "\r\n\r\n"...)
	r, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(whole)), nil)
	if err != nil || r.Header.Get("ST") != DeviceType {
		return f, false
	}
	u, err := url.Parse(r.Header.Get("LOCATION"))
	if err != nil || u.Scheme != "http" {
		return f, false
	}
	f.At, err = netip.ParseAddrPort(u.Host)
	f.Location = (&url.URL{Scheme: "http", Host: f.At.String(), Path: u.Path, RawQuery: u.RawQuery}).String()
	uuid, named := strings.CutPrefix(strings.ToLower(r.Header.Get("USN")), "uuid:")
	f.UUID, _, _ = strings.Cut(uuid, ":")
	f.Ours = strings.Contains(" "+r.Header.Get("SERVER"), " ledpost/")
	return f, err == nil && named && f.At.Addr() == from && f.At.Port() != 0
}
