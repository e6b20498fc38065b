// SPDX-License-Identifier: Apache-2.0

package page

import (
	"strings"

	"github.com/chromedp/chromedp"

	"github.com/ledpost/ledpost/e2e/browser"
)

// text puts a text into the first field that a selector finds.
func text(selector, value string) step {
	return both(soon(selector, `!!document.querySelector(`+"`"+selector+"`"+`)?.checkVisibility()`),
		js(`{const i = document.querySelector(`+"`"+selector+"`"+`); i.value = '`+value+`'; for (const e of ['input', 'change']) i.dispatchEvent(new Event(e, {bubbles: true}));}`))
}

// search types into the field that searches, and presses Enter.
func search(words string) step {
	return both(text(".aid input", words), js(`document.querySelector('.aid input').dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true, cancelable: true}))`))
}

// closed waits until the settings of an app are kept.
var closed = soon("saved", `!document.getElementById("app").open`)

// says waits for a text on the page, or in a toast that is gone.
func says(words string) step {
	return soon(words, browser.Toast(words)+` || document.body.innerText.includes(`+"`"+words+"`"+`)`)
}

// switches are the jobs of a new device that let it ask a server on the internet.
func switches() []job {
	return []job{
		{"The radio", []string{"Search for a station", "Switch the directory on"}, []step{
			picture("Radio"), search("jazz"), press("Switch the directory on (radio-browser.info)"), until(browser.Toast("The directory is on."))},
			gets("/live/config", `directory = "https://all.api.radio-browser.info"`)},
		{"Updates", []string{"Look for newer versions once a day"}, []step{
			press("Device"), says("Updates are off."), press("Look for newer versions once a day"), says("Channel")},
			func(g guide) bool {
				var u struct{ Enabled bool }
				g.r.Call("GET", "/live/update", "", &u)
				return u.Enabled
			}},
	}
}

// installer puts the answers of a device that can install in place of those of this machine,
// which cannot. What the page asks for is in asked.
var installer = js(`{const real = fetch, u = {installed: '1.0.0', available: '99.0.0', channel: 'beta', notes: '', state: 'idle', progress: 0, kind: 'apt', enabled: true};
	globalThis.asked = [];
	globalThis.fetch = async (path, o) => {
		if (path !== '/live/update') return real(path, o);
		const action = o.method === 'POST' && JSON.parse(o.body).action;
		if (action) asked.push(action);
		if (action === 'install') Object.assign(u, {state: 'done', installed: '99.0.0', previous: '1.0.0', available: undefined});
		if (action === 'back') Object.assign(u, {state: 'rolled back', installed: '1.0.0', previous: '', error: 'by hand'});
		return new Response(JSON.stringify(u), {headers: {'Content-Type': 'application/json'}});
	};}`)

