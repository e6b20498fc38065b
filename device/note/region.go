// SPDX-License-Identifier: Apache-2.0

package note

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/enum"
)

// Role is what a region is on its page. The zero value is no role.
type Role = enum.Of[roles]

const (
	RoleNone    Role = iota
	RoleHead         // what the page is about, the largest
	RoleValue        // a figure, or words to read
	RoleLabel        // what a value is
	RoleNote         // an addition
	RoleRow          // a row of a list: words at the left, and at the right how far, how much or when
	RolePicture      // the frame's Icon
	RoleBar          // how much of a range, along the foot
	RoleChart        // columns
)

type roles struct{}

func (roles) Words() []string {
	return []string{"", "head", "value", "label", "note", "row", "picture", "bar", "chart"}
}

// Roles returns the names of all roles, in order.
func Roles() []string { return enum.Named[Role]() }

// InLetters reports whether a region of a role says something in letters.
func InLetters(r Role) bool { return r >= RoleHead && r <= RoleRow }

// Region is a named part of a page. Where it stands, and how large, follows from its role and the panel.
type Region struct {
	ID    string     `json:"id"` // by which changes name it: 1 to MaxRegionID characters, unique on the page
	Role  Role       `json:"role"`
	Text  []Fragment `json:"text,omitempty"`  // of a role that is written; nil = it shows nothing for now
	Unit  string     `json:"unit,omitempty"`  // behind Text, never parted from it
	End   string     `json:"end,omitempty"`   // at the right of a row
	Badge string     `json:"badge,omitempty"` // a short word before Text of a row, such as the number of a bus
	Color Color      `json:"color,omitzero"`  // zero = by the role
	// BadgeColor is behind Badge where there is room, else that of its letters. Zero = as Text.
	BadgeColor Color    `json:"badge_color,omitzero"`
	Short      []string `json:"short,omitempty"` // the same as Text in fewer letters, the longest first
	// Widest is the longest that Text and Unit together may be later: the size follows from it. "" = from Text.
	Widest string    `json:"widest,omitempty"`
	Spare  bool      `json:"spare,omitempty"`  // is left out where there is little room
	Number float64   `json:"number,omitempty"` // of a bar
	Values []float64 `json:"values,omitempty"` // of a chart, left to right
	Scale  *Scale    `json:"scale,omitempty"`  // of a bar and a chart; nil = 0 to 100, and from the values
}

// Limits of a page.
const (
	MaxRegions  = 16
	MaxRegionID = 64 // characters
	MaxShort    = 4  // shorter forms of a region
	MaxBadge    = 8  // characters
)

// page is the content of regions.
type page []Region

func (p page) there() bool { return p != nil }

func (p page) size() (n int) {
	for i := range p {
		r := &p[i]
		n += 2*pieceSize + len(r.ID) + len(r.Unit) + len(r.End) + len(r.Badge) + len(r.Widest)
		n += Text(r.Text).size() + 8*len(r.Values)
		for _, s := range r.Short {
			n += len(s)
		}
	}
	return n
}

func (p page) validate(at string, fault faulter) {
	if p == nil {
		return
	}
	at += ".regions"
	if len(p) == 0 || len(p) > MaxRegions {
		fault(Invalid(at, "%d regions, want 1 to %d", len(p), MaxRegions))
		return
	}
	for i := range p {
		at := fmt.Sprintf("%s[%d]", at, i)
		p[i].validate(at, fault)
		id, role := p[i].ID, p[i].Role
		if id != "" && slices.ContainsFunc(p[:i], func(r Region) bool { return r.ID == id }) {
			fault(Invalid(at+".id", "%q is the id of another region of the page", Short(id)))
		}
		one := role == RoleHead || role >= RolePicture
		if one && slices.ContainsFunc(p[:i], func(r Region) bool { return r.Role == role }) {
			fault(Invalid(at+".role", "a page has one %s", role))
		}
	}
	fault.atMost(at, p.characters(), MaxText, "characters in all regions together")
}

// characters returns how many characters the page has, with what they may be later.
func (p page) characters() (n int) {
	for i := range p {
		for _, t := range p[i].Text {
			n += utf8.RuneCountInString(t.Text)
		}
		for _, s := range slices.Concat(p[i].Short, []string{p[i].Unit, p[i].End, p[i].Badge, p[i].Widest}) {
			n += utf8.RuneCountInString(s)
		}
	}
	return n
}

// validate checks what the role of the region needs, and that it has nothing else.
func (r *Region) validate(at string, fault faulter) {
	if strings.TrimSpace(r.ID) == "" {
		fault(Invalid(at+".id", "is missing, want a name such as temp"))
	} else {
		fault.atMost(at+".id", utf8.RuneCountInString(r.ID), MaxRegionID, "characters")
	}
	if r.Role == RoleNone || !r.Role.Valid() {
		fault(Invalid(at+".role", "is missing, want one of %s", strings.Join(Roles(), ", ")))
		return
	}
	row, written := r.Role == RoleRow, InLetters(r.Role)
	for _, f := range []struct {
		name        string
		sent, meant bool
	}{
		{"text", r.Text != nil, written}, {"unit", r.Unit != "", written}, {"short", r.Short != nil, written},
		{"widest", r.Widest != "", written && !row}, {"optional", r.Spare, written && !row},
		{"badge", r.Badge != "", row}, {"badgeColor", r.BadgeColor.Set, row},
		{"values", r.Values != nil, r.Role == RoleChart},
		{"value", r.End != "" || r.Number != 0, row || r.Role == RoleBar},
		{"range", r.Scale != nil, r.Role == RoleBar || r.Role == RoleChart},
	} {
		if f.sent && !f.meant {
			fault(Invalid(at+"."+f.name, "means nothing for a %s", r.Role))
		}
	}
	for i, t := range r.Text {
		if t.Effect != EffectDefault {
			fault(Invalid(fmt.Sprintf("%s.text[%d].effect", at, i), "regions have no effects"))
		}
	}
	fault.atMost(at+".unit", utf8.RuneCountInString(r.Unit), MaxUnit, "characters")
	fault.atMost(at+".badge", utf8.RuneCountInString(r.Badge), MaxBadge, "characters")
	fault.atMost(at+".short", len(r.Short), MaxShort, "forms")
	validateValue(at+".value", r.Number, fault)
	if r.Role == RoleChart && r.Values == nil {
		fault(Invalid(at+".values", "is missing, want a list of numbers"))
	}
	validateValues(at+".values", r.Values, fault)
	r.Scale.validate(at+".range", fault)
}

