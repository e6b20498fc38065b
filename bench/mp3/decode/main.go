// SPDX-License-Identifier: Apache-2.0

// Command decode decodes the start of an MP3 file and throws the sound away.
package main

import (
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"

	"github.com/gopxl/beep/v2"
	beepmp3 "github.com/gopxl/beep/v2/mp3"
	gomp3 "github.com/hajimehoshi/go-mp3"
	"github.com/ledpost/ledpost/sounds/mp3"
)

// The command decodes on its first thread, whose instructions bench/mp3 counts.
func init() { runtime.LockOSThread() }

func main() {
	with := flag.String("with", "ledpost", "the decoder: ledpost, go-mp3, or beep, which wraps go-mp3")
	samples := flag.Int("samples", math.MaxInt32, "how many samples to decode")
	flag.Parse()
	n, err := decode(*with, flag.Arg(0), *samples)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(n, "samples")
}

func decode(with, name string, samples int) (int, error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	switch with {
	case "ledpost":
		d, err := mp3.Decode(f)
		if err != nil {
			return 0, err
		}
		return drain(d, samples)
	case "beep":
		d, _, err := beepmp3.Decode(f)
		if err != nil {
			return 0, err
		}
		return drain(d, samples)
	case "go-mp3":
		// Without Seek, as from the network: else it reads the file twice.
		d, err := gomp3.NewDecoder(struct{ io.Reader }{f})
		if err != nil {
			return 0, err
		}
		n, err := io.CopyN(io.Discard, d, 4*int64(samples))
		if err == io.EOF {
			err = nil
		}
		return int(n / 4), err
	}
	return 0, fmt.Errorf("decode: no decoder %q", with)
}

// drain streams samples in blocks of the mixer's size.
func drain(s beep.Streamer, samples int) (n int, err error) {
	buf := make([][2]float64, 1024)
	for n < samples {
		k, ok := s.Stream(buf[:min(len(buf), samples-n)])
		if !ok {
			break
		}
		n += k
	}
	return n, s.Err()
}
