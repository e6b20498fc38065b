// SPDX-License-Identifier: Apache-2.0

package mcp

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

const (
	notifications = "/api/v2/device/notifications"
	lean          = "?model=false" // without the pictures of a message, which may be large
)

// maxIcon bounds the words for an icon, in bytes: each is looked for in all icons.
const maxIcon = 64

// message is what show_message is called with.
type message struct {
	ID       string  `json:"id"` // of a message whose regions change; "" = a new one
	Text     string  `json:"text"`
	Icon     string  `json:"icon"`
	Regions  regions `json:"regions"`
	Priority string  `json:"priority"`
	Sound    string  `json:"sound"`
	Times    *int    `json:"times"`
	Stay     bool    `json:"stay"`
	ValidFor *int    `json:"valid_for_seconds"`
}

// The body of a notification (docs/api.md).
type (
	posted struct {
		Priority string `json:"priority,omitempty"`
		Lifetime int    `json:"lifetime,omitempty"` // milliseconds
		Model    model  `json:"model"`
	}
	model struct {
		Cycles  *int    `json:"cycles,omitempty"`
		Frames  []frame `json:"frames,omitempty"`
		Regions regions `json:"regions,omitempty"`
		Sound   *sound  `json:"sound,omitempty"`
	}
	frame struct {
		Icon string `json:"icon,omitempty"`
		Text string `json:"text"`
	}
	sound struct {
		ID string `json:"id"`
	}
)

// body returns the notification, with the icon that it has.
func (m *message) body(icon string) (posted, error) {
	out := posted{Priority: m.Priority, Model: model{Cycles: m.Times, Regions: m.Regions}}
	switch {
	case len(m.Regions) > 0 && (m.Text != "" || m.Icon != ""):
		return out, fmt.Errorf("regions: replace text and icon; send one of the two")
	case len(m.Regions) == 0 && strings.TrimSpace(m.Text) == "":
		return out, fmt.Errorf("text: is empty; say what the panel shall show")
	case m.Times != nil && *m.Times < 1:
		return out, fmt.Errorf("times: %d, want 1 or more; with stay it shows until it is cleared", *m.Times)
	case m.ValidFor != nil && (*m.ValidFor < 1 || *m.ValidFor > 86400):
		return out, fmt.Errorf("valid_for_seconds: %d, want 1 to 86400", *m.ValidFor)
	}
	if len(m.Regions) == 0 {
		out.Model.Frames = []frame{{icon, m.Text}}
	}
	if m.ValidFor != nil {
		out.Lifetime = *m.ValidFor * 1000
	}
	if m.Stay {
		out.Model.Cycles = new(int)
	}
	if m.Sound != "" {
		out.Model.Sound = &sound{m.Sound}
	}
	return out, nil
}

func (c *call) showMessage(m message) (reply, error) {
	icon, err := c.chosen("icon", m.Icon)
	if err != nil {
		return reply{}, err
	}
	if err := c.choose(m.Regions); err != nil {
		return reply{}, err
	}
	if m.ID != "" {
		return c.change(&m)
	}
	body, err := m.body(icon)
	if err != nil {
		return reply{}, err
	}
	var made struct{ Success struct{ ID string } }
	if err := c.do(http.MethodPost, notifications, body, &made); err != nil {
		return reply{}, err
	}
	said, err := c.state(made.Success.ID)
	if err != nil {
		said = err.Error()
	}
	if icon != m.Icon {
		said += fmt.Sprintf(" For the icon %q it shows %s.", m.Icon, icon)
	}
	picture, err := c.fetch(http.MethodPost, "/live/preview?stills=4&scale="+c.scale(), body)
	if err != nil {
		return reply{text: said + " There is no picture of it: " + err.Error()}, nil
	}
	return reply{said + " The picture has four moments of it, from first to last.", picture}, nil
}

// chosen returns the icon that a model means by the words in a field.
func (c *call) chosen(field, words string) (string, error) {
	switch {
	case words == "":
		return "", nil
	case len(words) > maxIcon:
		return "", fmt.Errorf("%s: %d bytes, at most %d are allowed; give a name, or a word", field, len(words), maxIcon)
	case c.index == nil:
		c.index = c.cfg.Icons()
	}
	return meant(c.index, words), c.ctx.Err()
}

