// SPDX-License-Identifier: Apache-2.0

// Package improv is Improv Wi-Fi over Bluetooth LE, by which Home Assistant and phones set
// up Wi-Fi (improv-wifi.com/ble, version 2.3), as a service of BlueZ over D-Bus.
package improv

import (
	"errors"

	"github.com/ledpost/ledpost/onboard/nm"
)

// The commands.
const (
	cmdJoin     = 1
	cmdIdentify = 2
	cmdInfo     = 3
	cmdScan     = 4
	cmdHostname = 5
)

// A command is what a client wants: [command][length][data][sum].
type command struct {
	id   byte
	data []byte
}

var (
	errMore   = errors.New("improv: more of the packet is to come")
	errPacket = errors.New("improv: not a packet of a command")
)

// maxPacket is the longest packet: its length is one byte.
const maxPacket = 2 + 255 + 1

// parse reads a packet. errMore means that it is not whole, errPacket that it will never be.
func parse(b []byte) (command, error) {
	if len(b) < 2 || len(b) < int(b[1])+3 {
		return command{}, errMore
	}
	end := int(b[1]) + 2
	if len(b) != end+1 || sum(b[:end]) != b[end] {
		return command{}, errPacket
	}
	return command{b[0], b[2:end]}, nil
}

// sum is the checksum: the lowest byte of the sum.
func sum(b []byte) (s byte) {
	for _, c := range b {
		s += c
	}
	return s
}

// credentials reads the data of cmdJoin: name and password, each after its length.
func (c command) credentials() (to nm.Credentials, err error) {
	ssid, rest, ok := cut(c.data)
	password, rest, alsoOK := cut(rest)
	if !ok || !alsoOK || len(rest) > 0 {
		return to, errPacket
	}
	to = nm.Credentials{SSID: string(ssid), Password: string(password)}
	return to, to.Check()
}

// cut returns what follows its length at the beginning of b, and the rest.
func cut(b []byte) (s, rest []byte, ok bool) {
	if len(b) == 0 || len(b) < int(b[0])+1 {
		return nil, nil, false
	}
	return b[1 : 1+b[0]], b[1+b[0]:], true
}

// result returns the answer to the command id: a list of strings. Whole rows of so many
// strings that have no room are left out.
func result(id byte, row int, strings ...string) []byte {
	b := []byte{id, 0}
	for len(strings) >= row && row > 0 {
		next := b
		for _, s := range strings[:row] {
			next = append(append(next, byte(min(len(s), 255))), s[:min(len(s), 255)]...)
		}
		if len(next)-2 > 255 {
			break
		}
		b, strings = next, strings[row:]
	}
	b[1] = byte(len(b) - 2)
	return append(b, sum(b))
}
