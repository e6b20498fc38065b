// SPDX-License-Identifier: Apache-2.0

package input

import (
	"fmt"
	"time"
)

// Timing is when a press counts as what. Zeros are the defaults.
type Timing struct {
	// Debounce is how long a GPIO line must be still to count; 0 is 10 ms. The
	// kernel's input devices are still already.
	Debounce Duration `toml:"debounce"`
	// Long is from when on a press is long; 0 is 600 ms.
	Long Duration `toml:"long"`
	// Repeat is between the repetitions of a long press; 0 is 150 ms.
	Repeat Duration `toml:"repeat"`
	// Double is the longest between two clicks that count as a double one; 0 is
	// 300 ms.
	Double Duration `toml:"double"`
}

// Duration is a time in the configuration, such as "600ms".
type Duration time.Duration

// UnmarshalText reads what time.ParseDuration does.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if err != nil {
		return fmt.Errorf("input: %q is not a time such as 600ms", text)
	}
	*d = Duration(v)
	return nil
}

func (t *Timing) setDefaults() {
	for _, d := range []struct {
		v         *Duration
		otherwise time.Duration
	}{
		{&t.Debounce, 10 * time.Millisecond}, {&t.Long, 600 * time.Millisecond},
		{&t.Repeat, 150 * time.Millisecond}, {&t.Double, 300 * time.Millisecond},
	} {
		if *d.v == 0 {
			*d.v = Duration(d.otherwise)
		}
	}
}

func (t Timing) check() error {
	t.setDefaults()
	for _, d := range []struct {
		key         string
		v           Duration
		least, most time.Duration
	}{
		{"debounce", t.Debounce, time.Millisecond, 100 * time.Millisecond},
		{"long", t.Long, 200 * time.Millisecond, 5 * time.Second},
		{"repeat", t.Repeat, 20 * time.Millisecond, 5 * time.Second},
		{"double", t.Double, 50 * time.Millisecond, time.Second},
	} {
		if v := time.Duration(d.v); v < d.least || v > d.most {
			return fmt.Errorf("input: %s is %v, want %v to %v", d.key, v, d.least, d.most)
		}
	}
	return nil
}

// press makes kinds of events of the level of one key: a function of levels and
// time. A level is the contact's, true while it is pressed.
type press struct {
	timing Timing

	contact bool // as last reported
	changed time.Time

	down    bool // once the contact is still
	since   time.Time
	held    bool // Long was reported
	repeat  time.Time
	clicked time.Time // the end of the last click, if the next may be its double
}

// level takes the contact's level at now and appends what follows to out.
func (p *press) level(down bool, now time.Time, out []Kind) []Kind {
	out = p.step(now, out)
	if down != p.contact {
		p.contact, p.changed = down, now
	}
	return p.step(now, out)
}

// step appends what has come due by now.
func (p *press) step(now time.Time, out []Kind) []Kind {
	if p.contact != p.down {
		if !p.still().After(now) {
			out = p.turn(p.changed, out)
		}
		if p.contact != p.down {
			return out
		}
	}
	if !p.down {
		return out
	}
	if !p.held {
		if p.longAt().After(now) {
			return out
		}
		p.held, p.repeat = true, p.longAt().Add(time.Duration(p.timing.Repeat))
		out = append(out, Long)
	}
	if !p.repeat.After(now) {
		out = append(out, Repeat)
		// Those that a late step missed are lost.
		p.repeat = p.repeat.Add(time.Duration(p.timing.Repeat))
		if !p.repeat.After(now) {
			p.repeat = now.Add(time.Duration(p.timing.Repeat))
		}
	}
	return out
}

func (p *press) still() time.Time { return p.changed.Add(time.Duration(p.timing.Debounce)) }

func (p *press) longAt() time.Time { return p.since.Add(time.Duration(p.timing.Long)) }

// turn takes over the contact's level, as of at.
func (p *press) turn(at time.Time, out []Kind) []Kind {
	p.down = p.contact
	if p.down {
		p.since, p.held = at, false
		return append(out, Down)
	}
	if !p.held && !p.longAt().After(at) {
		p.held, out = true, append(out, Long)
	}
	out = append(out, Up)
	if p.held {
		p.clicked = time.Time{}
		return out
	}
	out = append(out, Click)
	if !p.clicked.IsZero() && p.since.Sub(p.clicked) <= time.Duration(p.timing.Double) {
		p.clicked = time.Time{} // a third click is a first again
		return append(out, Double)
	}
	p.clicked = at
	return out
}

// wake is when step has to be called though the level stays; zero means never.
func (p *press) wake() time.Time {
	switch {
	case p.contact != p.down:
		return p.still()
	case !p.down:
		return time.Time{}
	case p.held:
		return p.repeat
	}
	return p.longAt()
}

// cancel lets go, without a click, of a key whose level is no longer known.
func (p *press) cancel(out []Kind) []Kind {
	if p.down {
		out = append(out, Up)
	}
	*p = press{timing: p.timing}
	return out
}
