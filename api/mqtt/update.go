// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"bytes"
	"context"
	"errors"

	"github.com/ledpost/ledpost/api/wire"
	updates "github.com/ledpost/ledpost/update"
)

// Updater knows whether there is a newer release, and gets it installed. Its
// methods do not wait.
type Updater interface {
	Update() updates.Status
	Do(updates.Action) error
	Changed() <-chan struct{} // receives when the status may be another; the client is its only reader
}

// Offer lets clients of the broker see and start updates. It must be called
// before Run.
func (c *Client) Offer(u Updater) {
	if u.Update().State != updates.StateOff {
		c.updater = u
	}
}

// newStatus receives when the state of updates may have changed.
func (c *Client) newStatus() <-chan struct{} {
	if c.updater == nil {
		return nil
	}
	return c.updater.Changed()
}

// update publishes the state of updates.
func (s *session) update(ctx context.Context) error {
	if s.updater == nil {
		return nil
	}
	state, _ := wire.Encode(s.updater.Update()) // cannot fail: only text, numbers and times
	return s.keep(ctx, s.topic("state/update"), bytes.TrimSpace(state))
}

// act begins an action of updates.
func (s *session) act(word string) error {
	if s.updater == nil {
		return wire.Complaint(updates.ErrOff.Error())
	}
	err := s.updater.Do(updates.Action(word))
	for _, known := range []error{updates.ErrAction, updates.ErrOff, updates.ErrNothing, updates.ErrBusy,
		updates.ErrNoMeans, updates.ErrNoBack} {
		if errors.Is(err, known) {
			return wire.Complaint(known.Error())
		}
	}
	return err
}

// updateTemplate turns the state of updates into what Home Assistant reads
// (home-assistant.io/integrations/update.mqtt). Its summary has at most 255
// characters. A version that was deferred is not newer, there.
const updateTemplate = `{% set busy = value_json.state in ['requested', 'downloading', 'installing', 'trial'] %}` +
	`{{ {'installed_version': value_json.installed,` +
	` 'latest_version': value_json.installed if value_json.deferred is defined else value_json.available | ` +
	`default(value_json.installed),` +
	` 'title': 'ledpost', 'release_summary': value_json.notes[:255], 'in_progress': busy,` +
	` 'update_percentage': value_json.progress if value_json.state in ['downloading', 'installing'] else none} | tojson }}`

// release returns the entity of updates.
func (s *session) release() entity {
	if s.updater == nil {
		return entity{"platform": "update"}
	}
	e := entity{
		"platform": "update", "name": "Update", "device_class": "firmware", "entity_category": "config",
		"state_topic": s.topic("state/update"), "value_template": updateTemplate,
	}
	if s.updater.Update().Kind.Installs() { // else Home Assistant shows no button
		e["command_topic"], e["payload_install"] = s.topic("cmd/update"), string(updates.ActionInstall)
	}
	return e
}
