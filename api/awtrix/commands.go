// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/sounds"
)

// Errors in the words of the original.
var (
	errJSON   = errors.New("ErrorParsingJson")
	errNoFile = errors.New("FileNotFound")
	errFailed = errors.New("FAILED")
	errNever  = errors.New("not possible over the network")
)

// action does what a body asks for.
type action func(s *Server, ctx context.Context, body []byte) error

// command is an action that a path or a topic requests.
type command struct {
	do  action
	any bool // HTTP with any method, not POST alone
}

// commands lists the commands by name. custom and screen are handled
// separately, because they need more than a body or an answer.
var commands = map[string]command{
	"notify":         {do: (*Server).notify},
	"notify/dismiss": {do: (*Server).dismiss, any: true},
	"switch":         {do: worded("name", (*Server).switchTo)},
	"nextapp":        {do: (*Server).next, any: true},
	"previousapp":    {do: (*Server).previous},
	"settings":       {do: (*Server).change},
	"indicator1":     {do: indicator(0)},
	"indicator2":     {do: indicator(1)},
	"indicator3":     {do: indicator(2)},
	"moodlight":      {do: (*Server).moodlight},
	"power":          {do: worded("power", (*Server).power)},
	"sleep":          {do: worded("sleep", (*Server).sleep)},
	"rtttl":          {do: worded("rtttl", (*Server).ringtone)},
	"sound":          {do: worded("sound", (*Server).sound)},
	"apps":           {do: (*Server).arrange},
	"reorder":        {do: (*Server).reorder},
	"reboot":         {do: never, any: true},
	"erase":          {do: never, any: true},
	"resetSettings":  {do: never, any: true},
	"doupdate":       {do: never, any: true},
}

// worded is a command whose body is a word, or an object that has it by a key.
func worded(key string, do func(s *Server, ctx context.Context, said string) error) action {
	return func(s *Server, ctx context.Context, body []byte) error {
		said, err := word(body, key)
		if err != nil {
			return err
		}
		return do(s, ctx, said)
	}
}

// done returns the result of a command, and tells that one was done, at least in part.
func (s *Server) done(err error) error {
	if (err == nil || inPart(err)) && s.machine.Obeyed != nil {
		s.machine.Obeyed()
	}
	return err
}

// never refuses actions that are allowed only at the device itself.
func never(*Server, context.Context, []byte) error { return errNever }

// notify queues a notification, or replaces the visible one.
func (s *Server) notify(ctx context.Context, body []byte) error {
	p, err := parse(body)
	if err != nil {
		return err
	}
	capitals, err := s.capitals(ctx)
	if err != nil {
		return err
	}
	n, ok := p.notification(capitals)
	if !ok {
		return nil // as the original does, which shows nothing
	}
	if err := n.Validate(); err != nil {
		return err
	}
	if p.Stack.Set && !p.Stack.On {
		if err := s.dev.DismissCurrent(ctx); err != nil {
			return err
		}
	}
	_, err = s.dev.Notify(ctx, n, "")
	return err
}

func (s *Server) dismiss(ctx context.Context, _ []byte) error { return s.dev.DismissCurrent(ctx) }

func (s *Server) next(ctx context.Context, _ []byte) error { return s.dev.Next(ctx) }

func (s *Server) previous(ctx context.Context, _ []byte) error { return s.dev.Prev(ctx) }

// switchTo shows an app: {"name": …}, or just the name.
func (s *Server) switchTo(ctx context.Context, name string) error {
	apps, err := s.apps(ctx)
	if err != nil {
		return err
	}
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		if i := slices.IndexFunc(apps, func(a app) bool { return same(a.name, name) }); i >= 0 {
			return s.dev.Activate(ctx, "", apps[i].ID)
		}
	}
	return errFailed
}

// word reads {key: text}, or a text that is not an object.
func word(body []byte, key string) (string, error) {
	text := strings.TrimSpace(string(body))
	if !strings.HasPrefix(text, "{") {
		if strings.HasPrefix(text, `"`) {
			text = unquote(body)
		}
		return text, nil
	}
	var p struct {
		Name  wire.Label `json:"name"`
		Sound wire.Label `json:"sound"`
		Tune  wire.Label `json:"rtttl"`
		Power wire.Label `json:"power"`
		Sleep wire.Label `json:"sleep"`
	}
	if wire.Decode(body, &p) != nil {
		return "", errJSON
	}
	return map[string]wire.Label{"name": p.Name, "sound": p.Sound, "rtttl": p.Tune, "power": p.Power,
		"sleep": p.Sleep}[key].Text, nil
}

// power switches the display: {"power": true}, or just the value.
func (s *Server) power(ctx context.Context, text string) error {
	switch strings.ToLower(text) {
	case "true", "1", "on":
		return s.display.turn(ctx, true)
	case "false", "0", "off":
		return s.display.turn(ctx, false)
	}
	return errJSON
}

const maxSleep = 30 * 24 * time.Hour

// sleep turns the display off for {"sleep": seconds}. The device itself keeps
// running.
func (s *Server) sleep(ctx context.Context, text string) error {
	var d wire.Decimal
	if _ = d.UnmarshalJSON([]byte(`"` + strings.Trim(text, `"\`) + `"`)); d.Bad != "" || !(d.Float > 0) {
		return errJSON
	}
	return s.display.sleep(ctx, seconds(d, time.Second, maxSleep))
}

// ringtone plays a text in RTTTL; it does not stop another sound.
func (s *Server) ringtone(ctx context.Context, text string) error {
	var t sounds.Track
	if text != "" {
		if err := sounds.CheckTune(text); err != nil {
			return err
		}
		t = sounds.Track{Tune: text, Repeat: 1}
	}
	return s.play(ctx, t)
}

// sound plays a built-in sound: {"sound": id}.
func (s *Server) sound(ctx context.Context, name string) error {
	n := soundOf("", name)
	if n == nil {
		return errNoFile
	}
	return s.play(ctx, sounds.Track{Category: n.Category, ID: n.ID, Repeat: 1})
}

func (s *Server) play(ctx context.Context, t sounds.Track) error {
	return s.dev.Post(ctx, func(time.Time) { s.stage.Play(t) })
}

// empty reports whether a body is one that removes or switches off what it is
// sent to.
func empty(body []byte) bool {
	body = bytes.Join(bytes.Fields(body), nil)
	return len(body) == 0 || string(body) == "{}" || string(body) == `""`
}