// change changes regions of a message that waits or is on the panel, or all of its page.
func (c *call) change(m *message) (reply, error) {
	if err := checkID(m.ID); err != nil {
		return reply{}, err
	}
	switch {
	case len(m.Regions) == 0:
		return reply{}, fmt.Errorf("regions: are missing; with an id give the regions that change, each without a role")
	case m.Text != "" || m.Icon != "" || m.Sound != "" || m.Stay || !slices.Contains([]string{"", "info"}, m.Priority) ||
		m.Times != nil && *m.Times != 1 || m.ValidFor != nil && *m.ValidFor != validFor:
		return reply{}, fmt.Errorf("id: only regions of a message change; leave the other arguments out")
	}
	err := c.do(http.MethodPut, "/live/notifications/"+m.ID, map[string]any{"regions": m.Regions}, nil)
	if gone := (*refusal)(nil); errors.As(err, &gone) && gone.status == http.StatusNotFound {
		return reply{}, fmt.Errorf("message %s: %s; call show_message without id, each region with its role", m.ID, gone.said)
	}
	if err != nil {
		return reply{}, err
	}
	said, visible, err := c.fate(m.ID)
	if said = "Changed. " + said; err != nil || !visible {
		return reply{text: said}, err
	}
	picture, err := c.fetch(http.MethodGet, "/live/frame.png?scale="+c.scale(), nil)
	if err != nil {
		return reply{text: said + " There is no picture of it: " + err.Error()}, nil
	}
	return reply{said + " The picture has the panel at this moment.", picture}, nil
}

// validFor is the default of valid_for_seconds.
const validFor = 120

// item is what the API tells of a notification.
type item struct{ ID, Priority, Outcome, Reason string }

// state says in a sentence what has become of a notification.
func (c *call) state(id string) (said string, err error) {
	said, _, err = c.fate(id)
	return said, err
}

// fate is state, and reports whether the notification is on the panel.
func (c *call) fate(id string) (said string, visible bool, err error) {
	var now, it item
	if err := c.do(http.MethodGet, notifications+"/"+url.PathEscape(id)+lean, nil, &it); err != nil {
		return "", false, err
	}
	if err := c.do(http.MethodGet, notifications+"/current"+lean, nil, &now); err != nil {
		return "", false, err
	}
	name, why := "Message "+id, ""
	if it.Reason != "" {
		why = ": " + it.Reason
	}
	switch {
	case it.Outcome != "":
		said = fmt.Sprintf("%s has ended (%s)%s.", name, it.Outcome, why)
	case now.ID == id:
		return name + " is on the panel now" + why + ".", true, nil
	case why != "":
		said = fmt.Sprintf("%s waits%s. Meanwhile only a higher priority shows: critical, which is for emergencies.",
			name, why)
	case now.ID != "":
		said = fmt.Sprintf("%s waits for message %s (%s), which is on the panel.", name, now.ID, now.Priority)
	default:
		said = name + " waits and shows in a moment."
	}
	return said, false, nil
}

// which is the message that a tool is about; "" = the one on the panel, or the next one.
type which struct {
	ID string `json:"id"`
}

func (c *call) clearMessage(w which) (reply, error) {
	if w.ID == "" {
		w.ID = "current"
	} else if err := checkID(w.ID); err != nil {
		return reply{}, err
	}
	return c.done("Cleared.", http.MethodDelete, notifications+"/"+w.ID, nil)
}

func (c *call) whyNotShown(w which) (reply, error) {
	if w.ID == "" {
		return c.waiting()
	}
	if err := checkID(w.ID); err != nil {
		return reply{}, err
	}
	said, err := c.state(w.ID)
	return reply{text: said}, err
}

// waiting says why the messages wait that do.
func (c *call) waiting() (reply, error) {
	var all []item
	if err := c.do(http.MethodGet, notifications+lean, nil, &all); err != nil {
		return reply{}, err
	}
	if len(all) == 0 {
		return reply{text: "No message waits, and none is on the panel. Ask with the id of a message that has ended."}, nil
	}
	var lines []string
	for _, it := range all[:min(len(all), 20)] {
		said, err := c.state(it.ID)
		if err != nil {
			return reply{}, err
		}
		lines = append(lines, said)
	}
	return reply{text: strings.Join(lines, "\n")}, nil
}

// checkID returns an error for an id that the device cannot have given.
func checkID(id string) error {
	if _, err := strconv.ParseUint(id, 10, 64); err != nil {
		return fmt.Errorf("id: %q is no id; show_message has answered with it", id)
	}
	return nil
}
