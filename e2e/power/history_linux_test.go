// SPDX-License-Identifier: Apache-2.0

package power

import (
	"slices"
	"sync"
	"testing"
	"time"
)

// history is what was sent to a device over all its lives, and what must be there.
type history struct {
	clock                         string // widget of the clock
	count                         int    // of all that was ever sent, for values that never come twice
	offer                         int    // the next app of the gallery
	volumes, alarms, scenes       *sequence
	notes, keys, icons, apps, own *things
	installed                     *things
}

func newHistory() *history {
	these := func(atOnce bool) *things { return &things{all: map[string]*thing{}, atOnce: atOnce} }
	return &history{
		volumes: &sequence{}, alarms: &sequence{}, scenes: &sequence{},
		notes: these(false), keys: these(true), icons: these(true), apps: these(false), own: these(true),
		installed: these(true),
	}
}

// sure marks what was acknowledged before at as written.
func (h *history) sure(at time.Time) {
	for _, s := range []*sequence{h.volumes, h.alarms, h.scenes} {
		s.sureAt = at
	}
	for _, s := range []*things{h.notes, h.keys, h.icons, h.apps, h.own, h.installed} {
		s.sureAt = at
	}
}

// sequence is a value that is replaced again and again.
type sequence struct {
	mu     sync.Mutex
	sent   []sent // the first is what the device began with
	sureAt time.Time
	acked  int
}

type sent struct {
	value string
	acked time.Time // zero = never
}

func (s *sequence) send(value string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent = append(s.sent, sent{value: value})
}

// ack records that the newest was acknowledged.
func (s *sequence) ack() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent[len(s.sent)-1].acked = time.Now()
	s.acked++
}

// check: the value that is found is the last that is sure, or one after it.
func (s *sequence) check(t *testing.T, kill int, what, found string) {
	t.Helper()
	from := 0
	for i, v := range s.sent {
		if !v.acked.IsZero() && v.acked.Before(s.sureAt) {
			from = i
		}
	}
	fits := func(v sent) bool { return v.value == found }
	if len(s.sent) > 0 && !slices.ContainsFunc(s.sent[from:], fits) {
		t.Errorf("after kill %d: %s %q is there, want one of %v, of all %v", kill, what, found, s.sent[from:], s.sent)
	}
	s.sent = []sent{{value: found}}
}

// things are made and removed one by one.
type things struct {
	mu     sync.Mutex
	all    map[string]*thing
	atOnce bool // what is acknowledged is written
	sureAt time.Time
	acked  int
}

type thing struct {
	made, gone time.Time // when that was acknowledged; zero = never
	going      bool      // its removal was sent
}

// send records that name is about to be made, or removed.
func (s *things) send(name string, remove bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all[name] == nil {
		s.all[name] = &thing{}
	}
	s.all[name].going = remove
}

func (s *things) ack(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all[name] == nil { // whose name the answer tells
		s.all[name] = &thing{}
	}
	if x := s.all[name]; x.going {
		x.gone = time.Now()
	} else {
		x.made = time.Now()
	}
	s.acked++
}

// oldest returns one that is there, if there are more than most; else "".
func (s *things) oldest(most int) (name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for other, x := range s.all {
		if x.made.IsZero() || x.going {
			continue
		}
		if n++; name == "" || x.made.Before(s.all[name].made) {
			name = other
		}
	}
	if n <= most {
		return ""
	}
	return name
}

// check: what is surely made is there, and what is surely removed is not.
func (s *things) check(t *testing.T, kill int, what string, found []string) {
	t.Helper()
	sure := func(at time.Time) bool { return !at.IsZero() && (s.atOnce || at.Before(s.sureAt)) }
	for name, x := range s.all {
		there := slices.Contains(found, name)
		if sure(x.made) && !x.going && !there {
			t.Errorf("after kill %d: %s %s was acknowledged at %v, sure is everything before %v, and it is gone", kill, what,
				name, x.made, s.sureAt)
		}
		if sure(x.gone) && there {
			t.Errorf("after kill %d: %s %s was removed, and is there again", kill, what, name)
		}
		if there {
			*x = thing{made: time.Time{}.Add(1)} // on the disk
		} else {
			delete(s.all, name)
		}
	}
}
