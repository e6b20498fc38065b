// SPDX-License-Identifier: Apache-2.0

package page

import (
	"encoding/json"
	"net/http"
	"slices"
	"sync"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/ledpost/ledpost/e2e/browser"
)

// switches are the jobs of a new device that let it ask a server on the internet.
var switches = []job{
	{"The radio", []string{"Search for a station", "Switch the directory on"}, func(g guide) {
		radio := g.settings("Radio")
		radio.Type("Search for a station", "jazz")
		g.Key(kb.Enter)
		radio.Press("Switch the directory on (radio-browser.info)")
		g.Toast("The directory is on.")
	}, gets("/live/config", `directory = "https://all.api.radio-browser.info"`)},
	{"Updates", []string{"Look for newer versions once a day"}, func(g guide) {
		g.Open("Device")
		g.Sees("Updates are off.")
		g.Tick("Look for newer versions once a day", true)
		g.Field("Channel").Shows()
	}, gets("/live/update", `"enabled":true`)},
}

// An installer answers in place of a device that can install, which this machine cannot.
type installer struct {
	Installed string `json:"installed"`
	Previous  string `json:"previous"`
	Available string `json:"available"`
	Channel   string `json:"channel"`
	State     string `json:"state"`
	Error     string `json:"error"`
	Kind      string `json:"kind"`
	Enabled   bool   `json:"enabled"`
	Progress  int    `json:"progress"`
	Notes     string `json:"notes"`

	mu    sync.Mutex
	asked []string // what was asked for
}

