// SPDX-License-Identifier: Apache-2.0

package device

import (
	"errors"
	"fmt"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/widgets"
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
	if n := s.Night; n != (NightSettings{}) {
		percent("night.brightness", &s.Night.Brightness, DefaultSettings.Saver.Brightness)
		if err := (NightPatch{From: &n.From, To: &n.To, Color: &n.Color}).Validate(); err != nil {
			faults, s.Night = append(faults, fmt.Errorf("night: %w", err)), NightSettings{}
		}
	}
	for _, err := range s.Region.Mend() {
		faults = append(faults, fmt.Errorf("region: %w", err))
	}
	kept, bad := widgets.Repair("apps.widgets", s.Apps.Widgets)
	s.Apps.Widgets, faults = kept, append(faults, bad...)
	if n := len(s.Apps.Schedule); n > MaxBlocks {
		faults = append(faults, note.Invalid("apps.schedule", "%d blocks, at most %d are allowed", n, MaxBlocks))
		s.Apps.Schedule = s.Apps.Schedule[:MaxBlocks]
	}
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
