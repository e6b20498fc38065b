// SPDX-License-Identifier: Apache-2.0

//go:build linux

package main

import (
	"bufio"
	"fmt"
	"io"
	"time"

	"github.com/ledpost/ledpost/internal/uinput"
)

// enter is the button's key (Linux, input-event-codes.h).
const enter = 28

// button is an input device of the kernel with one key, until the end of orders: each line
// is "press", or "hold" and for how many seconds.
func button(orders io.Reader) error {
	dev, err := uinput.Plug("button of the check", enter)
	if err != nil {
		return err
	}
	defer dev.Unplug()
	for lines := bufio.NewScanner(orders); lines.Scan(); {
		held := 0.1
		_, _ = fmt.Sscanf(lines.Text(), "hold %f", &held) // else it is a press
		if err := dev.Key(enter, true); err != nil {
			return err
		}
		time.Sleep(time.Duration(held * float64(time.Second)))
		if err := dev.Key(enter, false); err != nil {
			return err
		}
	}
	return nil
}