func (i *installer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	var wanted struct{ Action string }
	if r.Method == "POST" && json.NewDecoder(r.Body).Decode(&wanted) == nil {
		i.asked = append(i.asked, wanted.Action)
	}
	switch wanted.Action {
	case "install":
		i.State, i.Installed, i.Previous, i.Available = "done", "99.0.0", "1.0.0", ""
	case "back":
		i.State, i.Installed, i.Previous, i.Error = "rolled back", "1.0.0", "", "by hand"
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(i)
}

// jobs are what a newcomer wants to do with the page, in the order of the guide. server
// has a calendar.
func jobs(server string) []job {
	installs := &installer{
		Installed: "1.0.0", Available: "99.0.0", Channel: "beta", State: "idle", Kind: "apt", Enabled: true,
	}
	return []job{
		{"A waiting message", []string{"Waiting messages", "Switch the display on"}, func(g guide) {
			g.Tick("On", false)
			g.Open("Send")
			g.Type("Text", "later")
			g.Press("Show it")
			g.Open("Now")
			g.Within("Waiting messages").Press("Switch the display on")
			g.Box("On").Is(":checked")
		}, gets("/api/v2/device/display", `"on":true`)},
		{"Brightness and volume", nil, func(g guide) { g.Set("Volume", "40") }, gets("/api/v2/device/audio", `"volume":40`)},
		{"Brightness by itself", []string{"Auto"}, func(g guide) {
			g.Box("Follow the light in the room").Is(":checked")
			g.Set("Brightness", "41")
			g.CSS("[name=brightness-now]").Reads("41%")
			g.Tick("Follow the light in the room", false)
		}, gets("/api/v2/device/display", `"brightness_bias":-50`)},
		{"Full screen, a picture, a GIF", []string{"Share", "Full screen", "Save a picture", "Record a GIF"}, func(g guide) {
			g.Press("Share")
			g.Press("Full screen")
			g.CSS(".stage.full").Shows()
			g.Key(kb.Escape)
			g.CSS(".stage.full").Gone()
			g.Press("Share")
			g.Press("Record a GIF")
			g.Press("Stop recording, *")
			g.Toast("GIF saved")
		}, nil},
		{"A message", []string{
			"Text", "no icon", "Sound", "Show it", "Effects, background, duration", "How it is shown",
		}, func(g guide) {
			g.Open("Send")
			g.Type("Text", "tea")
			g.Press("no icon")
			g.Press("food-tea")
			g.Control("Icon: food-tea").CSS("img").Drawn(1)
			g.Press("#FF8000")
			g.Choose("Sound", "Bicycle")
			g.Sketched()
			g.Press("Effects, background, duration")
			g.Press("How it is shown")
			g.Press("Show it")
			g.Toast("Sent")
		}, func(g guide) bool {
			all := g.r.Queue()
			return len(all) == 0 || all[len(all)-1].Model.Frames[0]["text"] == "tea"
		}},
		{"Your own icon", []string{"no icon", "Draw one…", "Save"}, func(g guide) {
			g.Open("Send")
			g.Press("no icon")
			g.Press("Draw one…")
			editor := g.Within("Draw an icon")
			editor.Within("The picture").Focused().Shows()
			g.Key(" ")
			editor.Type("Name of the icon", "speck")
			editor.Press("Save")
			g.Control("Icon: speck").Shows()
		}, gets("/live/icons", "speck")},
		{"An alarm", []string{"Next alarm", "Alarms", "Add", "Save"}, func(g guide) {
			g.Press("Next alarm")
			g.Within("Clock").Sees("No alarm is on")
			g.Press("Add to Alarms")
			g.Set("Time", "07:00")
			g.Press("Save")
			g.Row("Clock").Sees("7:00")
		}, has("com.lametric.clock", `"time":"07:00"`)},
		{"A face for the clock", []string{"Face", "Save"}, func(g guide) {
			clock := g.settings("Clock")
			clock.Within("Face").Press("Line of the seconds")
			clock.Press("Save")
			clock.Gone()
		}, has("com.lametric.clock", `"face":"seconds"`)},
		{"Effect, background, overlay, transition", []string{"Show all"}, func(g guide) {
			g.Open("Look")
			g.Within("Overlay").Press("Snow")
			g.CSS(".reel:has([name=overlay]) > button").Click()
			g.CSS("#pictures-list").Press("Rain")
		}, gets("/live/look", `"overlay":"rain"`)},
		{"A timer", []string{"Start"}, func(g guide) {
			timer := g.settings("Countdown")
			timer.Type("Minutes, or minutes:seconds", "1:30")
			timer.Within("Start a timer").Press("Start")
			g.Toast("The timer runs.")
		}, nil},
		{"The weather", []string{"Where?"}, func(g guide) {
			weather := g.settings("Weather")
			weather.Type("Where?", "Paris")
			g.Key(kb.Enter)
			weather.Press("Paris, Île-de-France, France")
		}, has("com.lametric.weather", `"place":"Paris, Île-de-France"`)},
		{"Show or hide an app", nil, func(g guide) {
			g.Open("Apps")
			g.Tick("Date takes its turn", true)
		}, func(g guide) bool { return browser.Find(apps(g.r), "com.ledpost.date").Visible }},
		{"Change the order", nil, func(g guide) {
			g.Open("Apps")
			g.Row("Clock").CSS(".thumb").Focus()
			g.Key(kb.ArrowRight, chromedp.ModifierShift)
			g.CSS("#apps > li").Nth(2).Sees("Clock")
		}, func(g guide) bool { return apps(g.r)[1].Package == "com.lametric.clock" }},
		{"A calendar", []string{"Save and look"}, func(g guide) {
			calendar := g.settings("Calendar")
			calendar.Type("Calendar address 1", server+"/work.ics")
			calendar.Press("Save and look")
			calendar.Sees("Next event found:")
		}, nil},
		{"The radio", []string{"Search for a station"}, func(g guide) {
			radio := g.settings("Radio")
			radio.Type("Search for a station", "jazz")
			g.Key(kb.Enter)
			radio.Press("Play Jazz FM")
			radio.Sees("Jazz FM plays.")
		}, has("com.lametric.radio", "Jazz FM")},
		{"Different apps by day and hour", []string{"Schedule…"}, func(g guide) {
			g.Open("Apps")
			g.Press("Schedule…")
			g.Press("Add a block")
			g.Press("Save")
		}, gets("/live/schedule", "widget")},
		{"A scene", []string{"Save scene", "Open scene…", "Use it"}, func(g guide) {
			g.Open("Apps")
			g.Press("Save scene")
			g.Toast("The scene is saved.")
		}, nil},
		{"Quiet hours", []string{"Quiet hours"}, func(g guide) {
			g.Open("Look")
			g.Press("Quiet hours")
			g.Tick("Enabled", true)
			g.Set("From", "21:30")
			g.Set("To", "06:15")
		}, func(g guide) bool {
			q := quiet(g.r)
			return q.Enabled && q.Start == "21:30:00" && q.End == "06:15:00"
		}},
		{"Night", []string{"Night", "By time", "By sun"}, func(g guide) {
			g.Open("Look")
			g.Within("Night on a clock of 24 hours").Shows()
			g.Press("By time")
		}, gets("/live/night", `"when":"time"`)},
		{"A key for one program", []string{"Keys", "send only", "Make a key", "Revoke"}, func(g guide) {
			g.Open("Device")
			g.Press("Keys")
			g.Type("Name", "door-bell")
			g.Choose("Permission", "send only")
			g.Press("Make a key")
			g.Sees("It is shown only now")
			g.Press("Copy")
			g.Toast("Copied")
			g.Press("Revoke door-bell")
			g.Press("Revoke door-bell")
			g.Toast("door-bell is revoked.")
		}, nil},
		{"A backup", []string{"Backup…", "Download", "Restore…"}, func(g guide) {
			g.Open("Device")
			g.Press("Backup…")
			g.Control("Restore…").Shows()
			g.Press("Download")
			g.Sees("The backup was made.")
		}, nil},
		{"What goes wrong", []string{"Diagnostics", "Log", "Status"}, func(g guide) {
			g.Open("Device")
			views := g.Within("Settings and diagnostics")
			views.Press("Log")
			views.CSS(".log li").Shows()
			views.Press("Status")
			views.CSS(".charts figure").Shows()
			views.Press("Diagnostics")
			views.Within("Diagnostic results").CSS("li").Shows()
		}, nil},
		{"Another name or time zone", []string{"Network and name", "Save name and zone"}, func(g guide) {
			g.Open("Device")
			g.Press("Network and name")
			g.Field("Name").Holds("ledpost")
			g.Type("Name", "Kitchen")
			g.Press("Save name and zone")
			g.Toast("Renamed.")
		}, gets("/api/v2/device", `"name":"Kitchen"`)},
		{"Updates", []string{"Check now", "Install", "Go back to"}, func(g guide) {
			g.Open("Device")
			g.Press("Check now")
			g.Sees("Available: 99.0.0")
			g.Answer("/live/update", installs)
			g.Press("Check now")
			g.Press("Install")
			g.Sees("Installed: 99.0.0")
			g.Press("Go back to 1.0.0")
			g.Sees("The previous version runs again.")
			g.Answer("/live/update", nil)
		}, func(guide) bool {
			installs.mu.Lock()
			defer installs.mu.Unlock()
			return slices.Equal(installs.asked, []string{"check", "install", "back"})
		}},
		{"A phone", []string{"Sign in a phone…"}, func(g guide) {
			g.Open("Device")
			g.Press("Sign in a phone…")
			g.CSS("#code-picture svg, #code-note:not(:empty)").Shows() // over loopback it says why there is none
		}, nil},
		{"Panel, sensors, buttons, sound", []string{"Set up…"}, func(g guide) {
			g.Open("Device")
			g.Press("Set up…")
			g.Within("The panel").Shows()
		}, nil},
		{"An unknown HUB75 panel", []string{"Set up…", "HUB75 panels", "What panel is this?", "Go on"}, func(g guide) {
			g.Open("Device")
			g.Press("Set up…")
			g.Press("HUB75 panels*")
			g.Control("What panel is this?").Shows()
		}, nil},
		{"Another language", []string{"Language"}, func(g guide) {
			g.Open("Device")
			g.Choose("Language", "Deutsch")
			g.Field("Sprache").Shows()
		}, nil},
	}
}
