// SPDX-License-Identifier: Apache-2.0

package bus

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"unsafe"

	"github.com/ledpost/ledpost/internal/must"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// kernel stands in for spidev: it reads the messages as the kernel would.
type kernel struct {
	calls []string
	sent  [][]byte // one a packet
	cs    []uint8
	speed uint32
	fail  error
}

func (k *kernel) ioctl(request uintptr, arg unsafe.Pointer) error {
	switch request {
	case writeMode, writeBits:
		k.calls = append(k.calls, string('0'+rune(*(*uint8)(arg))))
	case writeSpeed:
		k.calls = append(k.calls, physic.Frequency(*(*uint32)(arg)).String())
	default:
		n := int(request >> 16 & 0x3fff / 32)
		for _, t := range unsafe.Slice((*transfer)(arg), n) {
			k.sent = append(k.sent, bytes.Clone(unsafe.Slice((*byte)(pointer(t.tx)), t.length)))
			k.cs = append(k.cs, t.csChange)
			k.speed = t.speed
		}
		k.calls = append(k.calls, "message")
	}
	return k.fail
}

// pointer undoes the kernel interface's address in a number.
func pointer(address uint64) unsafe.Pointer {
	p := uintptr(address)
	return *(*unsafe.Pointer)(unsafe.Pointer(&p))
}

func fake(k *kernel) *spidev {
	return &spidev{name: "SPI0.0", bufsiz: 64, ioctl: k.ioctl, close: func() error { return nil }}
}

func TestOneMessageForAllPackets(t *testing.T) {
	k := &kernel{}
	port := fake(k)
	must.Do(t, port.LimitSpeed(physic.MegaHertz))
	c := must.Get(port.Connect(2*physic.MegaHertz, spi.Mode3, 8))(t)
	k.calls = nil
	must.Do(t, c.TxPackets([]spi.Packet{{W: []byte{1, 2}}, {W: []byte{3}, KeepCS: true}, {W: []byte{4}}}))
	if len(k.calls) != 1 || len(k.sent) != 3 || !bytes.Equal(k.sent[0], []byte{1, 2}) ||
		!bytes.Equal(k.sent[2], []byte{4}) {
		t.Errorf("calls %v sent % x", k.calls, k.sent)
	}
	if want := []byte{1, 0, 0}; !bytes.Equal(k.cs, want) {
		t.Errorf("cs_change is %v, want %v: CS rises after the first and after the last", k.cs, want)
	}
	if k.speed != 1_000_000 {
		t.Errorf("speed %d, want the port's limit", k.speed)
	}
}

func TestLayoutOfTransfer(t *testing.T) {
	if n := unsafe.Sizeof(transfer{}); n != 32 {
		t.Errorf("spi_ioc_transfer has %d bytes, want 32", n)
	}
	if o := unsafe.Offsetof(transfer{}.csChange); o != 27 {
		t.Errorf("cs_change is at %d, want 27", o)
	}
}

func TestSpidevErrors(t *testing.T) {
	k := &kernel{}
	c := must.Get(fake(k).Connect(physic.MegaHertz, spi.Mode0, 8))(t)
	for want, p := range map[string][]spi.Packet{
		"spidev.bufsiz=65536":  {{W: make([]byte, 65)}},
		"0 packets":            {},
		"65 packets":           make([]spi.Packet, 65),
		"0 bytes out and 0 in": {{}},
		"2 bytes out and 1 in": {{W: make([]byte, 2), R: make([]byte, 1)}},
	} {
		must.Fail(t, c.TxPackets(p), want)
	}
	k.fail = syscall.EIO
	must.Fail(t, c.Tx([]byte{1}, nil), "SPI0.0")
}

func TestBufsiz(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bufsiz")
	if got := Bufsiz(path); got != 4096 {
		t.Errorf("without the file %d, want 4096", got)
	}
	must.Do(t, os.WriteFile(path, []byte("65536\n"), 0o600))
	must.Equal(t, Bufsiz(path), 65536, "bytes")
}

func TestNoAllocations(t *testing.T) {
	port := fake(&kernel{})
	port.ioctl = func(uintptr, unsafe.Pointer) error { return nil }
	c := must.Get(port.Connect(physic.MegaHertz, spi.Mode0, 8))(t)
	packets := make([]spi.Packet, 13)
	for i := range packets {
		packets[i].W = make([]byte, 4)
	}
	must.Equal(t, testing.AllocsPerRun(100, func() { c.TxPackets(packets) }), 0, "allocations for 13 packets")
}
