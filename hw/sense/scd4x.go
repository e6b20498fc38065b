// SPDX-License-Identifier: Apache-2.0

package sense

import (
	"context"
	"errors"
	"fmt"
	"time"

	"periph.io/x/conn/v3/i2c"

	"github.com/ledpost/ledpost/hw/source"
	"github.com/ledpost/ledpost/internal/pause"
)

// SCD4xConfig describes an SCD40 or SCD41 on I²C, which measures carbon dioxide too.
type SCD4xConfig struct {
	Config
	// Port is the I²C bus; empty is I2C1.
	Port string `toml:"port"`
	// Address is 0x62, as the sensor has no other; 0 is 0x62.
	Address int `toml:"address"`
}

// scd4xAddress is the only one (SCD4x datasheet, 3.3 I²C communication).
const scd4xAddress = 0x62

// Check returns the faults of the keys.
func (c SCD4xConfig) Check() error {
	if err := source.CheckAddress("sense", c.Address, []int{scd4xAddress}); err != nil {
		return err
	}
	return c.Config.Check()
}

// Commands (SCD4x datasheet, table 9).
var (
	scd4xStart = []byte{0x21, 0xB1} // measures every 5 s from then on
	scd4xReady = []byte{0xE4, 0xB8} // whether there is a value that nobody has read
	scd4xRead  = []byte{0xEC, 0x05}
	scd4xStop  = []byte{0x3F, 0x86}
)

// Times of the datasheet, table 9: between a command and its answer; after the stop; and
// of one measurement, with a second to spare.
const (
	scd4xAnswer  = time.Millisecond
	scd4xStopped = 500 * time.Millisecond
	scd4xFirst   = 6 * time.Second
	scd4xPoll    = 100 * time.Millisecond
)

// Plan implements source.Driver.
func (c SCD4xConfig) Plan() (source.Plan[Sensor], error) {
	return source.Chip[Sensor]{
		Title: "SCD4x", Package: "sense", Addresses: []int{scd4xAddress}, Port: c.Port, Address: c.Address,
		Open:  func(b i2c.BusCloser) (Sensor, error) { return NewSCD4x(b, c) },
		Fault: c.Check(),
	}.Plan()
}

// SCD4x is the sensor, which measures by itself once the first Read has begun.
type SCD4x struct {
	bus     i2c.BusCloser
	dev     i2c.Dev
	started bool
}

// NewSCD4x opens the sensor on bus. It owns bus, even if it fails.
func NewSCD4x(bus i2c.BusCloser, cfg SCD4xConfig) (*SCD4x, error) {
	if err := cfg.Check(); err != nil {
		return nil, errors.Join(err, bus.Close())
	}
	return &SCD4x{bus: bus, dev: i2c.Dev{Bus: bus, Addr: scd4xAddress}}, nil
}

func (s *SCD4x) String() string { return fmt.Sprintf("SCD4x at %#x of %v", s.dev.Addr, s.bus) }

// Read implements Sensor. The first one takes 6 s, later ones at most as long as the
// sensor's own 5 s.
func (s *SCD4x) Read(ctx context.Context) (r Reading, err error) {
	if err := s.start(ctx); err != nil {
		return r, err
	}
	if err := s.wait(ctx); err != nil {
		return r, err
	}
	words, err := s.ask(ctx, scd4xRead, 3)
	if err != nil {
		return r, err
	}
	// Datasheet, 3.6.2 read_measurement.
	r.CO2 = known(float64(words[0]))
	r.Temperature = known(-45 + 175*float64(words[1])/0xFFFF)
	r.Humidity = known(100 * float64(words[2]) / 0xFFFF)
	return r, nil
}

// start begins with measuring. A sensor that has not lost its supply since an earlier
// program may be measuring, and takes no other command than the stop then.
func (s *SCD4x) start(ctx context.Context) error {
	if s.started {
		return nil
	}
	if err := s.dev.Tx(scd4xStop, nil); err != nil {
		return s.fault(err)
	}
	if !pause.For(ctx, scd4xStopped) {
		return ctx.Err()
	}
	if err := s.dev.Tx(scd4xStart, nil); err != nil {
		return s.fault(err)
	}
	s.started = true
	return nil
}

// wait returns when there is a value.
func (s *SCD4x) wait(ctx context.Context) error {
	for range scd4xFirst / scd4xPoll {
		ready, err := s.ask(ctx, scd4xReady, 1)
		if err != nil {
			return err
		}
		if ready[0]&0x07FF != 0 { // its lowest 11 bits are 0 while there is none
			return nil
		}
		if !pause.For(ctx, scd4xPoll) {
			return ctx.Err()
		}
	}
	return fmt.Errorf("sense: the %v has measured nothing for %v", s, scd4xFirst)
}

// ask sends a command and reads so many words, each with its checksum.
func (s *SCD4x) ask(ctx context.Context, command []byte, n int) (words [3]uint16, err error) {
	if err := s.dev.Tx(command, nil); err != nil {
		return words, s.fault(err)
	}
	if !pause.For(ctx, scd4xAnswer) {
		return words, ctx.Err()
	}
	var buf [9]byte
	b := buf[:3*n]
	if err := s.dev.Tx(nil, b); err != nil {
		return words, s.fault(err)
	}
	for i := range n {
		if crc(b[3*i], b[3*i+1]) != b[3*i+2] {
			return words, fmt.Errorf("sense: a reading of the %v came garbled: % x", s, b)
		}
		words[i] = uint16(b[3*i])<<8 | uint16(b[3*i+1])
	}
	return words, nil
}

func (s *SCD4x) fault(err error) error {
	s.started = false
	return fmt.Errorf("sense: no answer from an %v: %w", s, err)
}

// Close implements Sensor: the sensor, which takes 15 mA while it measures, rests.
func (s *SCD4x) Close() error {
	var err error
	if s.started {
		err = s.dev.Tx(scd4xStop, nil)
	}
	return errors.Join(err, s.bus.Close())
}
