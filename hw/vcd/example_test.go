// SPDX-License-Identifier: Apache-2.0

package vcd_test

import (
	"bytes"
	"fmt"
	"time"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"github.com/ledpost/ledpost/hw/vcd"
)

// A driver sends to a port that records, and a reader decodes the recording as it decodes
// the export of a logic analyser.
func ExampleReader_SPI() {
	var dump bytes.Buffer
	w, err := vcd.NewWriter(&dump, vcd.Line{Name: vcd.Clock}, vcd.Line{Name: "MOSI"}, vcd.Line{Name: "CS", High: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	port := vcd.NewSPI(w)
	conn, err := port.Connect(physic.MegaHertz, spi.Mode0, 8)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, packet := range [][]byte{{0x0c, 0x01}, {0x0a, 0x0f}} {
		if err := conn.Tx(packet, nil); err != nil {
			fmt.Println(err)
		}
	}
	if err := port.Close(); err != nil {
		fmt.Println(err)
	}

	r, err := vcd.NewReader(&dump)
	if err != nil {
		fmt.Println(err)
		return
	}
	err = r.SPI(nil, func(at time.Duration, data []byte) error {
		fmt.Printf("% x at %v\n", data, at)
		return nil
	})
	fmt.Println(r.Lines(), err)
	// Output:
	// 0c 01 at 27.5µs
	// 0a 0f at 54.5µs
	// [CLK MOSI CS] <nil>
}
