// SPDX-License-Identifier: Apache-2.0

package bus

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// The ioctl requests of spidev (Linux include/uapi/linux/spi/spidev.h).
const (
	writeMode    = 0x40016b01 // SPI_IOC_WR_MODE
	writeBits    = 0x40016b03 // SPI_IOC_WR_BITS_PER_WORD
	writeSpeed   = 0x40046b04 // SPI_IOC_WR_MAX_SPEED_HZ
	message      = 0x40006b00 // SPI_IOC_MESSAGE(0); the size goes into bits 16 to 29
	noChipSelect = 0x40       // SPI_NO_CS
)

// defaultBufsiz is spidev's own default.
const defaultBufsiz = 4096

// transfer is struct spi_ioc_transfer.
type transfer struct {
	tx, rx      uint64
	length      uint32
	speed       uint32
	delay       uint16
	bitsPerWord uint8
	csChange    uint8
	txNBits     uint8
	rxNBits     uint8
	wordDelay   uint8
	_           uint8
}

// maxPackets is how many packets go in one message without allocating.
const maxPackets = 64

// spidev is a port of the kernel's spidev driver. periph's own allocates for
// messages of more than 4 packets; this one does not, and sends any message in
// one system call. It is safe for concurrent use.
type spidev struct {
	name   string
	bufsiz int
	ioctl  func(request uintptr, arg unsafe.Pointer) error
	close  func() error

	mu        sync.Mutex
	limit     physic.Frequency
	freq      physic.Frequency
	noCS      bool
	connected bool
	transfers [maxPackets]transfer
}

// openSPI opens a port of spidev.
func openSPI(bus, chip int) (spi.PortCloser, error) {
	path := fmt.Sprintf("/dev/spidev%d.%d", bus, chip)
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, explain(err, path, "spi", SPILine(bus, chip))
	}
	fd := f.Fd()
	return &spidev{
		name:   fmt.Sprintf("SPI%d.%d", bus, chip),
		bufsiz: Bufsiz("/sys/module/spidev/parameters/bufsiz"),
		ioctl: func(request uintptr, arg unsafe.Pointer) error {
			if _, _, errno := unix.Syscall(unix.SYS_IOCTL, fd, request, uintptr(arg)); errno != 0 {
				return errno
			}
			return nil
		},
		close: f.Close,
	}, nil
}

// Bufsiz reads how many bytes spidev takes in one message from its parameter
// file; without one it is spidev's default.
func Bufsiz(path string) int {
	data, err := os.ReadFile(path)
	if err != nil {
		return defaultBufsiz
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil || n < 1 {
		return defaultBufsiz
	}
	return n
}

func (s *spidev) String() string { return s.name }

// Close implements io.Closer.
func (s *spidev) Close() error { return s.close() }

// LimitSpeed implements spi.PortCloser.
func (s *spidev) LimitSpeed(f physic.Frequency) error {
	if f < 100*physic.Hertz || f > physic.GigaHertz {
		return fmt.Errorf("bus: clock %v, want 100 Hz to 1 GHz", f)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.limit = f
	return nil
}

// Connect implements spi.Port for modes 0 to 3, with or without CS.
func (s *spidev) Connect(f physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.connected:
		return nil, errors.New("bus: Connect() can only be called exactly once")
	case f < 100*physic.Hertz || f > physic.GigaHertz:
		return nil, fmt.Errorf("bus: clock %v, want 100 Hz to 1 GHz", f)
	case mode&^(spi.Mode3|spi.NoCS) != 0 || bits != 8:
		return nil, fmt.Errorf("bus: mode %v with words of %d bits, want modes 0 to 3 and 8 bits", mode, bits)
	}
	m, b := uint8(mode&spi.Mode3), uint8(bits)
	if mode&spi.NoCS != 0 {
		m |= noChipSelect
	}
	hz := uint32(f / physic.Hertz)
	for _, set := range []struct {
		request uintptr
		arg     unsafe.Pointer
	}{{writeMode, unsafe.Pointer(&m)}, {writeBits, unsafe.Pointer(&b)}, {writeSpeed, unsafe.Pointer(&hz)}} {
		if err := s.ioctl(set.request, set.arg); err != nil {
			return nil, fmt.Errorf("bus: %s: mode %v at %v: %w", s.name, mode, f, err)
		}
	}
	s.connected, s.freq, s.noCS = true, f, mode&spi.NoCS != 0
	return spidevConn{s}, nil
}

// spidevConn keeps Tx apart from the port's own methods.
type spidevConn struct{ s *spidev }

func (c spidevConn) String() string      { return c.s.name }
func (c spidevConn) Duplex() conn.Duplex { return conn.Full }

// MaxTxSize implements conn.Limits.
func (c spidevConn) MaxTxSize() int { return c.s.bufsiz }

// Tx implements conn.Conn.
func (c spidevConn) Tx(w, r []byte) error {
	p := [1]spi.Packet{{W: w, R: r}}
	return c.TxPackets(p[:])
}

// TxPackets implements spi.Conn in one system call.
func (c spidevConn) TxPackets(packets []spi.Packet) error {
	s := c.s
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(packets) == 0 || len(packets) > maxPackets {
		return fmt.Errorf("bus: %d packets, want 1 to %d", len(packets), maxPackets)
	}
	total := 0
	for i := range packets {
		n, err := s.fill(&s.transfers[i], &packets[i], i == len(packets)-1)
		if err != nil {
			return err
		}
		total += n
	}
	if total > s.bufsiz {
		return fmt.Errorf("bus: %d bytes in one message, but spidev takes %d: %s", total, s.bufsiz, BufsizAdvice)
	}
	request := message | uintptr(len(packets))*unsafe.Sizeof(transfer{})<<16
	err := s.ioctl(request, unsafe.Pointer(&s.transfers[0]))
	runtime.KeepAlive(packets)
	if err != nil {
		return fmt.Errorf("bus: %s: %w", s.name, err)
	}
	return nil
}

// fill describes one packet to the kernel and returns its length. cs_change
// means: let CS rise after this packet; after the last one: keep it low.
func (s *spidev) fill(t *transfer, p *spi.Packet, last bool) (int, error) {
	n := max(len(p.W), len(p.R))
	if n == 0 || len(p.W) != 0 && len(p.R) != 0 && len(p.W) != len(p.R) {
		return 0, fmt.Errorf("bus: a packet of %d bytes out and %d in", len(p.W), len(p.R))
	}
	f := s.freq
	if s.limit != 0 && s.limit < f {
		f = s.limit
	}
	*t = transfer{length: uint32(n), speed: uint32(f / physic.Hertz), bitsPerWord: p.BitsPerWord}
	if len(p.W) != 0 {
		t.tx = uint64(uintptr(unsafe.Pointer(&p.W[0])))
	}
	if len(p.R) != 0 {
		t.rx = uint64(uintptr(unsafe.Pointer(&p.R[0])))
	}
	if !s.noCS && p.KeepCS == last {
		t.csChange = 1
	}
	return n, nil
}