// jobs are what a newcomer wants to do with the page, in the order of the guide. server
// has a calendar.
func jobs(server string) []job {
	return []job{
		{"A waiting message", []string{"Waiting messages", "Switch the display on"}, []step{
			press("Now"), js(`document.querySelector('.stage [name=on]').click()`), press("Send"), text("#text", "later"), press("Show it"),
			press("Now"), says("Waiting messages"), press("Switch the display on"), soon("page", `document.querySelector('.stage [name=on]').checked`)},
			func(g guide) bool {
				var d struct{ On bool }
				g.r.Call("GET", "/api/v2/device/display", "", &d)
				return d.On
			}},
		{"Brightness and volume", nil, []step{press("Now"), write("Volume", "40")}, gets("/api/v2/device/audio", `"volume":40`)},
		{"Full screen, a picture, a GIF", []string{"Full screen", "Save a picture", "Record a GIF"}, []step{
			press("Full screen"), soon("page", `document.querySelector('.stage').classList.contains('full')`),
			js(`document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))`), soon("page", `!document.querySelector('.stage').classList.contains('full')`),
			press("Record a GIF"), soon("page", `document.getElementById('record').ariaPressed === 'true'`), js(`document.getElementById('record').click()`), says("GIF saved")}, nil},
		{"A message", []string{"Text", "no icon", "Sound", "Show it", "Effects, background, duration", "How it is shown"}, []step{
			press("Send"), write("Text", "tea"), press("no icon"), press("food-tea"), soon("page", `document.querySelector('#icon img') !== null`), press("#FF8000"),
			write("Sound", "notifications:bicycle"), until(sketched), press("Effects, background, duration"), press("How it is shown"), press("Show it"), says("Sent")},
			func(g guide) bool {
				all := g.r.Queue()
				return len(all) == 0 || all[len(all)-1].Model.Frames[0]["text"] == "tea"
			}},
		{"Your own icon", []string{"no icon", "Draw one…", "Save"}, []step{
			press("Send"), press("Clear"), press("no icon"), press("Draw one…"), until(focus("#pixels")), chromedp.KeyEvent(" "), write("Name of the icon", "speck"), press("Save"),
			soon("page", `!document.getElementById('editor').open`)}, gets("/live/icons", "speck")},
		{"An alarm", []string{"Next alarm", "Alarms", "Add", "Save"}, []step{
			press("Now"), press("Next alarm"), says("No alarm is on"), press("Add to Alarms"), text(".fold input[type=time]", "07:00"), press("Save"), closed, press("Now"), says("7:00")},
			has("com.lametric.clock", `"time":"07:00"`)},
		{"A face for the clock", []string{"Choose from pictures", "Face", "Save"}, []step{
			picture("Clock"), press("Choose from pictures"), press("Line of the seconds"), press("Save"), closed}, has("com.lametric.clock", `"face":"seconds"`)},
		{"A timer", []string{"Start"}, []step{
			picture("Countdown"), text("[name=timer]", "1:30"), press("Start"), says("The timer runs.")}, nil},
		{"The weather", []string{"Where?"}, []step{
			picture("Weather"), search("Paris"), press("Paris, Île-de-France, France")}, has("com.lametric.weather", `"place":"Paris, Île-de-France"`)},
		{"Show or hide an app", nil, []step{press("Apps"), press("Date takes its turn")}, func(g guide) bool { return g.settings("com.ledpost.date").Visible }},
		{"Change the order", nil, []step{
			press("Apps"), js(`{const g = document.querySelector('#apps li .grip'); g.focus(); g.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', shiftKey: true, bubbles: true, cancelable: true}));}`),
			soon("page", `document.querySelector('#apps li:nth-child(2) .what p').textContent === 'Clock'`)}, func(g guide) bool {
			var all []listed
			g.r.Call("GET", "/live/apps", "", &all)
			return all[1].Package == "com.lametric.clock"
		}},
		{"A calendar", []string{"Save and look"}, []step{
			picture("Calendar"), text("#app-fields .item input", server+"/work.ics"), press("Save and look"), says("Next event found:")}, nil},
		{"The radio", []string{"Search for a station"}, []step{
			picture("Radio"), search("jazz"), press("Play Jazz FM"), says("Jazz FM plays.")}, has("com.lametric.radio", "Jazz FM")},
		{"Times for apps", []string{"Schedule…"}, []step{press("Apps"), press("Schedule…"), press("Add a block"), press("Save")}, gets("/live/schedule", "widget")},
		{"A scene", []string{"Save scene", "Open scene…", "Use it"}, []step{press("Apps"), press("Save scene"), says("The scene is saved.")}, nil},
		{"Brightness by itself", []string{"Follow the light in the room"}, []step{press("Look"), soon("settings", `document.querySelector("[name=auto]").checked`), press("Follow the light in the room")}, gets("/api/v2/device/display", `"brightness_mode":"manual"`)},
		{"Quiet hours", []string{"Quiet hours"}, []step{
			press("Look"), press("Quiet hours"), press("Enabled"), write("From", "21:30"), write("To", "06:15")},
			func(g guide) bool {
				var q quietHours
				g.r.Call("GET", "/live/quiet", "", &q)
				return q.Enabled && q.Start == "21:30:00" && q.End == "06:15:00"
			}},
		{"Night", []string{"Night", "By time", "By sun"}, []step{press("Look"), soon("the ring", `document.getElementById("night-ring").childElementCount > 0 && document.querySelector("[name=night-when]:checked") !== null`), press("By time")}, gets("/live/night", `"when":"time"`)},
		{"A key for one program", []string{"Keys", "send only", "Make a key", "Revoke"}, []step{
			press("Device"), press("Keys"), write("Name", "door-bell"), write("Permission", "send"), press("Make a key"), says("It is shown only now"), press("Copy"), says("Copied"),
			press("Revoke door-bell"), press("Revoke door-bell"), says("door-bell is revoked.")}, nil},
		{"A backup", []string{"Backup…", "Download", "Restore…"}, []step{press("Device"), press("Backup…"), press("Download"), says("The backup was made.")}, nil},
		{"What goes wrong", []string{"Diagnostics", "Log", "Status"}, []step{
			press("Device"), press("Log"), soon("page", `document.querySelector('.log li') !== null`), press("Status"), soon("page", `document.querySelector('.charts figure') !== null`),
			press("Diagnostics"), soon("page", `document.querySelector('[data-view=doctor] [data-level], #health li') !== null`)}, nil},
		{"Another name or time zone", []string{"Network and name", "Save name and zone"}, []step{
			press("Device"), press("Network and name"), soon("the name", `!!document.querySelector("[name=device-name]")?.value`), text("[name=device-name]", "Kitchen"), press("Save name and zone"), says("Renamed.")},
			gets("/api/v2/device", `"name":"Kitchen"`)},
		{"Updates", []string{"Check now", "Install", "Go back to"}, []step{
			press("Device"), press("Check now"), says("Available: 99.0.0"), installer,
			press("Check now"), press("Install"), says("Installed: 99.0.0"), press("Go back to 1.0.0"), says("The previous version runs again.")},
			func(g guide) bool {
				return value[string](g.t, g.ctx, `asked.join()`) == "check,install,back"
			}},
		{"A phone", []string{"Sign in a phone…"}, []step{press("Device"), press("Sign in a phone…"), soon("page", `document.querySelector('#code-picture').childElementCount > 0 || document.getElementById('code-note').textContent !== ''`)}, nil},
		{"Panel, sensors, buttons, sound", []string{"Set up…"}, []step{press("Device"), press("Set up…"), soon("the set-up", `document.getElementById("setup").open`)}, nil},
		{"An unknown HUB75 panel", []string{"Set up…", "HUB75 panels", "What panel is this?", "Go on"}, []step{press("Device"), press("Set up…"), pick("hub75"),
			soon("the search", `document.querySelector('#setup-body [name=find]')?.textContent === 'What panel is this?'`)}, nil},
		{"Another language", []string{"Language"}, []step{press("Device"), write("Language", "de")}, func(g guide) bool {
			said, err := chromedp.Run(g.ctx, chromedp.Evaluate[string](`document.body.innerText`)) // an error while the page loads
			return err == nil && strings.Contains(said, "Sprache")
		}},
	}
}
