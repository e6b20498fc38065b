// SPDX-License-Identifier: Apache-2.0

package vcd

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

func TestRecordingOfOneByte(t *testing.T) {
	var out strings.Builder
	w := must.Get(NewWriter(&out, spiLines()...))(t)
	c := must.Get(NewSPI(w).Connect(physic.MegaHertz, spi.Mode0, 8))(t)
	must.Do(t, c.Tx([]byte{0x41}, nil))
	must.Do(t, w.Close())
	want := `$version ledpost $end
$timescale 100 ns $end
$scope module ledpost $end
$var wire 1 ! CLK $end
$var wire 1 " MOSI $end
$var wire 1 # CS $end
$upscope $end
$enddefinitions $end
#0
$dumpvars
0!
0"
1#
$end
#100
0#
`
	// 1 MHz: half a period is 5 ticks. 0x41 is 01000001.
	clock := func(n int) string { return fmt.Sprintf("#%d\n1!\n#%d\n0!\n", 110+10*n+5, 110+10*n+10) }
	want += clock(0) + "1\"\n" + clock(1) + "0\"\n" + clock(2) + clock(3) + clock(4) + clock(5) + clock(6) +
		"1\"\n" + clock(7)
	want += "#195\n1#\n#295\n"
	must.Equal(t, out.String(), want, "recorded")
}

// record sends packets through a recorded port and returns the dump.
func record(t *testing.T, f physic.Frequency, mode spi.Mode, txs [][]spi.Packet) []byte {
	t.Helper()
	var out bytes.Buffer
	w := must.Get(NewWriter(&out, spiLines()...))(t)
	c := must.Get(NewSPI(w).Connect(f, mode, 8))(t)
	for _, p := range txs {
		must.Do(t, c.TxPackets(p))
	}
	must.Do(t, w.Close())
	return out.Bytes()
}

func reader(t *testing.T, dump []byte) *Reader {
	t.Helper()
	return must.Get(NewReader(bytes.NewReader(dump)))(t)
}

func TestSPIRoundTrip(t *testing.T) {
	for _, f := range []physic.Frequency{100 * physic.KiloHertz, 2 * physic.MegaHertz, 2400 * physic.KiloHertz,
		10 * physic.MegaHertz} {
		for _, mode := range []spi.Mode{spi.Mode0, spi.Mode3} {
			rng := rand.New(rand.NewPCG(1, uint64(mode)))
			var txs [][]spi.Packet
			var want [][]byte
			for range 20 {
				var tx []spi.Packet
				for range 1 + rng.IntN(8) {
					p := make([]byte, 1+rng.IntN(20))
					for i := range p {
						p[i] = byte(rng.Uint32())
					}
					tx = append(tx, spi.Packet{W: p})
					want = append(want, p)
				}
				txs = append(txs, tx)
			}
			var got [][]byte
			err := reader(t, record(t, f, mode, txs)).SPI(nil, func(_ time.Duration, data []byte) error {
				got = append(got, bytes.Clone(data))
				return nil
			})
			must.Do(t, err)
			if len(got) != len(want) {
				t.Fatalf("%v, %v: sent %d packets, decoded %d", f, mode, len(want), len(got))
			}
			for i := range want {
				if !bytes.Equal(got[i], want[i]) {
					t.Fatalf("%v, %v: packet %d sent as % x, decoded as % x", f, mode, i, want[i], got[i])
				}
			}
		}
	}
}

func TestKeepCSJoinsPackets(t *testing.T) {
	dump := record(t, physic.MegaHertz, spi.Mode0,
		[][]spi.Packet{{{W: []byte{1}, KeepCS: true}, {W: []byte{2}}, {W: []byte{3}}}})
	var got []string
	must.Do(t, reader(t, dump).SPI(nil, func(_ time.Duration, data []byte) error {
		got = append(got, fmt.Sprint(data))
		return nil
	}))
	if want := "[1 2] [3]"; strings.Join(got, " ") != want {
		t.Errorf("decoded %v, want %v", got, want)
	}
}

func TestTimingOfTheBus(t *testing.T) {
	// 1000 bits at 2.4 MHz take 416.7 µs; CS frames them.
	dump := record(t, 2400*physic.KiloHertz, spi.Mode0, [][]spi.Packet{{{W: make([]byte, 125)}}})
	d := reader(t, dump)
	var fall, rise time.Duration
	must.Do(t, d.Changes(nil, Select, func(at time.Duration, high bool) error {
		if high {
			rise = at
		} else {
			fall = at
		}
		return nil
	}))
	if got := rise - fall; got < 415*time.Microsecond || got > 419*time.Microsecond {
		t.Errorf("CS is low for %v, want 416.7 µs and a bit", got)
	}
}

