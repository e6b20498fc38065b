// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"fmt"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/internal/keyerr"
)

// An Output is a line of the header that is driven, low at first. Only one goroutine may
// use it.
type Output struct{ line *gpiomem.Outputs }

// OpenOutput opens the line "GPIO13" or "13", by the kernel's driver.
func OpenOutput(name string) (*Output, error) {
	n, err := outputLine(name)
	if err != nil {
		return nil, err
	}
	line, err := gpiomem.OpenOutputs(n)
	if err != nil {
		return nil, err
	}
	return &Output{line}, nil
}

// checkBuzzer returns the fault of the buzzer's line as the value of the key line.
func (c Config) checkBuzzer() error {
	if c.Buzzer == "" {
		return nil
	}
	if _, err := outputLine(c.Buzzer); err != nil {
		return keyerr.New("line", "%w", err)
	}
	return nil
}

// outputLine is the number of a line of the header.
func outputLine(name string) (int, error) {
	n, ok := gpioLine(name)
	if !ok || n < 2 || n > 27 {
		return 0, fmt.Errorf("%q is no line of the header, want GPIO2 to GPIO27", name)
	}
	return int(n), nil
}

// Set drives the line high or low.
func (o *Output) Set(high bool) error {
	var level uint64
	if high {
		level = 1
	}
	return o.line.Set(level, 1)
}

// Close gives the line back; it keeps its level.
func (o *Output) Close() error { return o.line.Close() }
