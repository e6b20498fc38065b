// SPDX-License-Identifier: Apache-2.0

package conform

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
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

// An ability is a part of the API that a device may lack.
type ability struct {
	path  string // below which it is
	index string // its field of the index; "" = it has none
	since string // version of the API
	title string
}

// abilities are the parts of the API as LaMetric's documentation lists them with their
// versions (lametric/Documentation, reference-docs/device-endpoints.rst), longer paths
// first; those without a version only this program has.
var abilities = []ability{
	{devicePath + "/apps", "apps_list_url", "2.1", "apps"},
	{streamPath, "stream_url", "2.3", "streaming"},
	{notificationsPath + "/current", "current_notification_url", "2.0", "the current notification"},
	{notificationsPath + "/", "concrete_notification_url", "2.0", "single notifications"},
	{notificationsPath, "notifications_url", "2.0", "notifications"},
	{displayPath, "display_url", "2.0", "a display"},
	{audioPath, "audio_url", "2.0", "audio"},
	{devicePath + "/bluetooth", "bluetooth_url", "2.0", "Bluetooth"},
	{devicePath + "/wifi", "wifi_url", "2.0", "Wi-Fi"},
	{devicePath, "device_url", "2.0", "its state"},
	{"/api/v2/widget", "widget_update_url", "2.0", "pushes to widgets"},
	{userPath, "", "2.0", "requests for a key"},
	{"/live", "", "", "this program's own API"},
	{"/healthz", "", "", "this program's own API"},
	{"/device_description.xml", "", "", "its description at this address"},
}

// facts are what a device says that it is.
type facts struct {
	profile
	version   string
	endpoints map[string]string // of the index
	braces    bool              // the index writes notifications/{:id}
}

// learn reads the index and the model, and finds the profile; want "" is the one that fits.
func (s *session) learn(ctx context.Context, want string) error {
	var index struct {
		Version   string `json:"api_version"`
		Endpoints map[string]string
	}
	if err := s.get(ctx, "/api/v2", &index); err != nil {
		return err
	}
	var device map[string]json.RawMessage
	if err := s.get(ctx, devicePath, &device); err != nil {
		return err
	}
	s.facts = facts{version: index.Version, endpoints: index.Endpoints}
	s.braces = strings.Contains(index.Endpoints["concrete_notification_url"], "/{:")
	_, firmware := device["firmware"] // which LaMetric's devices do not have
	for _, p := range profiles {
		fits := p.own == firmware && (p.own || before(p.api, index.Version)) &&
			(p.model == "" || `"`+p.model+`"` == string(device["model"]))
		if want == p.name || want == "" && fits {
			s.profile = p
			return nil
		}
	}
	if want != "" {
		return fmt.Errorf("there is no profile %q, but %s", want, strings.Join(Profiles(), ", "))
	}
	s.profile = profiles[len(profiles)-1]
	return nil
}

// before reports whether a version is not later than another; what is no version is 0.
func before(a, b string) bool { return slices.Compare(numbers(a), numbers(b)) <= 0 }

// numbers returns the first two numbers of a version.
func numbers(version string) []int {
	parts := append(strings.Split(version, "."), "", "")
	major, _ := strconv.Atoi(parts[0])
	minor, _ := strconv.Atoi(parts[1])
	return []int{major, minor}
}

// lacks returns why a device is not asked about a target, "" if it is.
func (f *facts) lacks(target string) string {
	if f.own {
		return ""
	}
	path, _, _ := strings.Cut(target, "?")
	for _, a := range abilities {
		if !strings.HasPrefix(path, a.path) {
			continue
		}
		_, listed := f.endpoints[a.index]
		switch {
		case a.since == "":
			return "the profile " + f.name + " does not have " + a.title
		case listed || a.index == "":
			return ""
		case !before(a.since, f.version):
			return fmt.Sprintf("%s came with version %s of the API, the device has %s", a.title, a.since, f.version)
		}
		return fmt.Sprintf("the device's index has no %s", a.index)
	}
	return ""
}

// verdict says whether a difference fails a device, or only differs. On a foreign one
// fails what LaMetric's documentation says, which the rules of docs/api.md are; the
// decisions, the words of refusals and what the original is known to do otherwise differ.
func (f *facts) verdict(one statements.Statement, u *unlike) (fails bool) {
	if f.own {
		return true
	}
	decided := one.At[0] >= '0' && one.At[0] <= '9'
	return !decided && one.Original == "" && !u.mild
}

// unlike is the error of an answer that is not as a statement has it.
type unlike struct {
	error
	mild bool // a client cannot tell: refused or accepted all the same
}

// checks are the statements about a foreign device's index, which its version decides.
func (s *session) checks(ctx context.Context) []Result {
	row := func(says string, fault error) Result {
		r := Result{Statement: statements.Statement{At: "Index", Says: says}}
		if fault != nil {
			r.Fault = fault.Error()
		}
		return r
	}
	all := []Result{row("the version is one of the profile", s.checkVersion())}
	for _, setting := range slices.Sorted(maps.Keys(s.refused)) {
		all = append(all, row("a setting that the device has can be set: "+setting, s.refused[setting]))
	}
	for _, a := range abilities {
		if a.index == "" || a.index == "widget_update_url" || !before(a.since, s.api) {
			continue
		}
		if s.profile.name == "sky" && a.index == "audio_url" && s.endpoints[a.index] == "" {
			continue // it has no loudspeaker
		}
		all = append(all, row("it lists "+a.title, s.checkListed(ctx, a)))
	}
	return all
}

func (s *session) checkVersion() error {
	if slices.Equal(numbers(s.version), numbers(s.api)) && strings.Count(s.version, ".") == 2 {
		return nil
	}
	return fmt.Errorf("api_version %q, want %s with a third number", s.version, s.api)
}

// checkListed checks one endpoint: it is listed where it should be, and there.
func (s *session) checkListed(ctx context.Context, a ability) error {
	at, err := url.Parse(s.endpoints[a.index])
	switch {
	case s.endpoints[a.index] == "":
		return fmt.Errorf("no %s", a.index)
	case err != nil || !strings.HasPrefix(at.Path, strings.TrimSuffix(a.path, "/")):
		return fmt.Errorf("%s is %q, want a URL of %s", a.index, s.endpoints[a.index], a.path)
	case strings.Contains(at.Path, "{"):
		return nil
	}
	got, err := s.send(ctx, http.MethodGet, at.Path, "", s.Key)
	if err == nil && got.status != http.StatusOK {
		err = got.refusal()
	}
	return err
}
