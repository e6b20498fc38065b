// SPDX-License-Identifier: Apache-2.0

// Package trial says what can be seen of a new version from outside, and what follows
// from it. An [Observation] is what a look at the daemon and its machine shows; a [Trial]
// judges a version by them. The rules know neither the clock nor the disk: whoever
// looks also says when.
package trial

import (
	"fmt"
	"time"

	"github.com/ledpost/ledpost/internal/busy"
)

// Rules of a trial.
const (
	Length   = 60 * time.Second // of a trial in which all is well
	Every    = 2 * time.Second  // one looks
	LowSpace = 16 << 20         // bytes that a version has to leave free for the daemon's data

	patience = 25 * time.Second // see Trial.Patience
	longest  = 2 * Length       // see Trial.Longest
)

// A Verdict is the outcome of a trial so far. The zero value means that it goes on.
type Verdict struct {
	Over   bool
	Reason string // why the version is refused; "" = it is not

	Network   bool // the reason is the network, for which the version may not be to blame
	Acquitted bool // it was not to blame: the version before did no better
}

// A Trial judges a version by observations of it, against observations of the version
// before: whatever was wrong then is not the new one's doing. Make one with [New].
type Trial struct {
	Patience time.Duration // with silence; 25 s if not changed: a Pi Zero needs ten for a start
	Longest  time.Duration // with a network that is slow to come back; 2 min if not changed

	Proof bool // the version has to prove its updater

	watch
	before       Observation
	moving       bool          // frames advanced before
	heard, sound time.Duration // when it last answered, and when no part was last worse than before
	lit          time.Duration // when a frame had last been drawn
	known        time.Duration // when the panel was last the one from before
	frames       int64         // the first number seen
	advanced     bool
	hurried      bool        // the machine was busy
	first        Observation // by which lateness is known
	excuse       excuse
	excused      int // restarts for the configuration
}

// slowest is how long a look takes at most, with the pause before it.
const slowest = 15 * time.Second

// New returns a trial that begins now. Before is how the version before was seen last,
// and moving whether its frames advanced.
func New(before Observation, moving bool, now time.Time) *Trial {
	return &Trial{Patience: patience, Longest: longest, before: before, moving: moving,
		watch: watch{last: now, most: slowest}, frames: -1}
}

// See takes in the observation at now, not before the last one.
func (t *Trial) See(now time.Time, s Observation) Verdict {
	at := t.see(now, s.Busy)
	t.hurried = t.hurried || s.Busy
	if s.Refuses && !s.Stopped && (t.before.Admin == "" || t.before.Admin == s.Admin) {
		return Verdict{Over: true, Reason: "it does not take the configuration that the version before ran with"}
	}
	excused := t.excuse.holds(at, s.Refuses)
	if excused {
		t.excused = s.Restarts
	}
	t.note(t.calm, s, s.Waiting || excused)
	if reason := t.broken(t.calm, s); reason != "" {
		return Verdict{Over: true, Reason: reason}
	}
	if at < Length {
		return Verdict{}
	}
	if s.Stopped || excused && !s.Answers {
		return Verdict{Over: true} // nothing to judge
	}
	missing := t.missing(s)
	if missing == "" {
		return Verdict{Over: true}
	}
	return Verdict{Over: at >= t.Longest, Reason: missing}
}

// note remembers when something was last right. Silence is counted from when the service is
// started: a machine that starts has others to start first. Its now is the calm one, as that of broken.
func (t *Trial) note(now time.Duration, s Observation, idle bool) {
	if idle || s.Answers && (s.Frames >= 0 || t.before.Frames < 0) {
		t.heard = now
	}
	if idle || s.Answers && failure(t.before, s) == "" {
		t.sound = now
	}
	if idle || s.Frames != 0 || t.before.Frames <= 0 {
		t.lit = now
	}
	if idle || !otherPanel(t.before, s) {
		t.known = now
	}
	if t.frames < 0 {
		t.frames = s.Frames
	}
	t.advanced = t.advanced || s.Frames > t.frames
	if t.first.Drawn == 0 || s.Drawn < t.first.Drawn { // its first answer, or one after a start
		t.first = s
	}
}

// broken returns what cannot become good by waiting.
func (t *Trial) broken(now time.Duration, s Observation) string {
	switch {
	case s.Stopped:
		return ""
	case s.Restarts > t.excused:
		return "it ended and had to be started again"
	case t.before.Answers && now-t.heard > t.Patience:
		return fmt.Sprintf("its API has not answered for %d s", t.Patience/time.Second)
	case now-t.sound > t.Patience && failure(t.before, s) != "":
		return failure(t.before, s)
	case now-t.lit > t.Patience:
		return "it draws no frame"
	case now-t.known > t.Patience:
		return drivesAnother
	case t.before.Free > LowSpace && s.Free >= 0 && s.Free < LowSpace:
		return "it fills the disk"
	}
	return ""
}

// failure returns which part has failed that was well before, or "".
func failure(before, now Observation) string {
	part, worse := now.Worse(before.Health)
	switch {
	case !worse:
		return ""
	case part == "":
		return "it reports a failure that the version before did not have"
	}
	return fmt.Sprintf("it reports a failure that the version before did not have: %q", part)
}

// missing returns what there has to be at the end of a trial.
func (t *Trial) missing(s Observation) string {
	// What does not run fails at everything: the first reason explains those below it.
	switch {
	case !s.Active:
		return "it does not run"
	case t.before.Answers && !s.Answers:
		return "its API does not answer"
	case failure(t.before, s) != "":
		return failure(t.before, s)
	case t.moving && t.frames >= 0 && !t.advanced:
		return "its frames do not advance"
	case t.before.Network && !s.Network:
		return "the network has not come back"
	case t.Proof && !s.Proved:
		return "its own updater does not work: no later version could be installed"
	case otherPanel(t.before, s):
		return drivesAnother
	case t.before.Pictures && !s.Pictures:
		return "it does not draw a test picture"
	case heavier(t.before, s):
		return fmt.Sprintf("it needs %d MB of memory, the version before needed %d", s.Memory>>20, t.before.Memory>>20)
	case !t.hurried && later(t.before, s.Since(t.first)):
		return fmt.Sprintf("%.1f %% of its frames are late, of those before were %.1f %%", 100*s.Since(t.first).Late,
			100*t.before.Late)
	}
	return ""
}

// A watch counts the time for which somebody has looked. Between two looks that is at most
// so much as a look takes at its slowest: a machine that slept, or had no time for its
// judge, has not been seen to do anything meanwhile.
type watch struct {
	last time.Time
	most time.Duration // between two looks
	ran  time.Duration // since the first
	calm time.Duration // as ran, but slower by [busy.Patience] while the machine was busy: what a silence lasts
}

// see takes in a look at now, and returns the time that counts.
func (w *watch) see(now time.Time, hurried bool) time.Duration {
	step := max(0, min(now.Sub(w.last), w.most))
	w.ran += step
	if hurried {
		step /= busy.Patience
	}
	w.calm += step
	w.last = now
	return w.ran
}

// excuseTime is how long an end for the configuration excuses other faults: while
// the program restarts and fails again, the reason is invisible.
const excuseTime = time.Minute

// An excuse is that the program ends for its configuration. The zero value excuses nothing.
type excuse struct {
	given bool
	at    time.Duration // last
}

// holds takes in a look and reports whether the program is excused.
func (e *excuse) holds(now time.Duration, refuses bool) bool {
	if refuses {
		e.given, e.at = true, now
	}
	return e.given && now-e.at <= excuseTime
}
