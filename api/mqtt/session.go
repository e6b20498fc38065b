// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/pace"
)

// Payloads of the availability topic.
const (
	online  = "online"
	offline = "offline"
)

const (
	interval   = 500 * time.Millisecond // minimum between two publications of the state
	slow       = time.Minute            // between readings of values that change without an event: signal, uptime
	noticeable = 0.2                    // change of log(1+lux) that is published at once
	farewell   = 500 * time.Millisecond // for the last message
)

// session is one connection. The goroutine of run owns all of it.
type session struct {
	*Client
	conn     conn
	sent     map[string][]byte // what the broker keeps, by topic
	status   device.Status
	view     view
	slow     readings
	portrait portrait
	told     uint64     // the number of dropped messages that has been reported
	ended    chan error // receives the guest's result
}

// readings are the values that are read slowly.
type readings struct {
	lux    *float64
	uptime int // seconds
}

func newSession(c *Client, link conn) *session {
	return &session{Client: c, conn: link, sent: map[string][]byte{}, portrait: portrait{panel: c.panel},
		told: c.Counts().Dropped, ended: make(chan error, 1)}
}

// run executes commands and publishes changes until the connection is lost, the
// device ends, or ctx ends.
func (s *session) run(ctx context.Context) error {
	if err := s.conn.Subscribe(ctx, s.filters()); err != nil {
		return err
	}
	s.status = s.dev.Status()
	if err := s.announce(ctx); err != nil {
		return err
	}
	s.connects.Add(1)
	s.fail.Store(new(error))
	s.log.Info("connected to the MQTT broker", "broker", s.cfg.Broker, "prefix", s.cfg.Prefix)
	err := s.follow(ctx)
	if ctx.Err() != nil {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewell)
		defer cancel()
		_ = s.conn.Publish(last, s.topic("availability"), []byte(offline), true) // if it fails, the will says it
	}
	return err
}

// follow is the part of run after everything has been published once.
func (s *session) follow(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	changes := s.dev.Watch(ctx)
	guest := s.host(ctx)
	defer guest.Wait()
	defer cancel() // ends the watch and the guest
	tick := time.NewTicker(slow)
	defer tick.Stop()
	pictures, stop := s.portraits()
	defer stop()
	var due, birth <-chan time.Time // when to publish the state, or everything; nil = nothing to publish
	var next time.Time
	var work pace.Labour
	inbox, rested := s.inbox, (<-chan time.Time)(nil) // one of the two is nil
	for {
		var err error
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.conn.Lost():
			return s.conn.Err()
		case st, open := <-changes:
			if !open {
				return errStopped
			}
			if s.status = st; due == nil {
				due = time.After(time.Until(next))
			}
		case <-due:
			due, next = nil, time.Now().Add(interval)
			err = s.states(ctx)
		case <-tick.C:
			s.read()
			err = s.states(ctx)
		case <-pictures:
			err = s.portray(ctx)
		case <-s.newStatus():
			err = s.update(ctx)
		case <-birth:
			birth = nil
			s.portrait.last = nil
			if err = s.announce(ctx); s.guest != nil {
				s.guest.Obey(ctx, s.cfg.Discovery+"/status", []byte(online), false)
			}
		case e := <-s.events:
			err = s.publishJSON(ctx, s.topic("event/button"), e, false)
		case err = <-s.ended:
		case <-rested:
			inbox, rested = s.inbox, nil
		case m := <-inbox:
			if s.cfg.Discovery != "" && m.topic == s.cfg.Discovery+"/status" {
				if string(m.payload) == online && birth == nil {
					birth = time.After(rand.N(s.spread + 1))
				}
				m.share.Release()
				continue
			}
			var took time.Duration
			took, err = s.obey(ctx, m)
			m.share.Release()
			if rest := work.Rest(time.Now(), took); rest > 0 {
				inbox, rested = nil, time.After(rest)
			}
		}
		if err == nil {
			err = s.reportDropped(ctx)
		}
		if err != nil {
			return err
		}
	}
}

// topic returns a topic under the prefix.
func (s *session) topic(name string) string { return s.cfg.Prefix + "/" + name }

// filters returns the topic filters to subscribe to.
func (s *session) filters() []string {
	all := []string{s.topic("cmd/#")}
	for _, g := range s.cfg.Groups {
		all = append(all, groupTopic(g)+"#")
	}
	if s.cfg.Discovery != "" {
		all = append(all, s.cfg.Discovery+"/status")
	}
	if s.guest != nil {
		all = append(all, s.guest.Topics()...)
	}
	return all
}

// host serves the guest until ctx ends.
func (s *session) host(ctx context.Context) (running *sync.WaitGroup) {
	running = new(sync.WaitGroup)
	if s.guest != nil {
		running.Go(func() {
			if err := s.guest.Serve(ctx, s.publish); err != nil && ctx.Err() == nil {
				s.ended <- err
			}
		})
	}
	return running
}

// announce publishes everything, even what the broker should have already: Home
// Assistant may have lost it.
func (s *session) announce(ctx context.Context) error {
	clear(s.sent)
	s.view = view{}
	s.read()
	if err := s.states(ctx); err != nil {
		return err
	}
	if err := s.update(ctx); err != nil {
		return err
	}
	return s.keep(ctx, s.topic("availability"), []byte(online))
}

