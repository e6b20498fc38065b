package install

import (
	"fmt"
	"time"

	"github.com/ledpost/ledpost/update"
)

// A Sight is what can be seen of the daemon and the machine at one moment.
type Sight struct {
	update.Health // by the API on loopback

	Active   bool  `json:"active"`   // the service runs, is being started, or is to be
	Stopped  bool  `json:"stopped"`  // somebody has switched it off: by itself it is always started again
	Waiting  bool  `json:"waiting"`  // it is to be started, after others
	Restarts int   `json:"restarts"` // by systemd, since the service was last started by hand
	Frames   int64 `json:"frames"`   // that were drawn since its start; -1 = not known
	Network  bool  `json:"network"`  // the machine has an address that others can reach
	Free     int64 `json:"free"`     // bytes that are free for the daemon's data; -1 = not known
}

// Rules of a trial.
const (
	trialTime = 60 * time.Second
	patience  = 25 * time.Second // with silence: a Pi Zero needs ten for a start
	longest   = 2 * trialTime    // with a network that is slow to come back
	lowSpace  = 16 << 20         // bytes
	lookEvery = 2 * time.Second
)

// verdict is what became of a trial so far.
type verdict struct {
	over   bool
	reason string // why the version is refused; "" = it is not
}

// trial judges a version by what is seen of it, against what was seen of the
// version before: whatever was wrong then is not the new one's doing.
type trial struct {
	before       Sight
	moving       bool // frames advanced before
	began        time.Time
	heard, sound time.Time // when it last answered, and when no part was last worse than before
	lit          time.Time // when a frame had last been drawn
	frames       int64     // the first number seen
	advanced     bool
}

func newTrial(m mark, now time.Time) *trial {
	return &trial{before: m.Before, moving: m.Moving, began: now, heard: now, sound: now, lit: now, frames: -1}
}

// see takes in what is seen at now.
func (t *trial) see(now time.Time, s Sight) verdict {
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
	if t.frames < 0 {
		t.frames = s.Frames
	}
	t.advanced = t.advanced || s.Frames > t.frames
	if reason := t.broken(now, s); reason != "" {
		return verdict{true, reason}
	}
	if now.Sub(t.began) < trialTime {
		return verdict{}
	}
	if s.Stopped {
		return verdict{over: true} // nothing to judge
	}
	missing := t.missing(s)
	if missing == "" {
		return verdict{over: true}
	}
	return verdict{now.Sub(t.began) >= longest, missing}
}

// broken returns what cannot become good by waiting.
func (t *trial) broken(now time.Time, s Sight) string {
	switch {
	case s.Stopped:
		return ""
	case s.Restarts > 0:
		return "it ended and had to be started again"
	case t.before.Answers && now.Sub(t.heard) > patience:
		return fmt.Sprintf("its API has not answered for %d s", patience/time.Second)
	case now.Sub(t.sound) > patience && failure(t.before, s) != "":
		return failure(t.before, s)
	case now.Sub(t.lit) > patience:
		return "it draws no frame"
	case t.before.Free > lowSpace && s.Free >= 0 && s.Free < lowSpace:
		return "it fills the disk"
	}
	return ""
}

// failure returns which part has failed that was well before, or "".
func failure(before, now Sight) string {
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
func (t *trial) missing(s Sight) string {
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
	}
	return ""
}
