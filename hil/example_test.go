// SPDX-License-Identifier: Apache-2.0

package hil_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/hil"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// A whole test: a device starts, is sent a message, and shows it on its wires.
func Example() {
	test := func(t hil.T) {
		d := hil.Start(t, hil.Panel("max7219", "modules = 4"))
		hello := `{"model":{"cycles":0,"frames":[{"text":"Hello"}]}}`
		d.Notify(hello)
		d.Shows(t, hello, 10*time.Second)
	}
	fmt.Println(run(test))
	// Output: passed
}

// What a notification should look like, at any instant.
func ExamplePicture() {
	test := func(t hil.T) {
		m := hil.Picture(t, hil.Panel("max7219", "modules = 1"), `{"model":{"frames":[{"text":"1"}]}}`, 0)
		for y := range 8 {
			line := ""
			for x := range 8 {
				line += map[bool]string{false: ".", true: "#"}[m.RGBAAt(x, y).R > 0]
			}
			fmt.Println(line)
		}
	}
	fmt.Println(run(test))
	// Output:
	// ....#...
	// ...##...
	// ....#...
	// ....#...
	// ....#...
	// ....#...
	// ...###..
	// ........
	// passed
}

// A recording of the wires is a list of pictures, here of the device itself, elsewhere
// of a logic analyser. Follows passes if they are those of the notification.
func ExampleShots() {
	test := func(t hil.T) {
		panel := hil.Panel("max7219", "modules = 1")
		d := hil.Start(t, panel)
		tick := `{"model":{"cycles":0,"frames":[{"icon":"status-check"}]}}`
		d.Notify(tick)
		d.Shows(t, tick, 10*time.Second)
		shots := hil.Shots(t, panel, bytes.NewReader(d.Wires()[0]))
		fmt.Print(pixtest.String(shots[len(shots)-1].Picture))
		hil.Follows(t, panel, tick, shots)
	}
	fmt.Println(run(test))
	// Output:
	// ........
	// .......#
	// ......##
	// #....##.
	// ##..##..
	// .####...
	// ..##....
	// ........
	// passed
}

// A failure names the first wrong pixel, and shows both pictures.
func ExampleFollows() {
	test := func(t hil.T) {
		panel := hil.Panel("max7219", "modules = 1")
		seven := hil.Picture(t, panel, `{"model":{"frames":[{"text":"7"}]}}`, 0)
		hil.Follows(t, panel, `{"model":{"cycles":0,"frames":[{"text":"1"}]}}`, []hil.Shot{{Picture: seven}})
	}
	first, _, _ := strings.Cut(run(test), ";")
	fmt.Println(first)
	// Output: hil: the first picture is never shown: pixel (2, 0) shows #ffffff, expected #000000
}

// A display of any firmware shows a film: here a dot that moves right ten times a second, which
// the firmware sends without correcting its values.
func ExampleFollowsFilm() {
	dot := hil.Film{Length: 800 * time.Millisecond, Picture: func(at time.Duration) image.Image {
		m := image.NewRGBA(image.Rect(0, 0, 8, 8))
		m.Set(int(at/(100*time.Millisecond)), 0, color.White)
		return m
	}}
	test := func(t hil.T) {
		var shots []hil.Shot // as Shots reads them in the recording of an analyser
		for at := time.Duration(0); at < time.Second; at += 20 * time.Millisecond {
			shots = append(shots, hil.Shot{At: at, Picture: dot.Picture(min(at, dot.Length-1))})
		}
		hil.FollowsFilm(t, hil.Panel("ws2812", "width = 8", "height = 8", "gamma = 1"), dot, shots)
	}
	fmt.Println(run(test))
	// Output: passed
}

// A photograph is read between the middles of its corner LEDs. This one is drawn: ten
// pixels from LED to LED, and light around each.
func ExamplePhoto() {
	test := func(t hil.T) {
		panel, hello := hil.Panel("ws2812", "width = 16", "height = 8"), `{"model":{"cycles":0,"frames":[{"text":"Hi"}]}}`
		picture := hil.Picture(t, panel, hello, 0)
		photograph := image.NewRGBA(image.Rect(0, 0, 180, 100))
		for y := range 8 {
			for x := range 16 {
				led := image.Rect(13+10*x, 13+10*y, 18+10*x, 18+10*y)
				draw.Draw(photograph, led, image.NewUniform(picture.RGBAAt(x, y)), image.Point{}, draw.Src)
			}
		}
		shot, err := hil.Photo(photograph, panel, &[4]image.Point{{15, 15}, {165, 15}, {165, 85}, {15, 85}})
		if err != nil {
			t.Fatalf("%v", err)
		}
		hil.Follows(t, panel, hello, []hil.Shot{shot})
	}
	fmt.Println(run(test))
	// Output: passed
}

// A device that runs elsewhere is tested by its address and its key.
func ExampleAt() {
	test := func(t hil.T) {
		elsewhere := hil.Start(t, hil.Panel("max7219"))
		d := hil.At(t, elsewhere.URL(), elsewhere.Key())
		hello := `{"model":{"cycles":0,"frames":[{"text":"Hello"}]}}`
		d.Notify(hello)
		d.Shows(t, hello, 10*time.Second)
	}
	fmt.Println(run(test))
	// Output: passed
}

// An own app on a panel, as docs/own-apps.md describes them.
func ExampleDevice_App() {
	test := func(t hil.T) {
		d := hil.Start(t, hil.Panel("max7219", "modules = 4"))
		d.App("../tools/apps/examples/greeting.star", map[string]string{"who": "Mia"})
		fmt.Println(d.Picture().Bounds().Size())
	}
	fmt.Println(run(test)) // "passed" where the program ledpost-apps is in the path
}

// A wrong panel ends the test with the key that is wrong.
func ExamplePanel() {
	fmt.Println(run(func(t hil.T) { hil.Start(t, hil.Panel("max7219", "modules = 200")) }))
	// Output:
	// hil: config: line 1: panel.modules: max7219: 200 modules, want 1 to 128
}

// run runs a test without package testing, and returns what it says, or that it has
// passed.
func run(test func(hil.T)) string {
	t := &plain{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer t.end()
		test(t)
	}()
	<-done
	if t.said == "" {
		return "passed"
	}
	return t.said
}

// plain is a test that is no *testing.T.
type plain struct {
	said     string
	cleanups []func()
}

func (t *plain) Helper()                   {}
func (t *plain) Logf(string, ...any)       {}
func (t *plain) Cleanup(f func())          { t.cleanups = append(t.cleanups, f) }
func (t *plain) Fatalf(f string, a ...any) { t.Errorf(f, a...); runtime.Goexit() }
func (t *plain) Errorf(f string, a ...any) { t.said += fmt.Sprintf(f, a...) }

func (t *plain) TempDir() string {
	dir, err := os.MkdirTemp("", "hil")
	if err != nil {
		t.Fatalf("%v", err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func (t *plain) end() {
	for _, f := range slices.Backward(t.cleanups) {
		f()
	}
}
