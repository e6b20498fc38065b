// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/wire"
)

// The topics are the HTTP paths under the prefix. The owner of the connection
// to the broker calls Topics, Obey and Serve.

// Topics returns the topic filters to subscribe to.
func (s *Server) Topics() []string {
	all := []string{s.cfg.Prefix + "/custom/#", s.cfg.Prefix + "/sendscreen"}
	for name := range commands {
		all = append(all, s.cfg.Prefix+"/"+name)
	}
	return all
}

// Obey handles a message if its topic is one of Topics.
func (s *Server) Obey(ctx context.Context, topic string, payload []byte, retained bool) {
	name, ok := strings.CutPrefix(topic, s.cfg.Prefix+"/")
	if !ok {
		s.tell(s.announcement()) // Home Assistant has started
		return
	}
	if err := s.obey(ctx, name, payload, retained); err != nil {
		s.complain(topic, err)
	}
}

var errRetained = errors.New("retained: the command would run again with every connection")

func (s *Server) obey(ctx context.Context, name string, payload []byte, retained bool) error {
	ctx, cancel := context.WithTimeout(ctx, patient)
	defer cancel()
	if len(payload) > wire.MaxBody {
		return errLong
	}
	payload = strict(payload)
	// A custom app is a content, not a command. The original forgets its custom apps at a
	// restart, so people publish them retained to keep them: here too they come back with
	// the connection, and bring their lifetime with them.
	if app, ok := strings.CutPrefix(name, "custom/"); ok {
		return s.done(s.custom(ctx, app, payload))
	}
	// Everything else would be done again with every connection: a power that was
	// switched off once would darken the device whenever the broker comes back.
	if retained {
		return errRetained
	}
	if name == "sendscreen" {
		return s.say("screen", s.screen())
	}
	c, ok := commands[name]
	if !ok {
		return nil
	}
	return s.done(c.do(s, ctx, payload))
}

// complain logs why a message was not obeyed, since messages get no answer. It
// limits how often it logs.
func (s *Server) complain(topic string, err error) {
	s.mu.Lock()
	early := time.Since(s.complained) < 10*time.Second
	if !early {
		s.complained = time.Now()
	}
	s.mu.Unlock()
	if reason := err.Error(); !early {
		s.log.Warn("an AWTRIX message was refused", "topic", wire.Short(topic), "err", reason[:min(len(reason), maxReason)])
	}
}

// maxReason is how many bytes of a reason are logged, because it may quote the
// payload.
const maxReason = 300

// Publish sends a message to the broker and waits until the broker has it.
type Publish = func(ctx context.Context, topic string, payload []byte, retained bool) error

// statsEvery is how often the original publishes its stats.
const statsEvery = 10 * time.Second

// statsSoon is how long after a change they are published, too: a switch in Home Assistant
// shows what the device does.
const statsSoon = time.Second

// farewell is how long the last message may take.
const farewell = 500 * time.Millisecond

// Serve publishes what clients listen to until ctx ends. It is called for every
// connection, on its own goroutine.
func (s *Server) Serve(ctx context.Context, publish Publish) error {
	for _, one := range []struct {
		topic string
		v     any
	}{{"stats/effects", effectList()}, {"stats/transitions", transitionList()}} {
		if err := s.publish(ctx, publish, one.topic, one.v); err != nil {
			return err
		}
	}
	s.drain()
	if one := s.announcement(); one.topic != "" {
		if err := publish(ctx, one.topic, one.payload, one.retained); err != nil {
			return err
		}
	}
	device := s.cfg.Prefix + "/stats/device"
	if err := publish(ctx, device, []byte("online"), true); err != nil {
		return err
	}
	err := s.follow(ctx, publish)
	if ctx.Err() != nil {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewell)
		defer cancel()
		_ = publish(last, device, []byte("offline"), true) // the connection may be gone already
	}
	return err
}

// follow publishes the stats, the app that shows, and messages from say.
func (s *Server) follow(ctx context.Context, publish Publish) error {
	tick := time.NewTicker(statsEvery)
	defer tick.Stop()
	watch, cancel := context.WithCancel(ctx)
	defer cancel()
	changes := s.dev.Watch(watch)
	said, now := "", make(chan struct{}, 1)
	now <- struct{}{}         // publish the first stats at once
	var soon <-chan time.Time // when to publish those after a change; nil = there was none
	for {
		var err error
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-now:
			err = s.publishStats(ctx, publish, false)
		case <-tick.C:
			err = s.publishStats(ctx, publish, false)
		case <-soon:
			soon = nil
			err = s.publishStats(ctx, publish, true)
		case one := <-s.says:
			err = publish(ctx, one.topic, one.payload, one.retained)
		case _, open := <-changes:
			if !open {
				return nil
			}
			if soon == nil {
				soon = time.After(statsSoon)
			}
			name, wrong := s.current(ctx)
			if wrong == nil && name != said && name != notification {
				said = name
				err = publish(ctx, s.cfg.Prefix+"/stats/currentApp", []byte(name), false)
			}
		}
		if err != nil {
			return err
		}
	}
}

// drain discards messages from the time without a connection.
func (s *Server) drain() {
	for len(s.says) > 0 {
		<-s.says
	}
}

// lamps is what the stats say of the lights.
type lamps struct {
	on         bool
	brightness int
	indicators [3]bool
}

func (st *stats) lamps() lamps {
	return lamps{st.Matrix, st.Brightness, [3]bool{st.Indicator1, st.Indicator2, st.Indicator3}}
}

// publishStats publishes the stats; with only, if the lights are no longer what they said last.
func (s *Server) publishStats(ctx context.Context, publish Publish, only bool) error {
	stats, err := s.stats(ctx)
	if err != nil || only && stats.lamps() == s.lamps {
		return err
	}
	s.lamps = stats.lamps()
	return s.publish(ctx, publish, "stats", stats)
}

func (s *Server) publish(ctx context.Context, publish Publish, topic string, v any) error {
	payload, err := wire.Encode(v)
	if err != nil {
		return err
	}
	return publish(ctx, s.cfg.Prefix+"/"+topic, bytes.TrimSpace(payload), false)
}

// say makes Serve publish v. It drops v if too many messages are waiting.
func (s *Server) say(topic string, v any) error {
	payload, err := wire.Encode(v)
	if err != nil {
		return err
	}
	s.tell(saying{s.cfg.Prefix + "/" + topic, bytes.TrimSpace(payload), false})
	return nil
}

// tell is say for a message as it is; a message without a topic changes nothing.
func (s *Server) tell(one saying) {
	if one.topic == "" {
		return
	}
	select {
	case s.says <- one:
	default:
	}
}

// buttonTopics are the topics of the device's buttons.
var buttonTopics = map[string]string{"left": "stats/buttonLeft", "action": "stats/buttonSelect",
	"right": "stats/buttonRight"}

// Button publishes that a button of the device is down, or up again. It never
// blocks.
func (s *Server) Button(name string, down bool) {
	topic, ok := buttonTopics[name]
	if !ok {
		return
	}
	v := 0
	if down {
		v = 1
	}
	_ = s.say(topic, v) // cannot fail: v is a number
}