func TestBitsWithoutSelect(t *testing.T) {
	dump := record(t, physic.MegaHertz, spi.Mode0, [][]spi.Packet{{{W: []byte{0xA5}}}, {{W: []byte{3}}}})
	var got strings.Builder
	must.Do(t, reader(t, dump).Bits(nil, func(_ time.Duration, high bool) error {
		fmt.Fprint(&got, map[bool]int{true: 1}[high])
		return nil
	}))
	must.Equal(t, got.String(), "1010010100000011", "decoded")
}

func TestI2CRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bus.vcd")
	b := must.Get(CreateI2C(path))(t)
	must.Do(t, b.SetSpeed(400*physic.KiloHertz))
	for _, p := range [][]byte{{0x00, 0xAE}, {0x40, 0xff, 0x00, 0x81}, {}} {
		must.Do(t, b.Tx(0x3c, p, nil))
	}
	if err := b.Tx(0x3c, nil, make([]byte, 1)); err == nil {
		t.Error("a read succeeds though nothing is there to answer")
	}
	must.Do(t, b.Close())
	f := must.Get(Open(path))(t)
	defer f.Close()
	var got []string
	must.Do(t, f.I2C(nil, func(_ time.Duration, addr uint16, data []byte) error {
		got = append(got, fmt.Sprintf("%02x: % x", addr, data))
		return nil
	}))
	must.Equal(t, strings.Join(got, ";"), "3c: 00 ae;3c: 40 ff 00 81;3c: ", "decoded")
}

// analyser is a capture as PulseView writes it: a finer timescale, changes on
// the line of their time, other signals beside, levels not yet known.
const analyser = `$date Mon Nov  2 10:00:00 2026 $end
$version libsigrok 0.5.2 $end
$comment
  Acquisition with 4/8 channels at 12 MHz
$end
$timescale 1 ns $end
$scope module libsigrok $end
$var wire 1 ! D0 $end
$var wire 1 " sck $end
$var wire 1 $ CS# $end
$var wire 8 % bus [7:0] $end
$upscope $end
$enddefinitions $end
#0 x! 0" 1$ b00000000 %
#83 0$
$comment trigger $end
#1000 1! #1100 1" #1200 0"
#2000 0! #2100 1" #2200 0"
b10101010 %
#3000 1! #3100 1" #3200 0"
#4000 0! #4100 1" #4200 0"
#5000 1! #5100 1" #5200 0"
#6000 0! #6100 1" #6200 0"
#7000 1! #7100 1" #7200 0"
#8000 z! #8100 1" #8200 0"
#9000 1$
#10000
`

func TestAnalyserCapture(t *testing.T) {
	d := reader(t, []byte(analyser))
	must.Equal(t, strings.Join(d.Lines(), " "), "D0 sck CS#", "lines")
	var got []byte
	var end time.Duration
	must.Do(t, d.SPI(Wiring{Data: "d0"}, func(at time.Duration, data []byte) error {
		got, end = bytes.Clone(data), at
		return nil
	}))
	if !bytes.Equal(got, []byte{0xAA}) || end != 9*time.Microsecond {
		t.Errorf("decoded % x at %v, want aa at 9µs", got, end)
	}
}

func TestLineIsMissing(t *testing.T) {
	err := reader(t, []byte(analyser)).SPI(nil, nil)
	if err == nil || !strings.Contains(err.Error(), "no line MOSI") || !strings.Contains(err.Error(), "D0, sck, CS#") {
		t.Errorf("error %v, want the names looked for and those there are", err)
	}
}

func TestBrokenCaptures(t *testing.T) {
	head := "$timescale 1ns $end $var wire 1 ! CLK $end $enddefinitions $end\n"
	for _, c := range []struct{ name, dump, want string }{
		{"empty", "", "not a value change dump"},
		{"no line", "$enddefinitions $end", "no line"},
		{"comment without end", "$comment for ever", "not a value change dump"},
		{"another kind of file", "<!doctype html>\n", "not a value change dump"},
		{"header cut short", "$timescale 1ns $end $var wire 1", "not a value change dump"},
		{"timescale of nothing", "$timescale 7 parsec $end", "timescale"},
		{"declaration cut short", "$var wire $end", "declaration"},
		{"no change", head + "#0 0! quit", `"quit"`},
		{"time goes back", head + "#10 1! #9 0!", "time goes back"},
		{"time is no number", head + "#1e9", `time "1e9"`},
		{"time overflows", head + "#9223372036854775807 1!", "time"},
		{"one word without end", head + strings.Repeat("1", 1<<20), "token too long"},
		{"too many lines", manyLines(65) + "$enddefinitions $end", "more than 64"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := drain(strings.NewReader(c.dump))
			must.Fail(t, err, c.want)
		})
	}
}

