// SPDX-License-Identifier: Apache-2.0

package trial

import (
	"fmt"
	"slices"
	"time"
)

// Rules of the probation that follows a trial.
const (
	Week   = 7 * 24 * time.Hour // of running time, at the end of which nothing is watched any more
	Glance = 15 * time.Second   // one looks, which costs a Pi Zero less than 1 % of its time
	Save   = 10 * time.Minute   // the running time is written to the card: 1,008 times in all

	maxEnds   = 5                // within endsTime, and one start of the machine
	endsTime  = 10 * time.Minute //
	muteTime  = 2 * time.Minute  // without an answer: the program itself waits up to one before it starts
	cutTime   = time.Hour        // without an address, although there is a network to be had
	otherTime = time.Minute      // with another panel than before
	backTime  = 10 * time.Minute // within which the version before has to get the network back
)

// A Probation watches a version for a week of running time, after its trial. If that ends
// in a way back for the network, it watches whether the version before does better. Make
// one with [NewProbation].
type Probation struct {
	record Record

	watch
	restarts int             // seen last; -1 = none yet
	ends     []time.Duration // by the watch, as the next three
	online   time.Duration   // last
	heard    time.Duration   // last, as the next, by the watch's calm
	known    time.Duration   // when the panel was last the one from before
	excuse   excuse
}

// NewProbation goes on with what r says, at now.
func NewProbation(r Record, now time.Time) *Probation {
	return &Probation{record: r, watch: watch{last: now, most: 2 * Glance}, restarts: -1}
}

// Record returns what has to outlive a power cut.
func (p *Probation) Record() Record { return p.record }

// See takes in the observation at now, not before the last one. A verdict without a
// reason is that the week is over; after a way back, that its ten minutes are.
func (p *Probation) See(now time.Time, o Observation) Verdict {
	before := p.ran
	at := p.see(now, o.Busy)
	if !o.Stopped {
		p.record.Ran += at - before
	}
	if p.record.Back {
		return p.seeBack(o)
	}
	p.note(at, o)
	if v := p.broken(); v.Over {
		return v
	}
	return Verdict{Over: p.record.Ran >= Week}
}

// note remembers when something was last right. Whoever has switched the service off, or
// written a configuration that it cannot use, or whose turn to start has not come, is not
// judged.
func (p *Probation) note(now time.Duration, o Observation) {
	before := p.record.Before
	excused := p.excuse.holds(now, o.Refuses)
	if !excused && p.restarts >= 0 && o.Restarts > p.restarts { // a stop by hand sets it back to 0
		for range o.Restarts - p.restarts {
			p.ends = append(p.ends, now)
		}
	}
	p.restarts = o.Restarts
	p.ends = slices.DeleteFunc(p.ends, func(t time.Duration) bool { return now-t > endsTime })
	idle := o.Stopped || o.Waiting || excused
	if idle || o.Answers || !before.Answers {
		p.heard = p.calm
	}
	if idle || o.Network || !before.Network || !o.Reach {
		p.online = now
	}
	if idle || !otherPanel(before, o) {
		p.known = p.calm
	}
}

// broken returns the verdict if the version has to go.
func (p *Probation) broken() Verdict {
	switch {
	case len(p.ends) >= maxEnds:
		return Verdict{
			Over: true, Reason: fmt.Sprintf("it ended %d times within %d minutes", len(p.ends), endsTime/time.Minute)}
	case p.calm-p.heard >= muteTime:
		return Verdict{Over: true, Reason: fmt.Sprintf("its API has not answered for %d minutes", muteTime/time.Minute)}
	case p.ran-p.online >= cutTime:
		return Verdict{Over: true, Reason: "it has had no address for an hour, although there is a network", Network: true}
	case p.calm-p.known >= otherTime:
		return Verdict{Over: true, Reason: drivesAnother}
	}
	return Verdict{}
}

// seeBack watches the version before: if it gets no network either, nobody is to blame.
func (p *Probation) seeBack(o Observation) Verdict {
	switch {
	case o.Network:
		return Verdict{Over: true}
	case p.record.Ran >= backTime:
		return Verdict{Over: true, Acquitted: true}
	}
	return Verdict{}
}

// drivesAnother is the reason for a version whose panel is another.
const drivesAnother = "it drives another panel than the version before, with the same configuration"

// otherPanel reports whether the panel is another than before, though its configuration is
// the same. An unknown panel is no reason.
func otherPanel(before, now Observation) bool {
	return before.Panel != "" && now.Panel != "" && before.Panel != now.Panel && before.Setup == now.Setup
}
