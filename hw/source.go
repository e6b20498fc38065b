// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"slices"

	"github.com/ledpost/ledpost/hw/light"
	"github.com/ledpost/ledpost/hw/sense"
	"github.com/ledpost/ledpost/hw/source"
)

// lights is the table of light sensors; the tests cover all of them. Messages list
// the names in its order.
func lights() sources[light.Sensor] {
	return sources[light.Sensor]{
		hint: lightHint,
		all: []sourceLine[light.Sensor]{
			sourceOf[light.Sensor, light.IIOConfig]("iio"),
			sourceOf[light.Sensor, light.BH1750Config]("bh1750"),
			sourceOf[light.Sensor, light.ADS1115Config]("ads1115"),
			sourceOf[light.Sensor, light.JSA1127Config]("jsa1127"),
			sourceOf[light.Sensor, light.ScheduleConfig]("schedule"),
			sourceOf[light.Sensor, light.ConstantConfig]("constant"),
		},
	}
}

// airs is lights for what measures the air.
func airs() sources[sense.Sensor] {
	return sources[sense.Sensor]{
		hint: func(string) string {
			return `; of other sensors many have a driver in the kernel, then write source = "iio"`
		},
		all: []sourceLine[sense.Sensor]{
			sourceOf[sense.Sensor, sense.IIOConfig]("iio"),
			sourceOf[sense.Sensor, sense.BME280Config]("bme280"),
			sourceOf[sense.Sensor, sense.SHT3xConfig]("sht3x"),
			sourceOf[sense.Sensor, sense.SCD4xConfig]("scd4x"),
		},
	}
}

// lightHint helps who names a sensor that the kernel drives.
func lightHint(name string) string {
	if !slices.Contains(light.KernelChips(), name) {
		return ""
	}
	return `: this sensor has a driver in the kernel, write source = "iio"`
}

// sources is a table of sensors of type S.
type sources[S any] struct {
	all  []sourceLine[S]
	hint func(name string) string // ends the error about a name that is not in it
}

// sourceLine is a line of the table.
type sourceLine[S any] struct {
	name string
	new  func() source.Driver[S] // with its defaults
}

// sourceOf returns the line of the sensor whose configuration is a C.
func sourceOf[S, C any, P interface {
	*C
	source.Driver[S]
}](name string) sourceLine[S] {
	return sourceLine[S]{name, func() source.Driver[S] { return P(new(C)) }}
}

// names returns the sensors' names, as the key source takes them.
func (s sources[S]) names() (names []string) {
	for _, l := range s.all {
		names = append(names, l.name)
	}
	return names
}

// driver returns the named sensor with its defaults, nil if there is none.
func (s sources[S]) driver(name string) source.Driver[S] {
	if i := slices.IndexFunc(s.all, func(l sourceLine[S]) bool { return l.name == name }); i >= 0 {
		return s.all[i].new()
	}
	return nil
}

// Lights returns the names of what measures light, as the key source of [light]
// takes them.
func Lights() []string { return lights().names() }

// Airs is Lights for what measures the air, of [sense].
func Airs() []string { return airs().names() }
