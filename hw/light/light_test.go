// SPDX-License-Identifier: Apache-2.0

package light

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// script is a sensor that follows a list of readings; an error ends each.
type script struct {
	readings []float64
	closed   *int
}

var errBroken = errors.New("broken")

func (s *script) Lux(context.Context) (float64, error) {
	if len(s.readings) == 0 {
		return 0, errBroken
	}
	lux := s.readings[0]
	s.readings = s.readings[1:]
	return lux, nil
}

func (s *script) Close() error { *s.closed++; return nil }

func TestLoopOpensAgainAfterAFault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		start, opened, closed := time.Now(), 0, 0
		var log []string
		say := func(format string, a ...any) {
			log = append(log, fmt.Sprintf("%v ", time.Since(start))+fmt.Sprintf(format, a...))
		}
		done := make(chan error)
		go func() {
			done <- Loop{
				Open: func() (Sensor, error) {
					opened++
					if opened <= 2 {
						return nil, errBroken
					}
					return &script{[]float64{3, 4}, &closed}, nil
				},
				Yield: func(lux float64) { say("%v lx", lux) },
				Fault: func(err error) { say("fault %v", err) },
			}.Run(ctx)
		}()
		time.Sleep(15900 * time.Millisecond)
		cancel()
		if err := <-done; err != nil {
			t.Errorf("ended with %v", err)
		}
		want := "0s fault broken; 10s fault <nil>; 10s 3 lx; 10.25s 4 lx; 10.5s fault broken; 15.5s fault <nil>; 15.5s 3 " +
			"lx; 15.75s 4 lx"
		must.Equal(t, strings.Join(log, "; "), want)
		if closed != 2 {
			t.Errorf("closed %d sensors of 2", closed)
		}
	})
}

func TestConstant(t *testing.T) {
	for _, c := range []struct{ lux, want float64 }{{0, 300}, {5, 5}} {
		s := must.Get(NewConstant(ConstantConfig{Lux: c.lux}))(t)
		if got, err := s.Lux(t.Context()); got != c.want || err != nil {
			t.Errorf("constant %v reads %v, %v, want %v", c.lux, got, err, c.want)
		}
	}
	for _, lux := range []float64{-1, math.NaN(), math.Inf(1), 1e6} {
		if _, err := NewConstant(ConstantConfig{Lux: lux}); err == nil {
			t.Errorf("a constant of %v lx is accepted", lux)
		}
	}
}
