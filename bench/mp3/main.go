// SPDX-License-Identifier: Apache-2.0

// Command mp3 compares sounds/mp3 with other decoders. See README.md.
package main

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

func main() {
	rounds := flag.Int("rounds", 11, "runs of each decoder, in turns")
	arm := flag.Bool("arm", false, "count ARMv6 instructions instead")
	with := flag.String("with", "ledpost", "with -arm: the decoder")
	top := flag.Int("top", 12, "with -arm: list so many functions")
	flag.Parse()
	if err := run(*rounds, *arm, *with, *top); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(rounds int, arm bool, with string, top int) error {
	dir, err := os.MkdirTemp("", "mp3")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file, program := filepath.Join(dir, "sound.mp3"), filepath.Join(dir, "decode")
	if err := encode(file, 60); err != nil {
		return err
	}
	if arm {
		return instructions(program, file, with, top)
	}
	if err := build(program); err != nil {
		return err
	}
	return compare(program, file, rounds)
}

// build builds the decode command for the environment env.
func build(program string, env ...string) error {
	cmd := exec.Command("go", "build", "-o", program, "./decode")
	cmd.Env = append(append(os.Environ(), "CGO_ENABLED=0"), env...)
	cmd.Stderr = os.Stderr
	return cmd.Run()
}

// compare runs the decoders in turns and prints the medians of the processor
// time they take, start-up included.
func compare(program, file string, rounds int) error {
	commands := []struct {
		name string
		args []string
	}{
		{"ledpost", []string{program, "-with", "ledpost", file}},
		{"mpg123 -e f32", []string{"mpg123", "-q", "-e", "f32", "-s", file}},
		{"go-mp3", []string{program, "-with", "go-mp3", file}},
		{"beep/mp3", []string{program, "-with", "beep", file}},
	}
	times := make([][]time.Duration, len(commands))
	for range rounds {
		for i, c := range commands {
			cmd := exec.Command(c.args[0], c.args[1:]...)
			if err := cmd.Run(); err != nil { // without Stdout: to /dev/null
				return fmt.Errorf("%s: %w", c.name, err)
			}
			times[i] = append(times[i], cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
		}
	}
	fmt.Printf("%-14s %9s %12s %9s\n", "60 s of sound", "median ms", "x realtime", "ratio")
	var first time.Duration
	for i, c := range commands {
		slices.Sort(times[i])
		median := times[i][rounds/2]
		if i == 0 {
			first = median
		}
		fmt.Printf("%-14s %9.1f %12.0f %9.2f\n", c.name, median.Seconds()*1e3, 60/median.Seconds(),
			median.Seconds()/first.Seconds())
	}
	return nil
}

// encode makes an MP3 file of joint stereo at 44.1 kHz and 128 kbit/s: chords,
// noise on both sides, and knocks.
func encode(file string, seconds int) error {
	r := rand.New(rand.NewPCG(1, 2))
	n := seconds * 44100
	b := make([]byte, 44, 44+4*n)
	header(b, n)
	for i := range n {
		t := float64(i) / 44100
		middle := 0.03 * (2*r.Float64() - 1)
		for k := range 6 {
			middle += 0.05 * math.Sin(2*math.Pi*t*220*math.Exp2(float64((7*k+int(t))%24)/12))
		}
		knock := 0.4 * math.Exp(-40*math.Mod(t, 0.5)) * (2*r.Float64() - 1)
		b = binary.LittleEndian.AppendUint16(b, uint16(int16(32767*(middle+knock))))
		b = binary.LittleEndian.AppendUint16(b, uint16(int16(32767*(middle+0.03*(2*r.Float64()-1)))))
	}
	cmd := exec.Command("lame", "--quiet", "-m", "j", "-b", "128", "-", file)
	cmd.Stdin = bytes.NewReader(b)
	cmd.Stderr = os.Stderr
	return cmd.Run()
}

// header makes b a WAV header for n samples of 16 bits, stereo, at 44.1 kHz.
func header(b []byte, n int) {
	copy(b, "RIFF    WAVEfmt ")
	copy(b[36:], "data")
	binary.LittleEndian.PutUint32(b[4:], uint32(36+4*n))
	for i, v := range []uint32{16, 1 | 2<<16, 44100, 4 * 44100, 4 | 16<<16} {
		binary.LittleEndian.PutUint32(b[16+4*i:], v)
	}
	binary.LittleEndian.PutUint32(b[40:], uint32(4*n))
}
