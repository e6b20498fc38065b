// SPDX-License-Identifier: Apache-2.0

package conform

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/api/statements"
)

// A profile is a kind of device: what may be asked of it, and what it must do.
type profile struct {
	name  string
	model string // that the device names; "" = any
	api   string // version of the API, up to the minor one
	own   bool   // all statements must hold, as on devices of this program
}

// profiles are the kinds of devices; the first that fits is taken.
var profiles = []profile{
	{name: "ledpost", own: true},
	{name: "sky", model: "sa5", api: "2.3"},
	{name: "lametric-2.3", api: "2.3"},
	{name: "lametric-2.1", api: "2.1"},
}

// Profiles returns the names of the kinds of devices that can be asked for.
func Profiles() (names []string) {
	for _, p := range profiles {
		names = append(names, p.name)
	}
	return append(names, awtrixProfile, TronbytClient)
}

// first is the first version of the API.
const first = "2.0"

// An ability is a part of the API that a device may lack.
type ability struct {
	path  string // below which it is
	index string // its field of the index; "" = it has none
	since string // version of the API
	title string
	part  string // its object in the device's state; "" = none
	one   bool   // it is of a notification or a widget, and there may be none to read
}

// abilities are the parts of the API as LaMetric's documentation lists them with their
// versions (lametric/Documentation, reference-docs/device-endpoints.rst), longer paths
// first; those without a version only this program has.
var abilities = []ability{
	{devicePath + "/apps", "apps_list_url", "2.1", "apps", "", false},
	{streamPath, "stream_url", "2.3", "streaming", "", false},
	{notificationsPath + "/current", "current_notification_url", first, "the current notification", "", true},
	{notificationsPath + "/", "concrete_notification_url", first, "single notifications", "", true},
	{notificationsPath, "notifications_url", first, "notifications", "", false},
	{displayPath, "display_url", first, "a display", "display", false},
	{audioPath, "audio_url", first, "audio", "audio", false},
	{devicePath + "/bluetooth", "bluetooth_url", first, "Bluetooth", "bluetooth", false},
	{devicePath + "/wifi", "wifi_url", first, "Wi-Fi", "wifi", false},
	{devicePath, "device_url", first, "its state", "", false},
	{"/api/v2/widget", "widget_update_url", first, "pushes to widgets", "", true},
	{userPath, "", first, "requests for a key", "", false},
	{"/live", "", "", "this program's own API", "", false},
	{"/healthz", "", "", "this program's own API", "", false},
	{"/device_description.xml", "", "", "its description at this address", "", false},
}

// additions are what came later than its path, by LaMetric's documentation of the path: a request's method and path,
// and what its line of a statement has.
var additions = []struct{ method, path, has, since, title string }{
	{"PUT", displayPath, `"screensaver":`, "2.1.0", "settings of the screensaver"},
	{"GET", displayPath, `"brightness_range":`, "2.1.0", "limits of the brightness"},
	{"POST", notificationsPath, `"sound":{"url":`, "2.3.0", "custom sounds"},
	{"PUT", devicePath, "", "2.3.1", "setting the mode"},
}

// lately returns what of a line came with a later version than a foreign device has, as a reason not to ask. A device
// that names no version has that of its profile.
func (f *facts) lately(line string) string {
	version, has := f.version, "the device has "
	if numbers(version)[0] == 0 {
		version, has = f.api, "the profile "+f.name+" has "
	}
	method, path := asks(line)
	for _, a := range additions {
		if !f.own && method == a.method && path == a.path && strings.Contains(line, a.has) && !before(a.since, version) {
			return fmt.Sprintf("%s came with version %s of the API, %s%s", a.title, a.since, has, version)
		}
	}
	return ""
}

// before reports whether a version is not later than another; what is no version is 0.
func before(a, b string) bool { return slices.Compare(numbers(a), numbers(b)) <= 0 }

// leading are the numbers that a version begins with, as v2.3.1-rc.2 does.
var leading = regexp.MustCompile(`^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?`)

// numbers returns the three numbers of a version; what is missing is 0.
func numbers(version string) []int {
	all := make([]int, 3)
	for i, part := range leading.FindStringSubmatch(version) {
		if i > 0 { // not the whole match
			all[i-1], _ = strconv.Atoi(part)
		}
	}
	return all
}

// checks are the statements about what the device says of itself. On ledpost only those are told that
// do not hold: the others are statements of their own.
func (s *session) checks() (all []Result) {
	row := func(says string, fault error, fails bool) {
		if fault == nil && s.own {
			return
		}
		if fault != nil && !fails && !s.own {
			fault = otherwise{fault}
		}
		r := Result{Statement: statements.Statement{At: "Index", Says: says}}
		r.judge(fault)
		all = append(all, r)
	}
	row("it can be read", s.unread[indexPath], true)
	if s.unread[indexPath] == nil {
		row("the version is one of the profile", s.checkVersion(), s.named)
	}
	for _, setting := range slices.Sorted(maps.Keys(s.refused)) {
		row("a setting that the device has can be set: "+setting, s.refused[setting], false)
	}
	for _, a := range abilities {
		lately := !before(a.since, s.api) || !s.named && !before(a.since, s.version)
		silent := s.named && s.profile.name == "sky" && a.index == "audio_url" && s.endpoints[a.index] == ""
		if a.index == "" || a.index == "widget_update_url" || lately || silent {
			continue
		}
		fault := s.checkListed(a)
		must := s.named && a.since == first // not all indexes list what came later
		row("it lists "+a.title, fault, must || s.endpoints[a.index] != "" && !s.absent(a.part))
	}
	return all
}

func (s *session) checkVersion() error {
	if s.own || slices.Equal(numbers(s.version)[:2], numbers(s.api)[:2]) && strings.Count(s.version, ".") == 2 {
		return nil
	}
	return fmt.Errorf("api_version %q, want %s with a third number", s.version, s.api)
}

// checkListed checks one endpoint: it is listed where it should be, and there.
func (s *session) checkListed(a ability) error {
	at, err := url.Parse(s.endpoints[a.index])
	switch {
	case s.own && s.endpoints[a.index] == "": // a statement of its own says which
		return s.unread[a.path]
	case s.endpoints[a.index] == "":
		return errors.Join(fmt.Errorf("no %s", a.index), s.unread[a.path])
	case err != nil || !strings.HasPrefix(at.Path, strings.TrimSuffix(a.path, "/")):
		return fmt.Errorf("%s is %q, want a URL of %s", a.index, s.endpoints[a.index], a.path)
	}
	return s.unread[a.path]
}
