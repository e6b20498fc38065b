// SPDX-License-Identifier: Apache-2.0

package vcd

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// TestSigrokReadsRecordings lets a program that knows nothing of us decode them.
func TestSigrokReadsRecordings(t *testing.T) {
	sigrok := testtool.Find(t, "sigrok-cli")
	rng := rand.New(rand.NewPCG(7, 7))
	var packets []spi.Packet
	var want strings.Builder
	for range 50 {
		p := make([]byte, 1+rng.IntN(12))
		for i := range p {
			p[i] = byte(rng.Uint32())
		}
		packets = append(packets, spi.Packet{W: p})
		fmt.Fprintf(&want, "spi-1: % X\n", p)
	}
	for _, f := range []physic.Frequency{500 * physic.KiloHertz, 2400 * physic.KiloHertz, 8 * physic.MegaHertz} {
		path := filepath.Join(t.TempDir(), "spi.vcd")
		port := must.Get(CreateSPI(path))(t)
		c := must.Get(port.Connect(f, spi.Mode0, 8))(t)
		must.Do(t, c.TxPackets(packets))
		must.Do(t, port.Close())
		out, err := exec.Command(sigrok, "-I", "vcd", "-i", path, "-P", "spi:clk=CLK:mosi=MOSI:cs=CS", "-A",
			"spi=mosi-transfer").CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if string(out) != want.String() {
			t.Errorf("%v: decoded\n%s\nwant\n%s", f, out, want.String())
		}
	}
}

func TestSigrokReadsI2C(t *testing.T) {
	sigrok := testtool.Find(t, "sigrok-cli")
	path := filepath.Join(t.TempDir(), "i2c.vcd")
	b := must.Get(CreateI2C(path))(t)
	must.Do(t, b.SetSpeed(400*physic.KiloHertz))
	for _, p := range [][]byte{{0x00, 0xAF}, {0x40, 0x01}} {
		must.Do(t, b.Tx(0x3c, p, nil))
	}
	must.Do(t, b.Close())
	out, err := exec.Command(sigrok, "-I", "vcd", "-i", path, "-P", "i2c:scl=SCL:sda=SDA", "-A",
		"i2c=addr-data").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	one := "Start|Write|Address write: 3C|ACK|Data write: %s|ACK|Data write: %s|ACK|Stop|"
	want := fmt.Sprintf(one, "00", "AF") + fmt.Sprintf(one, "40", "01")
	got := strings.ReplaceAll(strings.ReplaceAll(string(out), "i2c-1: ", ""), "\n", "|")
	must.Equal(t, got, want, "decoded")
}
