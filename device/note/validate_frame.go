// SPDX-License-Identifier: Apache-2.0

package note

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ledpost/ledpost/internal/enum"
)

func (f *Frame) validate(at string, fault faulter) {
	for _, c := range f.contents() {
		c.validate(at, fault)
	}
	known(at, f.Form, fault)
	f.validateStyle(at, fault)
	f.validateRegions(at, fault)
	limitTime(at+".duration", f.Duration, MinDuration, MaxDuration, fault)
	limit(at+".passes", f.Passes, 0, MaxCount, fault)
	f.validateScale(at, fault)
	if f.Progress != nil {
		limit(at+".progress", f.Progress.Percent, 0, 100, fault)
	}
	f.validateDraw(at+".draw", fault)
	f.Background.validate(at+".background", fault)
	limit(at+".backgroundPace", f.Pace, MinPace, MaxPace, fault)
	known(at+".overlay", f.Overlay, fault)
	known(at+".transition", f.Transition, fault)
	if f.Blank() {
		fault(Invalid(at, "has none of icon, %s", strings.Join(Kinds(), ", ")))
	}
}

// validateStyle checks how text is drawn.
func (f *Frame) validateStyle(at string, fault faulter) {
	if n := len(f.Colors); f.Colors != nil && (n < 2 || n > MaxColors) {
		fault(Invalid(at+".colors", "%d colours, want 2 to %d", n, MaxColors))
	}
	limitTime(at+".effectPeriod", f.Period, MinPeriod, MaxPeriod, fault)
	limit(at+".scrollSpeed", f.Speed, MinSpeed, MaxSpeed, fault)
	limit(at+".iconOffset", f.IconOffset, -MaxOffset, MaxOffset, fault)
	limit(at+".textOffset", f.TextOffset, -MaxOffset, MaxOffset, fault)
	known(at+".effect", f.Effect, fault)
	known(at+".fit", f.Fit, fault)
	known(at+".align", f.Align, fault)
	known(at+".iconMotion", f.Push, fault)
}

// validateRegions checks that a page of regions has nothing beside them that has no effect there.
func (f *Frame) validateRegions(at string, fault faulter) {
	if f.Regions == nil {
		if f.Laid != nil {
			fault(Invalid(at, "has regions of before and none of now"))
		}
		return
	}
	for _, other := range []struct {
		name string
		sent bool
	}{
		{"text", f.Text != nil}, {"goalData", f.Goal != nil}, {"chartData", f.Chart != nil}, {"line", f.Line != nil},
		{"chartRange", f.Scale != nil}, {"thresholds", f.Levels != nil}, {"chartBack", f.Back.Set},
		{"progress", f.Progress != nil}, {"effect", f.Effect != EffectDefault}, {"colors", f.Colors != nil},
		{"effectPeriod", f.Period != 0}, {"fit", f.Fit != 0}, {"align", f.Align != 0}, {"iconMotion", f.Push != 0},
		{"iconOffset", f.IconOffset != 0}, {"textOffset", f.TextOffset != 0}, {"passes", f.Passes != 0},
	} {
		if other.sent {
			fault(Invalid(at+"."+other.name, "means nothing beside regions"))
		}
	}
	if !f.Icon.IsZero() && !slices.ContainsFunc(f.Regions, func(r Region) bool { return r.Role == RolePicture }) {
		fault(Invalid(at+".icon", "means nothing beside regions: a region of the role picture has it"))
	}
	if f.Laid == nil {
		return
	}
	same := func(a, b Region) bool { return a.ID == b.ID && a.Role == b.Role }
	if !slices.EqualFunc(f.Laid, f.Regions, same) {
		fault(Invalid(at+".regions", "are other regions than before"))
	}
	page(f.Laid).validate(at, fault)
}

// known checks that v is one of an enumeration's values.
func known[W enum.Words](at string, v enum.Of[W], fault faulter) {
	if !v.Valid() {
		fault(Outside(at, int(v), 0, len(v.Words())-1))
	}
}

// within reports whether v is from low to high; false for NaN.
func within[T cmp.Ordered](v, low, high T) bool { return v >= low && v <= high }

// limit reports a fault unless v is 0, which means unset, or lies between low and high.
func limit[T int | float64](at string, v, low, high T, fault faulter) {
	if v != 0 && !within(v, low, high) {
		fault(Outside(at, v, low, high))
	}
}

