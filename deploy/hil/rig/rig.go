// SPDX-License-Identifier: Apache-2.0

// Package rig is the agreement between the program inside the emulated Pi and the
// reader of its trace.
package rig

import (
	"image"
	"math/rand/v2"
	"runtime"

	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/hw/refresh"
)

// Mark is the pin that the guest pulses before it opens a panel, and when a picture is
// on the panel. No panel uses it.
const Mark = 26

// Pictures is how many each panel shows.
const Pictures = 2

// Picture number n of a panel, of which the same name and number always have the same:
// the first of white and black pixels, the others of random colours.
func Picture(name string, size image.Point, n int) *image.RGBA {
	seed := uint64(n)
	for _, b := range []byte(name) {
		seed = seed*257 + uint64(b)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	m := image.NewRGBA(image.Rectangle{Max: size})
	for i := 0; i < len(m.Pix); i += 4 {
		v := rng.Uint32()
		if n == 0 {
			v = -(v & 1)
		}
		m.Pix[i], m.Pix[i+1], m.Pix[i+2], m.Pix[i+3] = uint8(v), uint8(v>>8), uint8(v>>16), 255
	}
	return m
}

// A Matrix is an RGB panel on plain GPIO.
type Matrix struct {
	Name   string
	Config hub75.Config
}

// Matrices are the RGB panels, in the order in which they are shown: each way of selecting
// a row, with as many rows as it wants, and each chip that is set up by name. They are not so
// large that the trace takes long to write.
func Matrices() []Matrix {
	all := []Matrix{
		{"hub75", hub75.Config{Rows: 16, Chain: 2}},
		{"hub75 ab-shift", hub75.Config{Rows: 16, RowAddress: "ab-shift"}},
		{"hub75 abcd-lines", hub75.Config{Rows: 8, RowAddress: "abcd-lines"}},
		{"hub75 abc-shift", hub75.Config{Rows: 16, RowAddress: "abc-shift"}},
		{"hub75 sm5266", hub75.Config{Rows: 32, RowAddress: "sm5266"}}, // two chips, which take turns
		{"hub75 b707", hub75.Config{Rows: 16, RowAddress: "b707"}},
		{"hub75 FM6126A", hub75.Config{Rows: 16, Init: "FM6126A"}},
		{"hub75 FM6127", hub75.Config{Rows: 16, Init: "FM6127"}},
	}
	for i := range all {
		all[i].Config = small(all[i].Config)
	}
	return all
}

// small completes a Config. The emulated board has no PWM block. The Zero's clock, made of
// counted instructions, jumps by up to 2 s now and then: no limit may pass meanwhile.
func small(c hub75.Config) hub75.Config {
	c.Pulses, c.Cols, c.Planes = "timed", 32, 8
	if runtime.GOARCH == "arm" {
		c.Limits = refresh.Patient()
	}
	return c
}
