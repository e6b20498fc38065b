package device

import (
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/ledpost/ledpost/device/note"
)

// Mend resets every setting that is out of its range to the default, and returns
// an InvalidError for each.
func (s *Settings) Mend() (faults []error) {
	percent := func(field string, v *int, otherwise int) {
		if *v < 0 || *v > 100 {
			faults = append(faults, note.Invalid(field, "%d, want 0 to 100", *v))
			*v = otherwise
		}
	}
	percent("brightness", &s.Brightness, DefaultSettings.Brightness)
	percent("screensaver.brightness", &s.Saver.Brightness, DefaultSettings.Saver.Brightness)
	percent("volume", &s.Volume, DefaultSettings.Volume)
	if q := s.Quiet; q != nil {
		if err := (QuietPatch{Start: &q.Start, End: &q.End, Volume: &q.Volume}).Validate(); err != nil {
			faults, s.Quiet = append(faults, fmt.Errorf("quiet: %w", err)), nil
		}
	}
	faults = append(faults, s.Apps.mend()...)
	look := &s.Look
	if err := (LookPatch{TextColor: look.TextColor}).Validate(); err != nil {
		faults, look.TextColor = append(faults, err), nil
	}
	if err := (LookPatch{ScrollSpeed: look.ScrollSpeed}).Validate(); err != nil {
		faults, look.ScrollSpeed = append(faults, err), nil
	}
	if err := (LookPatch{Transition: look.Transition}).Validate(); err != nil {
		faults, look.Transition = append(faults, err), nil
	}
	faults = append(faults, look.mendScenery()...)
	return append(faults, s.mendLamps()...)
}

// mendScenery resets invalid fields to the configuration's.
func (p *LookPatch) mendScenery() (faults []error) {
	if err := errors.Join((LookPatch{TextEffect: p.TextEffect}).validateScenery()...); err != nil {
		faults, p.TextEffect = append(faults, err), nil
	}
	if err := errors.Join((LookPatch{TextColors: p.TextColors}).validateScenery()...); err != nil {
		faults, p.TextColors = append(faults, err), nil
	}
	if err := errors.Join((LookPatch{Background: p.Background}).validateScenery()...); err != nil {
		faults, p.Background = append(faults, err), nil
	}
	if err := errors.Join((LookPatch{Overlay: p.Overlay}).validateScenery()...); err != nil {
		faults, p.Overlay = append(faults, err), nil
	}
	return faults
}

// mendLamps switches off invalid lamps.
func (s *Settings) mendLamps() (faults []error) {
	if err := s.Mood.Validate(); err != nil && !s.Mood.IsZero() {
		faults, s.Mood = append(faults, fmt.Errorf("mood: %w", err)), note.Mood{}
	}
	for i := range s.Indicators {
		if err := s.Indicators[i].Validate(fmt.Sprintf("indicators[%d]", i)); err != nil {
			faults, s.Indicators[i] = append(faults, err), note.Indicator{}
		}
	}
	return faults
}

// mend drops invalid widgets and blocks, and resets values out of range in the others
// to the default. A list that becomes empty counts as none.
func (a *AppSettings) mend() (faults []error) {
	ids := map[string]bool{"": true}
	kept := make([]WidgetSettings, 0, len(a.Widgets))
	for i, w := range a.Widgets {
		at := fmt.Sprintf("apps.widgets[%d]", i)
		if ids[w.ID] || len(kept) == MaxWidgets {
			faults = append(faults, note.Invalid(at, "%q has no id of its own, or is one too many", cut(w.ID)))
			continue
		}
		ids[w.ID] = true
		if w.Seconds < 1 || w.Seconds > MaxSeconds { // a turn without length would loop for ever
			faults = append(faults, note.Invalid(at+".seconds", "%d, want 1 to %d", w.Seconds, MaxSeconds))
			w.Seconds = int(DefaultDwell / time.Second)
		}
		if utf8.RuneCountInString(w.Title) > maxTitle {
			faults = append(faults, note.Invalid(at+".title", "at most %d characters are allowed", maxTitle))
			w.Title = ""
		}
		kept = append(kept, w)
	}
	if a.Widgets = kept; len(kept) == 0 {
		a.Widgets = nil
	}
	if n := len(a.Schedule); n > MaxBlocks {
		faults = append(faults, note.Invalid("apps.schedule", "%d blocks, at most %d are allowed", n, MaxBlocks))
		a.Schedule = a.Schedule[:MaxBlocks]
	}
	return faults
}
