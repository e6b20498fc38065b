// SPDX-License-Identifier: Apache-2.0

package widgets

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/walltime"
	"github.com/ledpost/ledpost/internal/enum"
	"github.com/ledpost/ledpost/internal/maskurl"
)

// check adds the faults of v to errs; encoding/json has decoded v with
// numbers as json.Number.
func (s *Schema) check(field string, v any, errs *note.Faults) {
	switch v := v.(type) {
	case map[string]any:
		if s.kind() == "object" {
			s.checkObject(field, v, errs)
			return
		}
	case []any:
		if s.kind() == "array" {
			s.checkArray(field, v, errs)
			return
		}
	case string:
		if s.kind() == "string" {
			s.checkText(field, v, errs)
			return
		}
	case json.Number:
		if s.kind() == "integer" || s.kind() == "number" {
			s.checkNumber(field, v, errs)
			return
		}
	case bool:
		if s.kind() == "boolean" {
			return
		}
	}
	errs.Add(field, "want %s", s.words())
}

func (s *Schema) words() string {
	switch s.kind() {
	case "object", "array", "integer":
		return "an " + s.kind()
	case "boolean":
		return "true or false"
	}
	return "a " + s.kind()
}

func (s *Schema) checkObject(field string, v map[string]any, errs *note.Faults) {
	if s.Values != nil && len(v) > s.most() {
		errs.Add(field, "%d entries, at most %d are allowed", len(v), s.most())
		return
	}
	for _, name := range slices.Sorted(maps.Keys(v)) {
		item := v[name]
		at := strings.TrimPrefix(field+"."+note.Short(name), ".")
		p := s.property(name)
		switch {
		case p == nil:
			errs.Add(at, "is not a setting")
		case item != nil: // null is absent
			p.check(at, item, errs)
		}
	}
}

func (s *Schema) checkArray(field string, v []any, errs *note.Faults) {
	if len(v) > s.most() {
		errs.Add(field, "%d items, at most %d are allowed", len(v), s.most())
		return
	}
	for i, item := range v {
		s.Items.check(fmt.Sprintf("%s[%d]", field, i), item, errs)
	}
}

func (s *Schema) checkText(field, v string, errs *note.Faults) {
	var err error
	switch {
	case v == "": // unset
	case s.isAddress(v) && maskurl.Masked(v):
		err = errors.New("a part is hidden (***): send the whole address, or send it back as it was read")
	case s.Enum != nil:
		_, err = enum.Parse[uint8](s.Enum, v)
	case utf8.RuneCountInString(v) > s.most():
		err = fmt.Errorf("%d characters, at most %d are allowed", utf8.RuneCountInString(v), s.most())
	case s.Format == "color":
		_, err = note.ParseColor(v)
	case s.Format == "time":
		_, err = walltime.ParseTimeOfDay(v)
	}
	if err != nil {
		errs.Add(field, "%s", err.Error())
	}
}

func (s *Schema) checkNumber(field string, v json.Number, errs *note.Faults) {
	f, err := v.Float64()
	if _, whole := v.Int64(); s.kind() == "integer" && whole != nil {
		err = errors.New("is not a whole number")
	}
	switch {
	case err != nil:
		errs.Add(field, "%s, want %s", note.Short(v.String()), s.words())
	case s.bounded() && (f < s.Min || f > s.Max):
		errs.Add(field, "%s, want %v to %v", note.Short(v.String()), s.Min, s.Max)
	}
}
