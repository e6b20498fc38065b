// SPDX-License-Identifier: Apache-2.0

package input

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"time"
)

// The serial port of an LD2410, LD2410B or LD2410C as it comes, and its reports: a head, the length of the data, the
// data and a tail, about ten a second (docs.rs, ld2410 1.0.0; github.com/mgiesen/LD2410).
const (
	radarBaud  = 256000 // 8 bits, no parity, 1 stop bit
	mostData   = 64     // bytes; a report of the engineering mode has 35
	leastData  = 13     // of a basic report
	leastFrame = 4 + 2 + 4
)

var radarHead, radarTail = []byte{0xf4, 0xf3, 0xf2, 0xf1}, []byte{0xf8, 0xf7, 0xf6, 0xf5}

// How readings are told.
const (
	radarPatience = 5 * time.Second  // without a report, until that is a fault
	radarAgain    = time.Minute      // a distance that stays is told again
	radarStep     = 0.1              // m: a smaller change is not told
	radarMedian   = 5                // reports, of which the middle distance counts
	radarMost     = 1000             // cm: it sees up to 6 m
	radarPoll     = time.Second / 10 // of a port that has nothing
)

var errNoReports = errors.New("no report of a radar: check its wires, and that nothing else uses the serial port")

// Seen is what a sensor of presence tells.
type Seen struct {
	Here     bool
	Measured bool    // the sensor knows how far the nearest one is
	Metres   float64 // if Measured
}

// reports finds the reports of a radar among any bytes. It keeps no more than one report of them.
type reports struct{ rest []byte }

// take returns what the reports say that p completes.
func (r *reports) take(p []byte) (all []Seen) {
	r.rest = append(r.rest, p...)
	for {
		at := bytes.Index(r.rest, radarHead)
		if at < 0 {
			r.skip(max(0, len(r.rest)-len(radarHead)+1))
			return all
		}
		r.skip(at)
		if len(r.rest) < leastFrame {
			return all
		}
		n := int(binary.LittleEndian.Uint16(r.rest[4:]))
		if n < leastData || n > mostData {
			r.skip(1)
			continue
		}
		if len(r.rest) < leastFrame+n {
			return all
		}
		seen, ok := reading(r.rest[6 : 6+n])
		if !ok || !bytes.Equal(r.rest[6+n:][:len(radarTail)], radarTail) {
			r.skip(1)
			continue
		}
		all = append(all, seen)
		r.skip(leastFrame + n)
	}
}

// skip drops bytes, and keeps the room of the others.
func (r *reports) skip(n int) { r.rest = append(r.rest[:0], r.rest[n:]...) }

// reading reads the data of a report: its kind (1 = of the engineering mode, 2 = basic), 0xAA, who is there (1 = who
// moves, 2 = who rests), cm and strength of who moves and of who rests, the reach in cm, and at the end 0x55 and 0.
func reading(p []byte) (s Seen, ok bool) {
	end := len(p) - 2
	if p[0] != 1 && p[0] != 2 || p[1] != 0xaa || p[end] != 0x55 || p[end+1] != 0 || p[2] > 3 {
		return Seen{}, false
	}
	s.Here = p[2] != 0
	nearest := math.MaxInt
	for bit, at := range map[byte]int{1: 3, 2: 6} {
		if p[2]&bit != 0 {
			nearest = min(nearest, int(binary.LittleEndian.Uint16(p[at:])))
		}
	}
	if nearest <= radarMost {
		s.Measured, s.Metres = true, float64(nearest)/100
	}
	return s, true
}

// steady makes few readings of many reports.
type steady struct {
	near []float64 // the last distances
	told Seen
	at   time.Time // of told; zero = nothing is told
}

// take takes a report, and reports whether it says something new: who comes or goes at once, a distance by the middle
// one of the last reports, since single ones jump.
func (s *steady) take(now time.Time, r Seen) (Seen, bool) {
	if !r.Measured {
		s.near = s.near[:0]
	} else if s.near = append(s.near, r.Metres); len(s.near) > radarMedian {
		s.near = slices.Delete(s.near, 0, 1)
	}
	if r.Measured = len(s.near) == radarMedian; r.Measured {
		sorted := slices.Sorted(slices.Values(s.near))
		r.Metres = sorted[radarMedian/2]
	} else {
		r.Metres = 0
	}
	same := !s.at.IsZero() && r.Here == s.told.Here && r.Measured == s.told.Measured &&
		math.Abs(r.Metres-s.told.Metres) < radarStep
	if same && now.Sub(s.at) < radarAgain || r.Here && s.told.Here && !r.Measured && now.Sub(s.at) < radarAgain {
		return Seen{}, false // a distance that is lost for a moment stays as told
	}
	s.told, s.at = r, now
	return r, true
}

// radar reads an open port until ctx ends or the port fails, such as one that is unplugged.
func (p *Presence) radar(ctx context.Context, port io.ReadCloser, emit func(Seen)) error {
	defer port.Close()
	var (
		found reports
		few   steady
		buf   [256]byte
		last  = time.Now()
	)
	for ctx.Err() == nil {
		n, err := port.Read(buf[:])
		if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			return fmt.Errorf("presence: %w", err)
		}
		now := time.Now()
		for _, r := range found.take(buf[:n]) {
			last = now
			p.fault.set(nil)
			if seen, fresh := few.take(now, r); fresh {
				emit(seen)
			}
		}
		if now.Sub(last) >= radarPatience {
			p.fault.set(fmt.Errorf("presence: %s: %w", p.cfg.Radar, errNoReports))
			if !few.at.IsZero() {
				few = steady{}
				emit(Seen{Here: true}) // nobody knows: the panel stays lit
			}
		}
	}
	return nil
}
