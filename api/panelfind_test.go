// SPDX-License-Identifier: Apache-2.0

package api

import (
	"errors"
	"time"

	"github.com/ledpost/ledpost/api/live"
)

// finder is a search with one question, whose answer is a size.
type finder struct{ state live.FindState }

func (f *finder) Begin(answers []string) (live.FindState, error) {
	if len(answers) > 0 {
		f.state.Searching = true
		return f.Answer(answers[0], false)
	}
	f.state = live.FindState{Searching: true, Left: 59500 * time.Millisecond,
		Question: &live.FindQuestion{Kind: "size", Text: "How many LEDs?"}}
	return f.state, nil
}

func (f *finder) Answer(text string, _ bool) (live.FindState, error) {
	switch {
	case !f.state.Searching:
		return f.state, live.ErrNoSearch
	case text != "64x32":
		return f.state, live.BadAnswer(errors.New("columns x rows are wanted, such as 64x32"))
	}
	f.state = live.FindState{Searching: true, Asked: 1, Left: time.Minute, Found: "[panel]\n  driver = \"hub75\"\n"}
	return f.state, nil
}

func (f *finder) State() live.FindState { return f.state }

func (f *finder) Keep() error {
	if f.state.Found == "" {
		return live.ErrNotFound
	}
	f.End()
	return nil
}

func (f *finder) End() { f.state = live.FindState{} }
