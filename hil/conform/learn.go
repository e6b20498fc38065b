// SPDX-License-Identifier: Apache-2.0

package conform

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// indexPath is where a device says what it has.
const indexPath = "/api/v2"

// facts are what a device says that it is.
type facts struct {
	profile
	named     bool // the profile was asked for
	version   string
	endpoints map[string]string // of the index
	braces    bool              // the index writes notifications/{:id}
	state     map[string]any    // of the device, with the objects that are parts of it
	unread    map[string]error  // by the paths that should be readable, and are not
}

// learn reads what a device says of itself, and finds its profile. It returns an error where a device
// answers neither with its index nor with its state.
func (s *session) learn(ctx context.Context) error {
	var index struct {
		Version   string `json:"api_version"`
		Endpoints map[string]string
	}
	lost := s.get(ctx, indexPath, &index)
	if err := s.get(ctx, devicePath, &s.state); lost != nil && err != nil {
		return lost
	}
	s.version, s.endpoints = index.Version, index.Endpoints
	s.unread = map[string]error{}
	if lost != nil {
		s.unread[indexPath], s.endpoints = lost, map[string]string{}
	}
	s.braces = strings.Contains(index.Endpoints["concrete_notification_url"], "/{:")
	if err := s.choose(s.Profile); err != nil {
		return err
	}
	if s.state == nil {
		s.state = map[string]any{}
	}
	for _, a := range abilities {
		s.look(ctx, a, lost != nil)
	}
	return nil
}

// choose finds the profile by its name; of "" it is the first that fits.
func (s *session) choose(name string) error {
	_, firmware := s.state["firmware"] // which LaMetric's devices do not have
	for _, p := range profiles {
		fits := p.own == firmware && (p.own || before(p.api, s.version)) && (p.model == "" || p.model == s.state["model"])
		if name == p.name || name == "" && fits {
			s.profile, s.named = p, name != ""
			return nil
		}
	}
	if name != "" {
		return fmt.Errorf("there is no profile %q, but %s", name, strings.Join(Profiles(), ", "))
	}
	s.profile = profiles[len(profiles)-1]
	return nil
}

// look reads a part of the API that is listed. Without an index, a part is there that can be read.
func (s *session) look(ctx context.Context, a ability, unlisted bool) {
	if _, listed := s.endpoints[a.index]; a.index == "" || a.one || !listed && !unlisted {
		return
	}
	var got any
	err := s.get(ctx, a.path, &got)
	object, is := got.(map[string]any)
	if list, array := got.([]any); a.path == notificationsPath && err == nil {
		if s.here = len(list); !array {
			err = fmt.Errorf("GET %s: no array", a.path)
		}
	} else if err == nil && !is {
		err = fmt.Errorf("GET %s: no object", a.path)
	}
	switch {
	case err == nil && a.part != "":
		s.state[a.part] = object
	case err != nil:
		s.unread[a.path] = err
	}
	if unlisted && err == nil {
		s.endpoints[a.index] = s.URL + a.path
		if a.path == notificationsPath {
			s.endpoints["current_notification_url"] = s.URL + currentPath
			s.endpoints["concrete_notification_url"] = s.URL + a.path + "/{:id}"
		}
	}
}

// absent reports whether a device says that it has no such part.
func (f *facts) absent(part string) bool {
	object, is := f.state[part].(map[string]any)
	return part != "" && (object["available"] == false || !is && f.unread[devicePath] == nil)
}

// lacks returns why a device is not asked about a target, "" if it is.
func (f *facts) lacks(target string) string {
	if f.own {
		return ""
	}
	path, _, _ := strings.Cut(target, "?")
	if err := f.unread[path]; err != nil && path == indexPath {
		return err.Error()
	}
	for _, a := range abilities {
		if !strings.HasPrefix(path, a.path) {
			continue
		}
		_, listed := f.endpoints[a.index]
		switch {
		case a.since == "":
			return "the profile " + f.name + " does not have " + a.title
		case a.index == "":
			return ""
		case !listed && !before(a.since, f.version) && f.unread[indexPath] == nil:
			return fmt.Sprintf("%s came with version %s of the API, the device has %s", a.title, a.since, f.version)
		case !listed && f.unread[a.path] == nil:
			return fmt.Sprintf("the device's index has no %s", a.index)
		case f.absent(a.part):
			return "the device says that it has no " + a.part
		case f.unread[a.path] != nil:
			return f.unread[a.path].Error()
		}
		return ""
	}
	return ""
}

// names are the objects that a PUT changes, by its path.
var names = map[string]string{displayPath: "display", audioPath: "audio", devicePath + "/bluetooth": "bluetooth"}

// unnamed returns what a line sets that a foreign device's state does not name, as a reason not to ask.
func (s *session) unnamed(line string) string {
	asked, _, _ := strings.Cut(line, " -> ")
	_, body, sent := strings.Cut(asked, " {")
	part := names[target(line)]
	object := under(s.state, part)
	var set map[string]any
	if s.own || !sent || part == "" || json.Unmarshal([]byte("{"+body), &set) != nil {
		return ""
	}
	for _, key := range slices.Sorted(maps.Keys(set)) {
		if _, has := object[key]; !has {
			return "the device's " + part + " has no " + key
		}
	}
	saver, _ := set["screensaver"].(map[string]any)
	mode, sets := saver["mode"].(string)
	if _, has := under(object, "screensaver", "modes")[mode]; sets && !has {
		return "the device's screensaver has no " + mode
	}
	for _, key := range slices.Sorted(maps.Keys(under(saver, "mode_params"))) {
		if strings.HasSuffix(key, "_time") && s.before[timed+key] == "" {
			return "the device does not say the " + key + " of its screensaver, so that it could not be put back"
		}
	}
	return ""
}

// under returns the object at some keys of another, nil if there is none.
func under(o map[string]any, keys ...string) map[string]any {
	for _, key := range keys {
		o, _ = o[key].(map[string]any)
	}
	return o
}

// limit returns the limits of the brightness or the volume, which are within its range; without any they are 0 and 100.
func (s *session) limit(name string) (least, most int) {
	part := map[string]string{"brightness": "display", "volume": "audio"}[name]
	least, most = 0, 100
	for _, bounds := range []string{"_range", "_limit"} {
		of := under(s.state, part, name+bounds)
		if n, is := of["min"].(float64); is {
			least = max(least, int(n))
		}
		if n, is := of["max"].(float64); is {
			most = min(most, int(n))
		}
	}
	return least, most
}
