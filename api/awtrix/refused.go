// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/api/wire"
)

// lacking are settings of the original that the device has nothing for.
var lacking = map[string]string{
	"BAT": "there is no battery", "BAT_COL": "there is no battery",
	"BLOCKN": "buttons cannot be blocked", "TSPEED": "transitions have their own times",
	"WDCI":  "the other days have the colour of the day, darker",
	"CHCOL": "the calendar's colours are its own", "CBCOL": "the calendar's colours are its own",
	"CTCOL":       "the calendar's colours are its own",
	"CCORRECTION": "colours belong to the panel's configuration", "CTEMP": "colours belong to the panel's configuration",
	"GAMMA": "colours belong to the panel's configuration", "MAT": "the layout belongs to the panel's configuration",
	"GAME": "there are no games", "GAMEMODE": "there are no games",
}

// switches are the settings of lacking that are on or off; switched off they are what the device has.
var switches = strings.Fields("BAT BLOCKN GAMEMODE")

// newNames are the settings of AWTRIX NG, which has an interface of its own.
var newNames = strings.Fields(`
appDurationMs autoBrightness autoTransition batteryColor blockNavigation brightness buzzerVolume calendarBodyColor
calendarHeaderColor calendarTextColor colorCorrection colorTint dateColor dateMonthNames dateOrder dateSeparator
dateShowWeekday dateYearMode dfplayerVolume gamma humidityColor mp3Volume radioMeta radioVolume saturation scroll
soundEnabled temperatureColor textColor time24h timeColor timeLeadingZero timeMode timeSeparatorMode timeShowAmPm
timeShowSeconds transitionDurationMs transitionEffect uppercase useCelsius weekdayBar`)

// refused are the settings of a body that have no effect here, or not all of it.
type refused struct {
	said  []string
	works int // settings with an effect
}

// all refuses a setting that counted as one with an effect.
func (r *refused) all(key, format string, args ...any) {
	r.works--
	r.part(key, format, args...)
}

// part refuses a part of a setting.
func (r *refused) part(key, format string, args ...any) {
	r.said = append(r.said, key+": "+fmt.Sprintf(format, args...))
}

// err returns the error that names what is refused; nil if that is nothing.
func (r *refused) err() error {
	if r.said == nil {
		return nil
	}
	slices.Sort(r.said)
	return &lacks{settings: r.said, rest: r.works > 0}
}

// check refuses what cannot be read and what the device lacks; it ignores what AWTRIX does not know.
// Switching off what the device lacks is right.
func (o *options) check(body []byte) {
	known := map[string]reflect.Value{}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[options]()) {
		if key := f.Tag.Get("json"); key != "" {
			known[key] = reflect.ValueOf(o).Elem().FieldByIndex(f.Index)
		}
	}
	sent := map[string]string{} // the last of several values counts
	for key, v := range wire.Sent(body) {
		if _, ok := known[key]; ok || lacking[key] != "" || slices.Contains(newNames, key) {
			sent[key] = string(bytes.TrimSpace(v))
		}
	}
	for key, v := range sent {
		if v == "null" || strings.Trim(v, `" `) == "" {
			continue
		}
		o.refused.works++
		field, ok := known[key]
		switch {
		case ok:
			if why := fault(field.Interface()); why != "" {
				o.refused.all(key, "%s", why)
			}
		case lacking[key] == "":
			o.refused.all(key, "belongs to AWTRIX NG, this is the interface of AWTRIX 3")
		case !slices.Contains(switches, key) || !off(v):
			o.refused.all(key, "%s", lacking[key])
		}
	}
}

// off reports whether a value switches off.
func off(value string) bool {
	var b wire.Boolean
	return b.UnmarshalJSON([]byte(value)) == nil && good(b.Value) && !b.On
}

// fault returns why a setting that was sent has no value; "" if it has one.
func fault(v any) string {
	switch v := v.(type) {
	case color:
		if !v.Set {
			return "want a colour"
		}
	case wire.Boolean:
		return v.Bad
	case wire.Decimal:
		return v.Bad
	case wire.Integer:
		return v.Bad
	case wire.Word:
		return v.Bad
	}
	return ""
}

// lacks is the error of settings that have no effect here.
type lacks struct {
	settings []string
	rest     bool // the others of the body are set
}

func (l *lacks) Error() string {
	text := "not on this device: " + strings.Join(l.settings, "; ")
	if l.rest {
		return "OK, but " + text
	}
	return text
}

// inPart reports whether the other settings of the body were set.
func inPart(err error) bool {
	var l *lacks
	return errors.As(err, &l) && l.rest
}
