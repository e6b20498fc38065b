// SPDX-License-Identifier: Apache-2.0

package hil_test

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/ledpost/ledpost/hil"
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