// read updates the readings.
func (s *session) read() {
	s.slow.uptime = int(time.Since(s.began).Seconds())
	s.slow.lux = s.lux()
}

// lux returns the light around the device now, or nil if it is unknown.
func (s *session) lux() *float64 {
	if !s.status.Light {
		return nil
	}
	return new(s.status.Lux)
}

// glance updates the reading of the light between two calls of read if it is known at
// last, or has changed as much as an eye sees at once: Home Assistant would record every
// flicker.
func (s *session) glance() {
	now, was := s.lux(), s.slow.lux
	if now == nil || was == nil {
		s.slow.lux = now
	} else if math.Abs(math.Log1p(*now)-math.Log1p(*was)) >= noticeable {
		s.slow.lux = now
	}
}

// states publishes the states that have changed.
func (s *session) states(ctx context.Context) error {
	whole, err := s.objects.DeviceJSON(ctx)
	if err != nil {
		return err
	}
	var fields struct{ Display, Audio, Wifi json.RawMessage }
	if err := json.Unmarshal(whole, &fields); err != nil {
		return fmt.Errorf("mqtt: %w", err)
	}
	look, err := s.objects.LookJSON(ctx)
	if err != nil {
		return err
	}
	mood, err := s.dev.Mood(ctx)
	if err != nil {
		return err
	}
	indicators, err := s.dev.Indicators(ctx)
	if err != nil {
		return err
	}
	night, err := s.dev.Night(ctx)
	if err != nil {
		return err
	}
	moodJSON, _ := wire.Encode(wire.MoodOf(mood)) // cannot fail: only numbers and text, as below
	indicatorsJSON, _ := wire.Encode(wire.IndicatorsOf(indicators))
	nightJSON, _ := wire.Encode(wire.NightOf(night))
	if err := s.entities(ctx, whole); err != nil {
		return err
	}
	s.glance()
	sensors, err := wire.Encode(s.sensors())
	if err != nil {
		return fmt.Errorf("mqtt: %w", err)
	}
	for _, one := range []struct {
		topic   string
		payload []byte
	}{
		{"status", s.objects.StatusJSON(s.status)}, {"state/device", whole}, {"state/display", fields.Display},
		{"state/audio", fields.Audio}, {"state/wifi", fields.Wifi}, {"state/look", look},
		{"state/mood", moodJSON}, {"state/indicators", indicatorsJSON}, {"state/night", nightJSON},
		{"state/sensors", sensors},
	} {
		if err := s.keep(ctx, s.topic(one.topic), bytes.TrimSpace(one.payload)); err != nil {
			return err
		}
	}
	return nil
}

// sensorState is the payload of state/sensors.
type sensorState struct {
	App         string   `json:"app"`    // title of the widget that shows, or showed last
	Widget      string   `json:"widget"` // its id
	Queue       int      `json:"queue"`  // waiting notifications
	Lux         *float64 `json:"lux"`
	Simulated   bool     `json:"lux_simulated,omitempty"` // nothing has measured Lux
	Temperature *float64 `json:"temperature,omitempty"`   // °C
	Humidity    *float64 `json:"humidity,omitempty"`      // percent
	CO2         *float64 `json:"co2,omitempty"`           // ppm
	Presence    *bool    `json:"presence,omitempty"`      // a sensor sees somebody
	Uptime      int      `json:"uptime"`                  // seconds
	Version     string   `json:"version"`
}

func (s *session) sensors() sensorState {
	if id := s.status.Showing.Widget; id != "" {
		s.view.widget = id
	}
	air, presence := s.status.Climate, (*bool)(nil)
	if s.status.Watched {
		presence = new(s.status.Here)
	}
	return sensorState{
		Presence:    presence,
		Temperature: air.Temperature.Pointer(), Humidity: air.Humidity.Pointer(), CO2: air.CO2.Pointer(),
		App: s.view.titles[s.view.widget], Widget: s.view.widget, Queue: s.status.Waiting,
		Lux: s.slow.lux, Simulated: s.status.LuxMade, Uptime: s.slow.uptime, Version: s.about.Version,
	}
}

// keep publishes a retained message unless the broker already has it.
func (s *session) keep(ctx context.Context, topic string, payload []byte) error {
	if bytes.Equal(s.sent[topic], payload) {
		return nil
	}
	if err := s.publish(ctx, topic, payload, true); err != nil {
		return err
	}
	s.sent[topic] = payload
	return nil
}

func (s *session) publish(ctx context.Context, topic string, payload []byte, retained bool) error {
	err := s.conn.Publish(ctx, topic, payload, retained)
	if err == nil {
		s.published.Add(1)
	}
	return err
}

func (s *session) publishJSON(ctx context.Context, topic string, v any, retained bool) error {
	payload, err := wire.Encode(v)
	if err != nil {
		return fmt.Errorf("mqtt: %w", err)
	}
	return s.publish(ctx, topic, bytes.TrimSpace(payload), retained)
}