// TestCutRecording: wherever the end is missing, and whether there are zeros in its
// place, what is left is read, and is a beginning of the whole.
func TestCutRecording(t *testing.T) {
	dump := record(t, physic.MegaHertz, spi.Mode0, [][]spi.Packet{{{W: []byte{1, 2}}, {W: []byte{3}}}, {{W: []byte{4}}}})
	whole := changes(t, dump)
	header := bytes.Index(dump, []byte("#0"))
	for n := header; n < len(dump); n++ {
		for _, tail := range [][]byte{nil, make([]byte, 5000)} {
			got := changes(t, append(bytes.Clone(dump[:n]), tail...))
			// The time of the last change may be cut, and the change missing.
			if last := len(got) - 1; last > len(whole) || last > 0 && !slices.Equal(got[:last], whole[:last]) {
				t.Fatalf("cut after %d of %d bytes (%q): %v, want the beginning of %v", n, len(dump),
					dump[max(n-8, 0):n], got, whole)
			}
		}
	}
}

// changes are the instants and levels of a dump.
func changes(t *testing.T, dump []byte) (all []string) {
	t.Helper()
	d := must.Get(NewReader(bytes.NewReader(dump)))(t)
	for {
		at, levels, err := d.Next()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatalf("the end is %q: %v", dump[max(len(dump)-12, 0):], err)
		}
		all = append(all, fmt.Sprint(at, levels))
	}
}

func manyLines(n int) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, "$var wire 1 i%d line%d $end\n", i, i)
	}
	return s.String()
}

func drain(r io.Reader) error {
	d, err := NewReader(r)
	if err != nil {
		return err
	}
	for {
		if _, _, err := d.Next(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func TestRecordingStopsGrowing(t *testing.T) {
	var out bytes.Buffer
	w := must.Get(NewWriter(&out, Line{Name: "A"}))(t)
	w.left = 1000
	for i := range 100000 {
		w.Set(time.Duration(i)*Tick, 0, i%2 == 1)
	}
	must.Do(t, w.Close())
	if out.Len() > 2000 || !strings.Contains(out.String(), "recording ends here") {
		t.Errorf("recording has %d bytes", out.Len())
	}
	must.Do(t, drain(&out))
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// smallDisk is full after so many bytes.
type smallDisk struct{ left int }

func (d *smallDisk) Write(b []byte) (int, error) {
	if d.left -= len(b); d.left < 0 {
		return 0, errors.New("no space left on device")
	}
	return len(b), nil
}

// TestFullDiskIsSaid: a bus whose recording stops says so within a second, at the
// next transaction.
func TestFullDiskIsSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := must.Get(NewWriter(&smallDisk{left: 1000}, spiLines()...))(t)
		port := NewSPI(w)
		defer port.Close()
		c := must.Get(port.Connect(physic.MegaHertz, spi.Mode0, 8))(t)
		if err := c.Tx(make([]byte, 300), nil); err != nil {
			t.Fatalf("before anything was written: %v", err)
		}
		time.Sleep(flushEvery)
		synctest.Wait()
		must.Fail(t, c.Tx([]byte{1}, nil), "no space", "a second later")
	})
}

// TestFlushedEachSecond: what was recorded a second ago is in the file, also if
// nothing comes after it.
func TestFlushedEachSecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out recording
		w := must.Get(NewWriter(&out, Line{Name: "A"}))(t)
		for i := range 3 {
			before := len(out.String())
			w.Set(time.Duration(10+5*i)*Tick, 0, i%2 == 0)
			time.Sleep(flushEvery - time.Millisecond)
			synctest.Wait()
			if len(out.String()) != before {
				t.Errorf("change %d is written at once, as is every other one", i)
			}
			time.Sleep(time.Millisecond)
			synctest.Wait()
			if !strings.HasSuffix(out.String(), fmt.Sprintf("#%d\n%d!\n#%d\n", 10+5*i, (i+1)%2, 11+5*i)) { // with its end
				t.Errorf("a second after change %d the file ends in %q", i, out.String()[before:])
			}
		}
		must.Do(t, w.Close())
	})
}

// TestFlush: whoever knows the file alone gets all that is recorded, and its time.
func TestFlush(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.vcd")
	w := must.Get(Create(path, Line{Name: "A"}))(t)
	w.Set(10*Tick, 0, true)
	for range 2 { // the second time there is nothing new
		if _, at, err := Flush(path); err != nil || at != 11*Tick {
			t.Errorf("%v, %v", at, err)
		}
	}
	d := must.Get(Open(path))(t)
	defer d.Close()
	for _, want := range []time.Duration{0, 10 * Tick} {
		if at, levels, err := d.Next(); at != want || (levels == 1) != (want > 0) || err != nil {
			t.Errorf("at %v %d, %v, want a change at %v", at, levels, err, want)
		}
	}
	must.Do(t, w.Close())
	if _, _, err := Flush(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("of a closed one: %v", err)
	}
}