// Change is what becomes of a region of a page that is there already. What is nil stays; a new Text removes
// Short, unless that is new, too. Value is for a written region without an end the same as Text.
type Change struct {
	ID     string
	Text   []Fragment
	Short  []string
	Unit   *string
	Value  *string  // of a row, at its end
	Number *float64 // of a bar: the same where it is a number
	Color  *Color
	Badge  *string // of a row
	Back   *Color  // of its badge
	Values []float64
	Scale  *Scale
	Icon   *icons.Ref // of a picture
}

// Changed returns the frames of a page with changes; frames themselves stay. Sizes and places stay, too: the frame
// keeps what they were chosen for, which of a region is the first text, end and badge that is not empty.
// The error joins InvalidErrors of fields such as "regions[0].id", numbered as the
// changes are.
func Changed(frames []Frame, changes []Change) ([]Frame, error) {
	if len(frames) != 1 || frames[0].Regions == nil {
		return nil, Invalid("regions[0].role",
			"is missing: there is no page of regions to change, so send a whole one, each region with its role")
	}
	f := frames[0]
	if f.Laid == nil {
		f.Laid = f.Regions
	}
	f.Regions, f.Laid = slices.Clone(f.Regions), slices.Clone(f.Laid)
	var faults Faults
	for i := range changes {
		c := &changes[i]
		n := slices.IndexFunc(f.Regions, func(r Region) bool { return r.ID == c.ID })
		if n < 0 {
			faults.Add(fmt.Sprintf("regions[%d].id", i), "%q is no region of the page, which has %s", Short(c.ID), page(f.Regions).names())
			continue
		}
		if slices.ContainsFunc(changes[:i], func(other Change) bool { return other.ID == c.ID }) {
			faults.Add(fmt.Sprintf("regions[%d].id", i), "%q changes twice", Short(c.ID))
			continue
		}
		r, laid := &f.Regions[n], &f.Laid[n]
		if err := c.apply(fmt.Sprintf("regions[%d]", i), &f, r); err != nil {
			faults = append(faults, err)
		} else if laid.silent() && !r.silent() || laid.End == "" && r.End != "" ||
			laid.Badge == "" && r.Badge != "" {
			*laid = *r
		}
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	if err := inChanges(ValidateFrames("", []Frame{f}), f.Regions, changes); err != nil {
		return nil, err
	}
	return []Frame{f}, nil
}

// silent reports whether r says nothing.
func (r *Region) silent() bool { return strings.TrimSpace(Text(r.Text).String()) == "" }

// names lists the ids of the page.
func (p page) names() string {
	var all []string
	for i := range p {
		all = append(all, Short(p[i].ID))
	}
	return strings.Join(all, ", ")
}

// apply changes r, which is a region of f. at is the name of the change.
func (c *Change) apply(at string, f *Frame, r *Region) error {
	switch {
	case c.Icon != nil && r.Role != RolePicture:
		return Invalid(at+".icon", "means nothing for a %s", r.Role)
	case c.Value != nil && r.Role == RoleBar && c.Number == nil:
		return &InvalidError{at + ".value", strconv.Quote(Short(*c.Value)), "want a number"}
	case r.Role == RoleBar:
		set(&r.Number, c.Number)
	case c.Value != nil && c.Text == nil && InLetters(r.Role) && r.Role != RoleRow:
		r.Text, r.Short = []Fragment{{Text: *c.Value}}, nil
	default:
		set(&r.End, c.Value)
	}
	if c.Text != nil {
		r.Text, r.Short = c.Text, nil
	}
	if c.Short != nil {
		r.Short = c.Short
	}
	if c.Values != nil {
		r.Values = c.Values
	}
	if c.Scale != nil {
		r.Scale = c.Scale
	}
	set(&f.Icon, c.Icon)
	set(&r.Unit, c.Unit)
	set(&r.Color, c.Color)
	set(&r.Badge, c.Badge)
	set(&r.BadgeColor, c.Back)
	return nil
}

func set[T any](to, from *T) {
	if from != nil {
		*to = *from
	}
}

// inChanges returns err, of a page, with the fields of the changes that are to blame.
func inChanges(err error, regions []Region, changes []Change) error {
	var faults Faults
	for _, e := range Unjoin(err) {
		wrong := (*InvalidError)(nil)
		if !errors.As(e, &wrong) {
			return err
		}
		field := strings.TrimPrefix(wrong.Field, "[0].")
		for n := range regions {
			if rest, ok := strings.CutPrefix(field, fmt.Sprintf("regions[%d]", n)); ok {
				at := slices.IndexFunc(changes, func(c Change) bool { return c.ID == regions[n].ID })
				field = fmt.Sprintf("regions[%d]%s", at, rest)
				break
			}
		}
		faults = append(faults, &InvalidError{field, wrong.Value, wrong.Reason})
	}
	return faults.Err()
}
