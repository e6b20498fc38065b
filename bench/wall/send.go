// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"strconv"
	"time"

	"github.com/ledpost/ledpost/api/stream"
)

// between is how long a picture stands, more or less a quarter: at random, so that no
// device's loop falls into step with the sender.
const between = 50 * time.Millisecond

// settle is how long the first picture and the last one stand.
const settle = time.Second

// A protocol makes the packets of pictures.
type protocol struct {
	port   int
	pieces func(rgb []byte, n int) [][]byte // of a picture, the number of which is n
	done   func(n int) []byte               // that it is complete
}

// protocols by name. Each sends a picture in two pieces.
var protocols = map[string]protocol{
	"ddp": {stream.PortDDP, func(rgb []byte, n int) [][]byte {
		half := 3 * wide * high / 2
		return [][]byte{ddp(false, n, 0, rgb[:half]), ddp(false, n, half, rgb[half:])}
	}, func(n int) []byte { return ddp(true, n, 0, nil) }},
	"artnet": {stream.PortArtNet, func(rgb []byte, n int) [][]byte {
		return [][]byte{artDMX(n, 0, rgb[:510]), artDMX(n, 1, rgb[510:])}
	}, func(int) []byte { return []byte("Art-Net\x00\x00\x52\x00\x0e\x00\x00") }},
	"sacn": {stream.PortSACN, func(rgb []byte, n int) [][]byte {
		return [][]byte{sacnData(n, 1, rgb[:510]), sacnData(n, 2, rgb[510:])}
	}, sacnSync},
}

// ddp is a packet of DDP (http://www.3waylabs.com/ddp/): pixels, or the push that shows them.
func ddp(push bool, n, at int, rgb []byte) []byte {
	flags := byte(0x40)
	if push {
		flags |= 0x01
	}
	b := []byte{flags, byte(n%15) + 1, 0x0B, 1}
	b = binary.BigEndian.AppendUint32(b, uint32(at))
	return append(binary.BigEndian.AppendUint16(b, uint16(len(rgb))), rgb...)
}

// artDMX is a universe of Art-Net 4.
func artDMX(n, universe int, channels []byte) []byte {
	channels = append(channels[:len(channels):len(channels)], make([]byte, len(channels)%2)...) // an even number
	b := append([]byte("Art-Net\x00\x00\x50\x00\x0e"), byte(n%255)+1, 0)
	b = binary.LittleEndian.AppendUint16(b, uint16(universe))
	return append(binary.BigEndian.AppendUint16(b, uint16(len(channels))), channels...)
}

// syncUniverse is where the sender of sACN says that a picture is complete.
const syncUniverse = 7000

// acn is the root layer of E1.31 (ANSI E1.31-2018, 5) for so many bytes after it.
func acn(vector uint32, after int) []byte {
	b := []byte("\x00\x10\x00\x00ASC-E1.17\x00\x00\x00")
	b = binary.BigEndian.AppendUint16(b, 0x7000|uint16(22+after))
	b = binary.BigEndian.AppendUint32(b, vector)
	return append(b, "ledpost bench 16"...) // who sends
}

// sacnData is a data packet of E1.31 (table 4-1).
func sacnData(n, universe int, channels []byte) []byte {
	b := acn(4, 88+len(channels))
	b = binary.BigEndian.AppendUint16(b, 0x7000|uint16(88+len(channels)))
	b = binary.BigEndian.AppendUint32(b, 2)
	b = append(b, append([]byte("bench/wall"), make([]byte, 54)...)...)
	b = binary.BigEndian.AppendUint16(append(b, 100), syncUniverse)
	b = binary.BigEndian.AppendUint16(append(b, byte(n), 0), uint16(universe))
	b = binary.BigEndian.AppendUint16(b, 0x7000|uint16(11+len(channels)))
	b = append(b, 2, 0xa1, 0, 0, 0, 1)
	b = append(binary.BigEndian.AppendUint16(b, uint16(1+len(channels))), 0)
	return append(b, channels...)
}

// sacnSync is a synchronisation packet of E1.31 (table 4-2).
func sacnSync(n int) []byte {
	b := binary.BigEndian.AppendUint16(acn(8, 11), 0x7000|11)
	b = append(binary.BigEndian.AppendUint32(b, 1), byte(n))
	return append(binary.BigEndian.AppendUint16(b, syncUniverse), 0, 0)
}

// send gives all devices the pictures 1 to changes.
func (w *wall) send(ctx context.Context, name string, changes int) error {
	p, ok := protocols[name]
	if !ok {
		return fmt.Errorf("protocol %q, want ddp, artnet or sacn", name)
	}
	var all []net.Conn
	for i := range devices {
		conn, err := net.Dial("udp4", net.JoinHostPort(address(i), strconv.Itoa(p.port)))
		if err != nil {
			return err
		}
		defer conn.Close()
		all = append(all, conn)
	}
	pause := settle
	for n := 1; n <= changes; n++ {
		if err := p.show(all, n); err != nil {
			return err
		}
		if n == changes {
			pause = settle
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		pause = between*3/4 + rand.N(between/2)
	}
	return nil
}

// show sends one picture: all pieces to all devices, and then that it is complete.
func (p protocol) show(all []net.Conn, n int) error {
	packets := append(p.pieces(rgb(n), n), p.done(n))
	for _, packet := range packets {
		for _, conn := range all {
			if _, err := conn.Write(packet); err != nil {
				return err
			}
		}
	}
	return nil
}

// rgb is red, green and blue of each pixel of a picture.
func rgb(n int) (out []byte) {
	for i, v := range picture(n).Pix {
		if i%4 < 3 {
			out = append(out, v)
		}
	}
	return out
}

// processor is how long the machine's processors were busy since its start, together.
func processor() time.Duration {
	text, _ := os.ReadFile("/proc/stat")
	var user, nice, system time.Duration
	fmt.Sscanf(string(text), "cpu %d %d %d", &user, &nice, &system)
	return (user + nice + system) * 10 * time.Millisecond // ticks, proc_stat(5)
}
