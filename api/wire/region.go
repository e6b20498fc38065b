// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"context"
	"fmt"
	"reflect"
	"strings"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/enum"
)

// pageBody is a page of regions beside which stand the fields of a frame that are about all of it.
type pageBody struct {
	Regions regions `json:"regions"`
	frame
}

type regions struct{ List[Object[region]] }

func (l *regions) UnmarshalJSON(b []byte) error { return l.Read(b, note.MaxRegions) }

type region struct {
	ID     Word      `json:"id"`
	Role   Word      `json:"role"`
	Text   text      `json:"text"`
	Unit   Label     `json:"unit"`
	Color  undone    `json:"color"`
	Badge  Label     `json:"badge"`
	Back   undone    `json:"badgeColor"`
	Icon   Reference `json:"icon"`
	Value  valued    `json:"value"`
	Values chart     `json:"values"`
	Range  chart     `json:"range"`
	Short  short     `json:"short"`
	Widest Label     `json:"widest"`
	Spare  Boolean   `json:"optional"`
}

// undone is a word that null takes back.
type undone struct {
	Word
	null bool
}

func (u *undone) UnmarshalJSON(b []byte) error {
	u.null = kindOf(b) == null
	return u.Word.UnmarshalJSON(b)
}

// color returns the colour that was sent, unset for null; nil = none was.
func (u *undone) color(f *Faults, at string) *note.Color {
	if !u.Set && !u.null {
		return nil
	}
	return new(ReadColor(f, at, u.Word))
}

type short struct{ List[Label] }

func (s *short) UnmarshalJSON(b []byte) error { return s.Read(b, note.MaxShort) }

// valued is the number of a bar, the words at the end of a row, or what another region says.
type valued struct {
	words  Label
	number Decimal
}

func (v *valued) UnmarshalJSON(b []byte) error {
	if err := v.words.UnmarshalJSON(b); err != nil {
		return err
	}
	return v.number.UnmarshalJSON(b)
}

// changes reports whether the regions are changes of those that a page has: none of them has a role.
func (l *regions) changes() bool {
	for i := range l.Items {
		if l.Items[i].Fields.Role.Set {
			return false
		}
	}
	return l.N > 0
}

// page reads a page; at is the name of the object that has regions, with a point behind it.
func (p *pageBody) page(f *Faults, at string) note.Frame {
	out := p.frame.frame(f, strings.TrimSuffix(at, "."))
	f.Check(at+"regions", p.Regions.Value)
	out.Regions = []note.Region{}
	if p.Regions.N > note.MaxRegions {
		f.Add(at+"regions", fmt.Sprintf("%d regions, want 1 to %d", p.Regions.N, note.MaxRegions))
	}
	for at, r := range Objects(f, at+"regions", p.Regions.Items) {
		if out.Regions = append(out.Regions, r.region(f, at)); r.Icon.Set {
			out.Icon = readIcon(f, at+".icon", r.Icon)
		}
	}
	return out
}

// region reads a region of a new page.
func (r *region) region(f *Faults, at string) note.Region {
	role, _ := Choice(f, at+".role", r.Role, enum.Read[note.Role])
	says := note.InLetters(role) && role != note.RoleRow && !r.Text.given() // its value is its text
	for _, need := range []struct {
		name    string
		missing bool
	}{
		{"text", note.InLetters(role) && !r.Text.given() && !(says && r.Value.words.Set)},
		{"icon", role == note.RolePicture && !r.Icon.Set},
		{"value", role == note.RoleBar && !r.Value.number.Set && r.Value.number.Bad == ""},
	} {
		if need.missing {
			f.Add(at+"."+need.name, "is missing; a "+role.String()+" needs it")
		}
	}
	if r.Icon.Set && role != note.RolePicture {
		f.Add(at+".icon", "means nothing for a "+role.String())
	}
	c := r.change(f, at)
	if says && c.Value != nil {
		c.Text, c.Value = []note.Fragment{{Text: *c.Value}}, nil
	}
	out := note.Region{ID: c.ID, Role: role, Text: c.Text, Short: c.Short, Values: c.Values, Scale: c.Scale,
		Widest: label(f, at+".widest", r.Widest), Unit: r.Unit.Text, Badge: r.Badge.Text, Spare: r.Spare.On}
	if c.Color != nil {
		out.Color = *c.Color
	}
	if c.Back != nil {
		out.BadgeColor = *c.Back
	}
	f.Check(at+".optional", r.Spare.Value)
	if c.Value == nil {
		return out
	}
	if role == note.RoleBar {
		f.Check(at+".value", r.Value.number.Value)
		out.Number = r.Value.number.Float
	} else {
		out.End = *c.Value
	}
	return out
}

