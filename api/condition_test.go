// SPDX-License-Identifier: Apache-2.0

package api

import (
	"errors"
	"testing"
)

func TestCondition(t *testing.T) {
	fault := errors.New("why")
	rows := []struct {
		name   string
		err    error
		broken Status
		want   Component
	}{
		{"works", nil, Failed, Component{Name: "x", Status: OK}},
		{"asked for", fault, DegradedIf(true), Component{Name: "x", Status: Degraded, Detail: "why"}},
		{"taken where it is there", fault, DegradedIf(false), Component{Name: "x", Status: Absent, Detail: "why"}},
	}
	for _, row := range rows {
		if got := Condition("x", row.err, row.broken); got != row.want {
			t.Errorf("%s: %+v, want %+v", row.name, got, row.want)
		}
	}
}
