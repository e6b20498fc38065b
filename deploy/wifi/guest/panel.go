// SPDX-License-Identifier: Apache-2.0

//go:build linux

package main

import (
	"bytes"
	"net"
)

// ddpHead is the length of the header of a packet of DDP without a time (3waylabs.com/ddp).
const ddpHead = 10

// panel is a panel on the network, for pictures by DDP at addr. It returns when a picture is
// not dark.
func panel(addr string) error {
	c, err := net.ListenPacket("udp", addr)
	if err != nil {
		return err
	}
	defer c.Close()
	for b := make([]byte, 1500); ; {
		n, _, err := c.ReadFrom(b)
		if err != nil {
			return err
		}
		if n > ddpHead && len(bytes.Trim(b[ddpHead:n], "\x00")) > 0 {
			return nil
		}
	}
}
