// SPDX-License-Identifier: Apache-2.0

package note

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/sounds"
)

// Validate checks n against the specification and docs/decisions.md 10. The
// error joins an InvalidError for every error; fields have their names in the
// API.
func (n *Notification) Validate() error {
	var errs []error
	fault := faulter(func(err error) { errs = append(errs, err) })
	limitTime("lifetime", n.Lifetime, 0, MaxLifetime, fault)
	limit("model.cycles", n.Cycles, 0, MaxCount, fault)
	errs = append(errs, Unjoin(ValidateFrames("model.frames", n.Frames))...)
	if n.Sound != nil {
		n.Sound.validate("model.sound", fault)
	}
	return errors.Join(errs...)
}

// ValidateFrames checks frames as Validate does; at is the name of the list.
func ValidateFrames(at string, frames []Frame) error {
	var errs []error
	fault := faulter(func(err error) { errs = append(errs, err) })
	if !fault.atMost(at, len(frames), MaxFrames, "frames") {
		frames = nil
	} else if len(frames) == 0 {
		errs = append(errs, ErrNoFrames)
	}
	for i := range frames {
		if frames[i].Regions != nil && len(frames) > 1 {
			fault(Invalid(fmt.Sprintf("%s[%d].regions", at, i), "are a page that takes turns with no frame"))
		}
		frames[i].validate(fmt.Sprintf("%s[%d]", at, i), fault)
	}
	together(at, frames, fault)
	return errors.Join(errs...)
}

// together checks what the frames cost that are read, set and drawn at once.
func together(at string, frames []Frame, fault faulter) {
	characters, commands, pixels := 0, 0, 0
	seen := map[icons.Ref]bool{}
	for i := range frames {
		f := &frames[i]
		for _, t := range f.Text {
			characters += utf8.RuneCountInString(t.Text)
		}
		characters += page(f.Regions).characters()
		for j := range f.Draw {
			characters += utf8.RuneCountInString(f.Draw[j].Text)
		}
		if commands += len(f.Draw); !seen[f.Icon] { // the same icon is decoded once
			pixels += f.Icon.Work()
		}
		seen[f.Icon] = true
	}
	fault.atMost(at, characters, MaxAllText, "characters of text in all frames together")
	fault.atMost(at, commands, MaxAllDraw, "drawing commands in all frames together")
	fault.atMost(at, pixels, MaxAllIcons, "pixels of icons in all frames together")
}

// ErrNoFrames has the wording of the real device.
//
//lint:ignore ST1005 clients know this text
var ErrNoFrames = errors.New("Missing required keys [frames]")

// faulter records an error in a field.
type faulter func(error)

// atMost records more than most of what, and reports whether there are no more.
func (fault faulter) atMost(at string, n, most int, what string) bool {
	if n > most {
		fault(Invalid(at, "%d %s, at most %d are allowed", n, what, most))
	}
	return n <= most
}

func (s *Sound) validate(at string, fault faulter) {
	limit(at+".repeat", s.Repeat, 0, MaxCount, fault)
	switch {
	case s.URL != "":
		s.validateURL(at, fault)
		s.validateFallback(at, fault)
	case s.Tune != "":
		if err := sounds.CheckTune(s.Tune); err != nil {
			fault(Invalid(at+".tune", "%s", strings.TrimPrefix(err.Error(), "rtttl: ")))
		}
	case s.Category == "" && s.ID == "":
		fault(Invalid(at, "has no sound"))
		s.validateFallback(at, fault)
	case s.Category == "" && sounds.CategoryOf(s.ID) == "":
		fault(&InvalidError{at + ".id", strconv.Quote(s.ID), "want a sound of any category"})
	case !slices.Contains(sounds.Categories(), s.Category):
		fault(
			&InvalidError{at + ".category", strconv.Quote(s.Category), "want one of " + strings.Join(sounds.Categories(), ", ")})
	case !sounds.Exists(s.Category, s.ID):
		fault(&InvalidError{at + ".id", strconv.Quote(s.ID), "want a sound of category " + s.Category})
	}
}

// FindCategory sets the category of the built-in sound ID, or none for an unknown ID.
func (s *Sound) FindCategory() { s.Category = sounds.CategoryOf(s.ID) }