// change reads what is to change of a region.
func (r *region) change(f *Faults, at string) note.Change {
	c := note.Change{Text: r.Text.fragments(f, at+".text"), Values: r.Values.values(f, at+".values")}
	if f.Check(at+".id", r.ID.Value) {
		c.ID = strings.TrimSpace(r.ID.Text)
	}
	c.Unit = usable(f, at+".unit", r.Unit.Value, &r.Unit.Text)
	if f.Check(at+".value", r.Value.words.Value) {
		c.Value = &r.Value.words.Text
		if r.Value.number.Set && r.Value.number.Bad == "" {
			c.Number = &r.Value.number.Float
		}
	}
	c.Badge = usable(f, at+".badge", r.Badge.Value, &r.Badge.Text)
	c.Color, c.Back = r.Color.color(f, at+".color"), r.Back.color(f, at+".badgeColor")
	if scale := r.Range.values(f, at+".range"); len(scale) == 2 && r.Range.N == 2 {
		c.Scale = &note.Scale{Low: scale[0], High: scale[1]}
	} else if scale != nil {
		f.Add(at+".range", fmt.Sprintf("%d values, want 2", r.Range.N))
	}
	if !r.Short.Check(f, at+".short", note.MaxShort, "forms") {
		return c
	}
	c.Short = []string{}
	for i := range r.Short.Items {
		c.Short = append(c.Short, label(f, fmt.Sprintf("%s.short[%d]", at, i), r.Short.Items[i]))
	}
	return c
}

// changed reads changes of a page.
func (p *pageBody) changed(f *Faults) (out []note.Change) {
	whole := reflect.ValueOf(p.frame)
	for _, field := range reflect.VisibleFields(whole.Type()) {
		if !field.Anonymous && !whole.FieldByIndex(field.Index).IsZero() {
			f.Add(field.Tag.Get("json"), "cannot change alone; send the whole page, each region with its role")
		}
	}
	for at, r := range Objects(f, "regions", p.Regions.Items) {
		faults := len(f.errs)
		c := r.change(f, at)
		if c.ID == "" && r.ID.Bad == "" {
			f.Add(at+".id", "is missing, want the id of a region that shows")
		}
		if r.Icon.Set {
			c.Icon = new(readIcon(f, at+".icon", r.Icon))
		}
		if len(f.errs) == faults && !r.Widest.Set && !r.Spare.Set && reflect.DeepEqual(c, note.Change{ID: c.ID}) {
			f.Add(at, "changes nothing, want text, unit, value, badge, badgeColor, values, range, color, icon or short")
		}
		for _, hint := range []struct {
			name string
			sent bool
		}{{"widest", r.Widest.Set}, {"optional", r.Spare.Set}} {
			if hint.sent {
				f.Add(at+"."+hint.name, "stays as it is while a page changes; send all regions, each with its role")
			}
		}
		out = append(out, c)
	}
	if p.Regions.N > note.MaxRegions {
		f.Add("regions", fmt.Sprintf("%d regions, want 1 to %d", p.Regions.N, note.MaxRegions))
	}
	return out
}

// PutFrames pushes a body to a widget, or to all widgets of a package, as [device.Device.Push] finds them: frames, a
// page of regions, or changes of the page that shows. Errors: those of Push and Change, and InvalidError (joined).
func PutFrames(ctx context.Context, d *device.Device, pkg, widget string, body []byte) error {
	frames, changes, err := readPush(body)
	switch {
	case err != nil:
		return err
	case changes != nil:
		return d.Change(ctx, pkg, widget, changes)
	}
	return d.Push(ctx, pkg, widget, frames)
}

// PutRegions changes the page of the notification id by a body {"regions": [...]} without roles, or gives it another
// page, with roles. Errors: those of [device.Device.ChangeNotification] and ReplaceFrames, and InvalidError (joined).
func PutRegions(ctx context.Context, d *device.Device, id string, body []byte) error {
	frames, changes, err := readPage(body)
	switch {
	case err != nil:
		return err
	case changes != nil:
		return d.ChangeNotification(ctx, id, changes)
	}
	return d.ReplaceFrames(ctx, id, frames)
}

