// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/enum"
)

// groupTopic returns the beginning of the topics for commands to a group.
func groupTopic(group string) string { return "ledpost/group/" + group + "/cmd/" }

// result is the outcome of a command.
type result struct {
	Command     string          `json:"cmd"`
	OK          bool            `json:"ok"`
	ID          string          `json:"id,omitempty"` // of the notification
	Errors      []complaint     `json:"errors,omitempty"`
	Correlation json.RawMessage `json:"correlation,omitempty"`
}

type complaint struct {
	Message string `json:"message"`
}

// maxCorrelation is the most bytes of JSON that are echoed.
const maxCorrelation = 256

// command returns the command that a topic names: its words after cmd.
func (s *session) command(topic string) (name string, ok bool) {
	if name, ok := strings.CutPrefix(topic, s.topic("cmd/")); ok {
		return name, true
	}
	for _, g := range s.cfg.Groups {
		if name, ok := strings.CutPrefix(topic, groupTopic(g)); ok {
			return name, true
		}
	}
	return "", false
}

// obey executes the command in a message and publishes the result. It returns how long that
// took without the broker.
func (s *session) obey(ctx context.Context, m message) (took time.Duration, err error) {
	began := time.Now()
	name, ok := s.command(m.topic)
	if !ok {
		if s.guest != nil {
			s.guest.Obey(ctx, m.topic, m.payload, m.retained)
		}
		return time.Since(began), nil
	}
	r := s.execute(ctx, name, m)
	took = time.Since(began)
	return took, s.publishJSON(ctx, s.topic("result"), r, false)
}

// execute executes a command.
func (s *session) execute(ctx context.Context, name string, m message) result {
	r := result{Command: wire.Short(name), Correlation: correlation(m.payload)}
	var err error
	switch {
	case m.retained:
		err = wire.Complaint("Retained commands are ignored: they would run again with every connection")
	case len(m.payload) > wire.MaxBody:
		err = wire.Complaint(fmt.Sprintf("The body is larger than %d KiB", wire.MaxBody>>10))
	default:
		r.ID, err = s.do(ctx, name, m.payload)
	}
	if r.OK = err == nil; r.OK {
		s.obeyed()
	} else {
		r.Errors = s.faults(name, err)
	}
	return r
}

// do executes a command; id is the id of a new notification.
func (s *session) do(ctx context.Context, name string, payload []byte) (id string, err error) {
	word := strings.TrimSpace(string(payload[:min(len(payload), note.MaxText)]))
	name, target, _ := strings.Cut(name, "/")
	if change := changes[name]; change != nil {
		return "", change(ctx, s.dev, payload)
	}
	switch name {
	case "notify":
		return s.notify(ctx, payload)
	case "dismiss":
		return "", s.dismiss(ctx, word)
	case "app":
		return "", s.activate(ctx, word)
	case "push":
		return "", s.push(ctx, target, payload)
	case "press":
		return "", s.press(ctx, word)
	case "update":
		return "", s.act(word)
	}
	return "", wire.Complaint("No such command, want notify, dismiss, display, audio, device, look, " +
		"indicators, mood, night, playing, distance, agent, app, push/WIDGET, press or update")
}

// change reads the body of a command and does what it says.
type change func(ctx context.Context, dev *device.Device, payload []byte) error

// changes are the commands that change an object as PUT does, by their names.
var changes = map[string]change{
	"display": put(wire.PutDisplay), "audio": put(wire.PutAudio), "device": put(wire.PutDevice), "look": put(wire.PutLook),
	"indicators": put(wire.PutIndicators), "mood": put(wire.PutMood), "night": put(wire.PutNight),
	"playing": put(wire.PutPlaying), "distance": put(wire.PutDistance), "agent": wire.PutAgent,
}

// put is a change whose answer nobody waits for.
func put[T any](of func(context.Context, *device.Device, []byte) (T, error)) change {
	return func(ctx context.Context, dev *device.Device, payload []byte) error {
		_, err := of(ctx, dev, payload)
		return err
	}
}

