// SPDX-License-Identifier: Apache-2.0

package device

import (
	"strings"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/enum"
)

// Action is something that an app can be asked to do.
type Action struct {
	ID     string // clock.alarm
	Params []Param
}

// Param is a parameter of an action.
type Param struct {
	Name     string
	Type     ParamType
	Required bool
	Format   string // of a string, for people: "[0-9]{2}:[0-9]{2}"; "" = any
}

// ParamType is the type of a parameter's value. The zero value is BoolParam.
type ParamType uint8

const (
	BoolParam ParamType = iota
	IntParam
	TextParam
)

var paramTypeNames = []string{"bool", "int", "string"}

func (t ParamType) String() string { return enum.Name(paramTypeNames, t) }

// Args are the arguments of an action, by parameter name. Each is a bool, an int or
// a string, as the action declares.
type Args map[string]any

// Bool returns the argument and whether it was given.
func (a Args) Bool(name string) (v, ok bool) { v, ok = a[name].(bool); return v, ok }

// Int returns the argument and whether it was given.
func (a Args) Int(name string) (v int, ok bool) { v, ok = a[name].(int); return v, ok }

// Text returns the argument and whether it was given.
func (a Args) Text(name string) (v string, ok bool) { v, ok = a[name].(string); return v, ok }

// Action returns the declaration of the action id. Without it, the error is an
// InvalidError of the field id that lists the actions.
func (a *About) Action(id string) (Action, error) {
	var ids []string
	for _, act := range a.Actions {
		if act.ID == id {
			return act, nil
		}
		ids = append(ids, act.ID)
	}
	if ids == nil {
		return Action{}, note.Invalid("id", "%s has no actions", a.Package)
	}
	return Action{}, note.Invalid("id", "%q is not one of %s", note.Short(id), strings.Join(ids, ", "))
}

// Check returns the faults of args, as InvalidErrors of fields in params.
func (a *Action) Check(args Args) error {
	var errs note.Faults
	declared := 0
	for _, p := range a.Params {
		v, given := args[p.Name]
		switch {
		case given && !p.Type.fits(v):
			errs.Add("params."+p.Name, "%v, want %s", v, p.Type.words())
		case given:
			declared++
		case p.Required:
			errs.Add("params."+p.Name, "is missing, want %s", p.Type.words())
		}
	}
	if len(errs) == 0 && declared < len(args) {
		errs.Add("params", "%s has no such parameter", a.ID)
	}
	return errs.Err()
}

func (t ParamType) fits(v any) (ok bool) {
	switch t {
	case BoolParam:
		_, ok = v.(bool)
	case IntParam:
		_, ok = v.(int)
	case TextParam:
		_, ok = v.(string)
	}
	return ok
}

func (t ParamType) words() string {
	return [...]string{BoolParam: "true or false", IntParam: "an integer", TextParam: "a string"}[t]
}
