// SPDX-License-Identifier: Apache-2.0

package must_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// failed is a test that notes what ends it.
type failed struct {
	testing.TB
	with string
	end  func() // the last clean-up
}

func (*failed) Helper()            {}
func (f *failed) Fatal(why ...any) { f.with = fmt.Sprint(why...) }
func (f *failed) Error(why ...any) { f.with = fmt.Sprint(why...) }
func (f *failed) Errorf(format string, args ...any) {
	f.with = fmt.Sprintf(format, args...)
}
func (f *failed) Cleanup(c func()) { f.end = c }

// TestDo: an error ends the test, and nothing else does.
func TestDo(t *testing.T) {
	f := &failed{}
	if must.Do(f, nil); f.with != "" {
		t.Errorf("ended with %q", f.with)
	}
	if must.Do(f, errors.New("no disk")); f.with != "no disk" {
		t.Errorf("ended with %q", f.with)
	}
}

// TestGet: a value comes through, and an error beside it ends the test.
func TestGet(t *testing.T) {
	f := &failed{}
	if v := must.Get(7, nil)(f); v != 7 || f.with != "" {
		t.Errorf("%d, ended with %q", v, f.with)
	}
	if must.Get(0, errors.New("no disk"))(f); f.with != "no disk" {
		t.Errorf("ended with %q", f.with)
	}
}

// TestFail: an error with the text is what a test wants; another one, and none, fail it.
func TestFail(t *testing.T) {
	for _, row := range []struct {
		err  error
		with string
	}{
		{errors.New("no disk at all"), ""},
		{errors.New("no light"), `[sda 1]: error no light, want one with "no disk"`},
		{nil, `[sda 1]: error <nil>, want one with "no disk"`},
	} {
		f := &failed{}
		if must.Fail(f, row.err, "no disk", "sda", 1); f.with != row.with {
			t.Errorf("%v: failed with %q, want %q", row.err, f.with, row.with)
		}
	}
}

// TestEqual: a result that differs fails the test.
func TestEqual(t *testing.T) {
	f := &failed{}
	if must.Equal(f, "dark", "dark", "sda", 1); f.with != "" {
		t.Errorf("failed with %q", f.with)
	}
	if must.Equal(f, "dark", "lit", "sda", 1); f.with != "[sda 1]\n got dark\nwant lit" {
		t.Errorf("failed with %q", f.with)
	}
}

// TestRun: what runs beside a test ends when it is stopped, at the latest with the test, and
// its error fails the test.
func TestRun(t *testing.T) {
	f, ran := &failed{}, make(chan bool, 1)
	wait := func(ctx context.Context) error {
		<-ctx.Done()
		ran <- true
		return errors.New("no disk")
	}
	must.Run(f, wait)()
	if !<-ran || f.with != "no disk" {
		t.Errorf("failed with %q", f.with)
	}
	must.Run(f, wait)
	if f.end(); !<-ran {
		t.Error("it outlives the test")
	}
}