// pushBody is what is pushed: frames, a page, or changes of one.
type pushBody struct {
	Frames frames `json:"frames"`
	pageBody
}

// readPage reads a page, or changes of one.
func readPage(body []byte) (page []note.Frame, changes []note.Change, err error) {
	var p pushBody
	if err := Decode(body, &p); err != nil {
		return nil, nil, err
	}
	switch {
	case p.Frames.given():
		return nil, nil, note.Invalid("frames", "cannot change; send regions, or another notification")
	case !p.Regions.Set:
		return nil, nil, note.Invalid("regions", "are missing")
	}
	return p.read()
}

// readPush reads what is pushed, frames or changes.
func readPush(body []byte) (pushed []note.Frame, changes []note.Change, err error) {
	var p pushBody
	if err := Decode(body, &p); err != nil {
		return nil, nil, err
	}
	return p.read()
}

func (p *pushBody) read() (pushed []note.Frame, changes []note.Change, err error) {
	var f Faults
	switch {
	case p.Regions.Set && p.Regions.changes() && !p.Frames.given():
		changes = p.changed(&f)
	default:
		pushed = p.Frames.orPage(&f, &p.pageBody, "")
		f.Rest(note.ValidateFrames("frames", pushed))
	}
	if err := f.Err(); err != nil {
		return nil, nil, unpointed(err)
	}
	return pushed, changes, nil
}

// given reports whether the list was sent and is not an empty array.
func (l *frames) given() bool { return l.N > 0 || l.Bad != "" }

// orPage reads a list of frames, or the page in its place; at is the name of the object that has one of them, with a
// point behind it, or "".
func (l *frames) orPage(f *Faults, p *pageBody, at string) []note.Frame {
	if !p.Regions.Set && p.Regions.Bad == "" {
		return l.frames(f, at+"frames")
	}
	if l.given() {
		f.Add(at+"regions", "replace frames; send one of the two")
	}
	f.move(at+"frames[0].", at)
	return []note.Frame{p.page(f, at)}
}

// unpointed returns err without the point before fields of the body itself.
func unpointed(err error) error {
	for _, e := range note.Unjoin(err) {
		if wrong, ok := e.(*note.InvalidError); ok {
			wrong.Field = strings.TrimPrefix(wrong.Field, ".")
		}
	}
	return err
}

// itemRegion is a region as it is encoded.
type itemRegion struct {
	ID       string    `json:"id"`
	Role     string    `json:"role"`
	Text     any       `json:"text,omitempty"` // a string, or fragments
	Unit     string    `json:"unit,omitempty"`
	Icon     any       `json:"icon,omitempty"`
	Value    any       `json:"value,omitempty"` // a number, or a string
	Values   []float64 `json:"values,omitempty"`
	Range    []float64 `json:"range,omitempty"`
	Color    string    `json:"color,omitempty"`
	Badge    string    `json:"badge,omitempty"`
	Back     string    `json:"badgeColor,omitempty"`
	Short    []string  `json:"short,omitempty"`
	Widest   string    `json:"widest,omitempty"`
	Optional bool      `json:"optional,omitempty"`
}

// regionObjects returns the regions of f, in the form in which they may be sent; nil = it is no page.
func regionObjects(f *note.Frame) (out []itemRegion) {
	for i := range f.Regions {
		r := &f.Regions[i]
		one := itemRegion{ID: r.ID, Role: r.Role.String(), Unit: r.Unit, Values: r.Values, Color: r.Color.String(),
			Badge: r.Badge, Back: r.BadgeColor.String(), Short: r.Short, Widest: r.Widest, Optional: r.Spare}
		if runs := fragmentObjects(r.Text); runs != nil {
			one.Text = runs
		} else if r.Text != nil {
			one.Text = note.Text(r.Text).String()
		}
		switch r.Role {
		case note.RoleBar:
			one.Value = r.Number
		case note.RolePicture:
			one.Icon = iconObject(f.Icon)
		case note.RoleRow:
			if r.End != "" {
				one.Value = r.End
			}
		}
		if r.Scale != nil {
			one.Range = []float64{r.Scale.Low, r.Scale.High}
		}
		out = append(out, one)
	}
	return out
}
