// SPDX-License-Identifier: Apache-2.0

package market

import (
	"encoding/json"
	"fmt"
	"time"
)

// An Ask sends a request to a device, and returns the status and the body, or 0 and the error's text.
type Ask func(method, path, body string) (status int, answer []byte)

// call asks the device and decodes its answer into v, unless that is nil.
func (ask Ask) call(method, path, body string, v any) error {
	status, answer := ask(method, path, body)
	if status/100 != 2 {
		return fmt.Errorf("%s %s: %d %s", method, path, status, answer)
	}
	if v == nil {
		return nil
	}
	return json.Unmarshal(answer, v)
}

// widget is one of the device's list.
type widget struct {
	ID      string `json:"widget"`
	Package string `json:"package,omitempty"`
	Visible bool   `json:"visible"`
	Seconds int    `json:"seconds"`
	Says    string `json:"says,omitempty"`
}

// others is the package of apps by others.
const others = "com.ledpost.others"

// Install installs n apps of the catalogue, and lets them alone take turns of so many seconds.
func (ask Ask) Install(n, seconds int) error {
	if err := ask.call("POST", "/live/gallery", "{}", nil); err != nil {
		return err
	}
	for i := range n {
		if err := ask.call("POST", "/live/gallery/"+ID(i), "{}", nil); err != nil {
			return err
		}
	}
	var list, next []widget
	if err := ask.call("GET", "/live/apps", "", &list); err != nil {
		return err
	}
	for _, w := range list {
		next = append(next, widget{ID: w.ID, Visible: w.Package == others, Seconds: seconds})
	}
	text, err := json.Marshal(next)
	if err != nil {
		return err
	}
	if err := ask.call("PUT", "/live/apps", string(text), nil); err != nil {
		return err
	}
	return ask.call("PUT", "/api/v2/device", `{"mode":"auto"}`, nil)
}

// patience is how long a turn may take, with the drawing of the next app: a busy machine is slow, not broken.
const patience = 2 * time.Minute

// Turns waits for n turns of apps. It calls look all the time, with how many turns there were, and of how many apps.
func (ask Ask) Turns(n int, look func(turns, apps int) error) error {
	seen, last, turns := map[string]bool{}, "", 0
	for begun := time.Now(); turns < n; {
		var s struct{ Showing struct{ Widget string } }
		if err := ask.call("GET", "/live/status", "", &s); err != nil {
			return err
		}
		if s.Showing.Widget != last {
			last, begun = s.Showing.Widget, time.Now()
			seen[last] = true
			turns++
		}
		if err := look(turns, len(seen)); err != nil {
			return err
		}
		if time.Since(begun) > patience {
			return fmt.Errorf("%s has had its turn for %v", last, patience)
		}
	}
	return nil
}

// Says returns what apps show in place of their pictures.
func (ask Ask) Says() (all []string, err error) {
	var list []widget
	err = ask.call("GET", "/live/apps", "", &list)
	for _, w := range list {
		if w.Package == others && w.Says != "" {
			all = append(all, w.Says)
		}
	}
	return all, err
}