func (s *Sound) validateURL(at string, fault faulter) {
	u, err := url.Parse(s.URL)
	switch {
	case len(s.URL) > MaxURL:
		fault(Invalid(at+".url", "%d bytes, at most %d are allowed", len(s.URL), MaxURL))
	case err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https"):
		fault(Invalid(at+".url", "want an http or https URL"))
	}
}

// validateFallback checks the fields that belong to a URL.
func (s *Sound) validateFallback(at string, fault faulter) {
	if s.Type != "" && s.Type != "mp3" {
		fault(&InvalidError{at + ".type", strconv.Quote(s.Type), "want mp3"})
	}
	if s.Fallback != nil {
		s.Fallback.validate(at+".fallback", fault)
	}
}

// Limits of a notification (docs/decisions.md 10).
const (
	MaxFrames   = 32        // of a notification
	MaxText     = 1024      // characters of a frame
	MaxChart    = 512       // values of a chart, and of its line
	MaxShapes   = 256       // drawing commands of a frame
	MaxBitmap   = 4096      // pixels of the bitmaps of a frame together
	MaxAllText  = 4096      // characters of all frames together, written and drawn
	MaxAllDraw  = 1024      // drawing commands of all frames together
	MaxAllIcons = 2_200_000 // the icons.Ref.Work of all frames together: two pictures of 1024×1024, and small ones
	MaxColors   = 16        // of a gradient or a palette
	MaxLevels   = 16        // of the colours by value
	MaxUnit     = 32        // characters of a goal's unit
	MaxURL      = 2048      // bytes of a sound's URL
	MinDuration = time.Second
	MaxDuration = time.Minute
	MaxLifetime = 366 * 24 * time.Hour
	MaxCount    = 1_000_000              // of cycles and repeat
	MaxPlace    = 1024                   // pixels from the corner to a position in a drawing command
	MinPeriod   = 100 * time.Millisecond // of an effect of text
	MaxPeriod   = time.Minute
	MinSpeed    = 1.0   // of scrolling, pixels a second: slower does not count as scrolling
	MaxSpeed    = 200.0 // nobody can read faster
	MaxOffset   = 256   // pixels to either side
	MinPace     = 0.1   // of a background that moves, times its own pace
	MaxPace     = 10.0
)

// MaxValue bounds the values of goals and charts on either side of 0: a float64 holds
// every integer up to it.
const MaxValue float64 = 1 << 53

// InvalidError says which field of a request is wrong and why. Several errors are
// joined (errors.Join).
type InvalidError struct {
	Field  string
	Value  string // the wrong value; "" where Reason is enough
	Reason string // the expected values in place of Value
}

func (e *InvalidError) Error() string {
	if e.Value == "" {
		return e.Field + ": " + e.Reason
	}
	return e.Field + ": " + e.Value + ", " + e.Reason
}

// Invalid returns an *InvalidError.
func Invalid(field, format string, args ...any) error {
	return &InvalidError{Field: field, Reason: fmt.Sprintf(format, args...)}
}

// Outside returns an *InvalidError saying that value is outside of low to high.
func Outside[T any](field string, value, low, high T) error {
	return &InvalidError{field, fmt.Sprint(value), fmt.Sprintf("want %v to %v", low, high)}
}

// outsideTime is Outside for a time that the API has in milliseconds.
func outsideTime(field string, d, low, high time.Duration) error {
	const ms = float64(time.Millisecond)
	return &InvalidError{field, fmt.Sprint(float64(d) / ms),
		fmt.Sprintf("want %v to %v ms", low.Milliseconds(), high.Milliseconds())}
}

// Unjoin returns the errors that err joins, or err itself; none for nil.
func Unjoin(err error) []error {
	if err == nil {
		return nil
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

// Faults collects the errors in one value. The zero value has none.
type Faults []error

// maxFaults limits the errors reported for one value.
const maxFaults = 64

// Add records an *InvalidError, unless there are many already.
func (l *Faults) Add(field, format string, args ...any) {
	if len(*l) < maxFaults {
		*l = append(*l, Invalid(field, format, args...))
	}
}

// Err joins the errors; nil without errors.
func (l Faults) Err() error { return errors.Join(l...) }

// Short returns s, or its beginning if it is too long for a message.
func Short(s string) string {
	const most = 64 // bytes
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