// recording is a file that is read while it is written.
type recording struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (r *recording) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.Write(p)
}

func (r *recording) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String()
}

func TestWriterErrors(t *testing.T) {
	_, err := NewWriter(fullDisk{}, Line{Name: "A"})
	must.Fail(t, err, "no space", "a recording on a full disk begins with")
	w := must.Get(NewWriter(&smallDisk{left: 1000}, Line{Name: "A"}))(t)
	for i := range 1000 {
		w.Set(time.Duration(i)*Tick, 0, i%2 == 1)
	}
	must.Fail(t, w.Close(), "no space")
	if _, err := NewWriter(io.Discard); err == nil {
		t.Error("no line is accepted")
	}
	if _, err := NewWriter(io.Discard, Line{Name: "a b"}); err == nil {
		t.Error("a name with a blank is accepted")
	}
	if _, err := CreateSPI(filepath.Join(t.TempDir(), "no", "such", "dir.vcd")); err == nil {
		t.Error("a file in a missing folder is created")
	}
}

func TestPortErrors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.vcd")
	s := must.Get(CreateSPI(path))(t)
	for _, c := range []struct {
		f    physic.Frequency
		mode spi.Mode
		bits int
	}{{1, spi.Mode0, 8}, {physic.MegaHertz, spi.HalfDuplex, 8}, {physic.MegaHertz, spi.LSBFirst, 8},
		{physic.MegaHertz, spi.Mode0, 9}} {
		if _, err := s.Connect(c.f, c.mode, c.bits); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
	c := must.Get(s.Connect(physic.MegaHertz, spi.Mode0, 8))(t)
	if _, err := s.Connect(physic.MegaHertz, spi.Mode0, 8); err == nil {
		t.Error("a second Connect succeeds")
	}
	for _, w := range [][]byte{nil, make([]byte, maxTx+1)} {
		if err := c.Tx(w, nil); err == nil {
			t.Errorf("%d bytes are sent", len(w))
		}
	}
	must.Do(t, s.Close())
	if err := c.Tx([]byte{1}, nil); err == nil {
		t.Error("a closed port sends")
	}
	if err := s.Close(); err != nil {
		t.Errorf("second Close: %v", err)
	}
}

func FuzzReader(f *testing.F) {
	f.Add([]byte(analyser))
	f.Add([]byte("$timescale 100 ns $end $var wire 1 ! CLK $end $var wire 1 # MOSI $end $var wire 1 $ CS $end " +
		"$enddefinitions $end #0 0! 1$ #1 0$ #2 1! 1# #3 1$"))
	f.Add([]byte("$var wire 1 ! SCL $end $var wire 1 # SDA $end $enddefinitions $end #0 1! 1# #1 0# #2 0! #3 1!"))
	f.Fuzz(func(t *testing.T, dump []byte) {
		memtest.AtMost(t, 1<<20+1<<10*len(dump), func() {
			for _, decode := range []func(*Reader) error{
				func(d *Reader) error { return d.SPI(nil, func(time.Duration, []byte) error { return nil }) },
				func(d *Reader) error { return d.Bits(nil, func(time.Duration, bool) error { return nil }) },
				func(d *Reader) error { return d.I2C(nil, func(time.Duration, uint16, []byte) error { return nil }) },
				func(d *Reader) error {
					var last time.Duration
					return d.Changes(nil, Data, func(at time.Duration, _ bool) error {
						if at < last {
							t.Fatalf("time goes from %v to %v", last, at)
						}
						last = at
						return nil
					})
				},
			} {
				if d, err := NewReader(bytes.NewReader(dump)); err == nil {
					decode(d)
				}
			}
		})
	})
}

// TestBegan: a recording says when it began; of what other programs write there nothing is
// expected.
func TestBegan(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.vcd")
	before := time.Now()
	s := must.Get(CreateSPI(path))(t)
	after := time.Now()
	must.Do(t, s.Close())
	own := must.Get(os.ReadFile(path))(t)
	d := must.Get(NewReader(bytes.NewReader(own)))(t)
	if at := d.Began(); at.Before(before.Round(0)) || at.After(after.Round(0)) {
		t.Errorf("it began at %v, want %v to %v", at, before, after)
	}
	for why, date := range map[string]string{
		"sigrok's": "$date Mon Nov 23 08:00:00 2026 $end", "empty": "$date $end", "none": "",
		"long": "$date " + strings.Repeat("word ", 99) + "$end",
	} {
		d, err := NewReader(strings.NewReader(date + " $var wire 1 ! CLK $end $enddefinitions $end #0 0!"))
		if err != nil || !d.Began().IsZero() {
			t.Errorf("%s: %v, %v", why, d, err)
		}
	}
}
