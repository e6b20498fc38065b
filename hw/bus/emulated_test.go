// SPDX-License-Identifier: Apache-2.0

package bus

import (
	"errors"
	"fmt"
	"testing"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"github.com/ledpost/ledpost/internal/must"
)

func TestEmulated(t *testing.T) {
	var got []string
	e := &Emulated{Name: "chip", Most: 3, Take: func(data []byte) { got = append(got, fmt.Sprintf("% x", data)) }}
	c, err := e.Connect(physic.MegaHertz, spi.Mode0, 8)
	if err != nil || c.String() != "chip" || e.String() != "chip" || Limit(c) != 3 {
		t.Fatalf("%v, %v, %d bytes", c, err, Limit(c))
	}
	first := []byte{1, 2, 99}[:2] // what follows it must stay
	must.Do(t, errors.Join(
		c.Tx([]byte{7}, nil),
		c.TxPackets([]spi.Packet{{W: first, KeepCS: true}, {W: []byte{3}}, {W: []byte{4}, KeepCS: true}}),
	))
	if fmt.Sprint(got) != "[07 01 02 03 04]" || len(got) != 3 || e.Messages != 2 || first[:3][2] != 99 {
		t.Errorf("took %q in %d messages", got, e.Messages)
	}
	if c.Tx(make([]byte, 4), nil) == nil {
		t.Error("more than the most was taken")
	}
	e.Close()
	if c.Tx(nil, nil) == nil || c.TxPackets(nil) == nil {
		t.Error("a closed port took something")
	}
	refused := errors.New("no")
	e.Connected = func(physic.Frequency, spi.Mode, int) error { return refused }
	if _, err := e.Connect(physic.MegaHertz, spi.Mode0, 8); !errors.Is(err, refused) {
		t.Errorf("connect: %v", err)
	}
	if c, err := (&Emulated{}).Connect(0, 0, 0); err != nil || c.Tx([]byte{1}, nil) != nil {
		t.Errorf("the zero value: %v", err)
	}
}
