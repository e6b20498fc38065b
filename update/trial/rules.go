package trial

import (
	"fmt"
	"time"
)

// Rules of a trial.
const (
	Length   = 60 * time.Second // of a trial in which all is well
	Every    = 2 * time.Second  // one looks
	LowSpace = 16 << 20         // bytes that a version has to leave free for the daemon's data

	patience = 25 * time.Second // see Trial.Patience
	longest  = 2 * Length       // see Trial.Longest
)

// A Verdict is what became of a trial so far. The zero value is of one that goes on.
type Verdict struct {
	Over   bool
	Reason string // why the version is refused; "" = it is not

	Network   bool // the reason is the network, for which the version may not be to blame
	Acquitted bool // it was not to blame: the version before did no better
}

// A Trial judges a version by what is seen of it, against what was seen of the
// version before: whatever was wrong then is not the new one's doing. Make one with [New].
type Trial struct {
	Patience time.Duration // with silence; 25 s if not changed: a Pi Zero needs ten for a start
	Longest  time.Duration // with a network that is slow to come back; 2 min if not changed

	Proof bool // the version has to prove its updater

	before       Observation
	moving       bool // frames advanced before
	began        time.Time
	heard, sound time.Time // when it last answered, and when no part was last worse than before
	lit          time.Time // when a frame had last been drawn
	known        time.Time // when the panel was last the one from before
	frames       int64     // the first number seen
	advanced     bool
}

// New returns a trial that begins now. Before is how the version before was seen last,
// and moving whether its frames advanced.
func New(before Observation, moving bool, now time.Time) *Trial {
	return &Trial{Patience: patience, Longest: longest, before: before, moving: moving, began: now, heard: now, sound: now, lit: now, known: now, frames: -1}
}

// See takes in what is seen at now, not before what was seen last.
func (t *Trial) See(now time.Time, s Observation) Verdict {
	// Silence is counted from when the service is started: a machine that starts
	// has others to start first.
	if s.Waiting || s.Answers && (s.Frames >= 0 || t.before.Frames < 0) {
		t.heard = now
	}
	if s.Waiting || s.Answers && failure(t.before, s) == "" {
		t.sound = now
	}
	if s.Waiting || s.Frames != 0 || t.before.Frames <= 0 {
		t.lit = now
	}
	if s.Waiting || !otherPanel(t.before, s) {
		t.known = now
	}
	if t.frames < 0 {
		t.frames = s.Frames
	}
	t.advanced = t.advanced || s.Frames > t.frames
	if reason := t.broken(now, s); reason != "" {
		return Verdict{Over: true, Reason: reason}
	}
	if now.Sub(t.began) < Length {
		return Verdict{}
	}
	if s.Stopped {
		return Verdict{Over: true} // nothing to judge
	}
	missing := t.missing(s)
	if missing == "" {
		return Verdict{Over: true}
	}
	return Verdict{Over: now.Sub(t.began) >= t.Longest, Reason: missing}
}

// broken returns what cannot become good by waiting.
func (t *Trial) broken(now time.Time, s Observation) string {
	switch {
	case s.Stopped:
		return ""
	case s.Restarts > 0:
		return "it ended and had to be started again"
	case t.before.Answers && now.Sub(t.heard) > t.Patience:
		return fmt.Sprintf("its API has not answered for %d s", t.Patience/time.Second)
	case now.Sub(t.sound) > t.Patience && failure(t.before, s) != "":
		return failure(t.before, s)
	case now.Sub(t.lit) > t.Patience:
		return "it draws no frame"
	case now.Sub(t.known) > t.Patience:
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
	case heavier(t.before, s):
		return fmt.Sprintf("it needs %d MB of memory, the version before needed %d", s.Memory>>20, t.before.Memory>>20)
	case later(t.before, s):
		return fmt.Sprintf("%.1f %% of its frames are late, of those before were %.1f %%", 100*s.Late, 100*t.before.Late)
	}
	return ""
}

// Rules of what a version may take.
const (
	lateFrame = 4096 * time.Microsecond // from when a frame is late: a quarter of its time at 60 a second
	chanceOf  = 16 << 20                // bytes by which the same program differs from start to start
	fewFrames = 500                     // of which nothing can be said about lateness: one would be more than a thousandth
)

// heavier reports whether the new version takes more than 1.5 times the memory, and more
// than the collector of garbage makes of chance.
func heavier(before, now Observation) bool {
	return before.Memory > 0 && now.Memory > before.Memory+max(before.Memory/2, chanceOf)
}

// later reports whether more than twice as many frames are late, and 1 % more.
func later(before, now Observation) bool {
	return before.Drawn >= fewFrames && now.Drawn >= fewFrames && now.Late > 2*before.Late+0.01
}