// limitTime is limit for a time that the API has in milliseconds.
func limitTime(at string, d, low, high time.Duration, fault faulter) {
	if d != 0 && !within(d, low, high) {
		fault(outsideTime(at, d, low, high))
	}
}

// validateScale checks the scale and the colours of values.
func (f *Frame) validateScale(at string, fault faulter) {
	f.Scale.validate(at+".chartRange", fault)
	if !fault.atMost(at+".thresholds", len(f.Levels), MaxLevels, "colours") {
		return
	}
	for i, l := range f.Levels {
		at := fmt.Sprintf("%s.thresholds[%d]", at, i)
		validateValue(at+".from", l.From, fault)
		if !l.Color.Set {
			fault(Invalid(at+".color", "is missing, want #RRGGBB"))
		}
	}
}

// validate checks a scale, which may be nil.
func (s *Scale) validate(at string, fault faulter) {
	if s == nil {
		return
	}
	validateValue(at+"[0]", s.Low, fault)
	validateValue(at+"[1]", s.High, fault)
	if !(s.Low < s.High) {
		fault(Invalid(at, "%v to %v; the first must be below the second", s.Low, s.High))
	}
}

// validateValues checks the values of a chart, which may be nil.
func validateValues(at string, values []float64, fault faulter) {
	if !fault.atMost(at, len(values), MaxChart, "values") {
		return
	}
	if values != nil && len(values) == 0 {
		fault(Invalid(at, "has no values"))
	}
	for i, v := range values {
		validateValue(at+"["+strconv.Itoa(i)+"]", v, fault)
	}
}

// validateValue checks a value of a goal or a chart. NaN is outside of any range.
func validateValue(at string, v float64, fault faulter) {
	if !within(v, -MaxValue, MaxValue) {
		fault(&InvalidError{at, fmt.Sprint(v), fmt.Sprintf("want a number from %.0f to %.0f", -MaxValue, MaxValue)})
	}
}

func (b Background) validate(at string, fault faulter) {
	if err := b.Validate(at); err != nil {
		fault(err)
	}
}

// Validate checks that b can be drawn. The error is an InvalidError of the field at.
func (b Background) Validate(at string) error {
	if !b.exists() {
		return &InvalidError{at, strconv.Quote(b.Name), wantBackground()}
	}
	return nil
}

// validateDraw checks the drawing commands.
func (f *Frame) validateDraw(at string, fault faulter) {
	if f.Draw != nil && len(f.Draw) == 0 {
		fault(Invalid(at, "has no commands"))
	}
	if !fault.atMost(at, len(f.Draw), MaxShapes, "commands") {
		return
	}
	characters, pixels := 0, 0
	for i := range f.Draw {
		s := &f.Draw[i]
		characters += utf8.RuneCountInString(s.Text)
		pixels += len(s.Pixels)
		s.validate(fmt.Sprintf("%s[%d]", at, i), fault)
	}
	fault.atMost(at, characters, MaxText, "characters of text")
	fault.atMost(at, pixels, MaxBitmap, "pixels of bitmaps")
}

// ValidateColors checks the colours of an effect: none, or 2 to MaxColors. The error is
// an InvalidError of the field at.
func ValidateColors(at string, list []Color) error {
	if n := len(list); n == 1 || n > MaxColors {
		return Invalid(at, "%d colours, want none, or 2 to %d", n, MaxColors)
	}
	for i, c := range list {
		if !c.Set {
			return Invalid(fmt.Sprintf("%s[%d]", at, i), "is not a colour")
		}
	}
	return nil
}

func (s *Shape) validate(at string, fault faulter) {
	known(at, s.Kind, fault)
	at += "." + s.Kind.String()
	for _, n := range []struct {
		name         string
		value, least int
	}{
		{"x", s.X, -MaxPlace}, {"y", s.Y, -MaxPlace}, {"second x", s.X1, -MaxPlace}, {"second y", s.Y1, -MaxPlace},
		{"width", s.Width, 0}, {"height", s.Height, 0}, {"radius", s.Radius, 0},
	} {
		if n.value < n.least || n.value > MaxPlace {
			fault(Invalid(at, "%s %d, want %d to %d", n.name, n.value, n.least, MaxPlace))
		}
	}
	if s.Kind == ShapeBitmap && len(s.Pixels) != s.Width*s.Height {
		fault(Invalid(at, "%d colours, want %d for %d×%d pixels", len(s.Pixels), s.Width*s.Height, s.Width, s.Height))
	}
}