// notify queues a notification: its JSON, or just its text.
func (s *session) notify(ctx context.Context, payload []byte) (id string, err error) {
	if text := bytes.TrimSpace(payload); len(text) == 0 {
		return "", note.Invalid("text", "is empty")
	} else if text[0] != '{' {
		if payload, err = textOnly(string(text[:min(len(text), 8*note.MaxText)])); err != nil { // the rest is cut off anyway
			return "", err
		}
	}
	n, err := wire.ParseNotification(payload)
	if err != nil {
		return "", err
	}
	return s.dev.Notify(ctx, n, "")
}

// textOnly returns the body of a notification with one frame that shows the
// text.
func textOnly(text string) ([]byte, error) {
	type object = map[string]any
	return wire.Encode(object{"model": object{"frames": []object{{"text": text}}}})
}

func (s *session) dismiss(ctx context.Context, which string) error {
	switch which {
	case "":
		return s.dev.DismissCurrent(ctx)
	case "all":
		return s.dev.DismissAll(ctx)
	}
	return s.dev.Dismiss(ctx, which)
}

// activate shows the next or the previous app, or one that is named by its
// package, its widget's id, or its title in Home Assistant.
func (s *session) activate(ctx context.Context, which string) error {
	switch which {
	case "":
		return note.Invalid("app", "is empty, want a package, a widget, next or prev")
	case "next":
		return s.dev.Next(ctx)
	case "prev":
		return s.dev.Prev(ctx)
	}
	if s.hasPackage(which) {
		return s.dev.Activate(ctx, which, "")
	}
	for id, title := range s.view.titles {
		if title == which {
			return s.dev.Activate(ctx, "", id)
		}
	}
	return s.dev.Activate(ctx, "", which)
}

// push gives frames to one widget, or to all widgets of a package.
func (s *session) push(ctx context.Context, target string, payload []byte) error {
	if target == "" {
		return device.ErrNoWidget
	}
	if s.hasPackage(target) {
		return wire.PutFrames(ctx, s.dev, target, "", payload)
	}
	return wire.PutFrames(ctx, s.dev, "", target, payload)
}

func (s *session) press(ctx context.Context, name string) error {
	b, err := enum.Read[device.Button](name)
	if err != nil {
		return wire.Complaint("press: " + err.Error())
	}
	if err := s.dev.Press(ctx, b); err != nil {
		return err
	}
	for _, kind := range []string{"down", "up", "click"} { // what a short press of the button itself says
		s.happened(event{b.String(), kind, "command"})
	}
	return nil
}

func (s *session) hasPackage(name string) bool {
	return slices.ContainsFunc(s.dev.Catalogue(), func(a device.About) bool { return a.Package == name })
}

// correlation returns the value in a payload that the result echoes; nil =
// none.
func correlation(payload []byte) json.RawMessage {
	var body struct {
		Correlation json.RawMessage `json:"correlation"`
	}
	if len(payload) > wire.MaxBody || json.Unmarshal(payload, &body) != nil || len(body.Correlation) > maxCorrelation {
		return nil
	}
	return body.Correlation
}

// faults returns the messages for err. The device's own errors go to the log.
func (s *session) faults(command string, err error) (out []complaint) {
	messages, ok := wire.Messages(err)
	if !ok {
		text, known := wire.Said(err)
		if messages = []string{text}; !known {
			messages = []string{"Internal error"}
			if !errors.Is(err, context.Canceled) {
				s.log.Error("mqtt: internal error", "cmd", command, "err", err)
			}
		}
	}
	for _, m := range messages {
		out = append(out, complaint{m})
	}
	return out
}

// reportDropped publishes how many messages were dropped because they were too
// many or too long.
func (s *session) reportDropped(ctx context.Context) error {
	n := s.Counts().Dropped
	if n == s.told {
		return nil
	}
	text := fmt.Sprintf("%d messages were dropped: at most %d may wait, of %d KiB each", n-s.told, maxCommands,
		wire.MaxBody>>10)
	s.told = n
	return s.publishJSON(ctx, s.topic("result"), result{Errors: []complaint{{text}}}, false)
}
