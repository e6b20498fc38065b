// SPDX-License-Identifier: Apache-2.0

package must_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// failed is a test that notes what ends it.
type failed struct {
	testing.TB
	with string
}

func (*failed) Helper()            {}
func (f *failed) Fatal(why ...any) { f.with = fmt.Sprint(why...) }

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
