// SPDX-License-Identifier: Apache-2.0

package site

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ledpost/ledpost/e2e/browser"
)

// questions of newcomers, each with the pages of which one answers it.
var questions = []struct{ words, pages string }{
	{"which panel should I buy", "choosing"},
	{"which raspberry pi do I need", "choosing build install"},
	{"flash the card", "image install"},
	{"wifi from my phone", "wifi"},
	{"where is the API key", "clients install troubleshooting cli"},
	{"the page wants a key", "troubleshooting"},
	{"message from Home Assistant", "clients recipes"},
	{"doorbell", "recipes"},
	{"washing machine", "recipes"},
	{"change the clock face", "apps"},
	{"set an alarm", "apps recipes"},
	{"wake up with light", "apps"},
	{"dark at night", "troubleshooting recipes"},
	{"weather place", "apps"},
	{"google calendar", "apps"},
	{"play internet radio", "apps sounds troubleshooting"},
	{"no sound", "troubleshooting"},
	{"panel flickers", "troubleshooting"},
	{"red and green are swapped", "troubleshooting"},
	{"letters are mirrored", "troubleshooting"},
	{"the time is wrong", "troubleshooting"},
	{"device not found", "troubleshooting"},
	{"switch on updates", "updates troubleshooting"},
	{"version before", "updates troubleshooting"},
	{"factory reset", "image"},
	{"MQTT topics", "mqtt"},
	{"move from AWTRIX", "awtrix moving"},
	{"move from LaMetric", "moving"},
	{"my own icons", "icons"},
	{"wire a button", "hardware build"},
	{"light sensor", "hardware build"},
	{"two panels as one picture", "hardware"},
	{"backup", "configuration"},
	{"write an app", "new-app"},
	{"how many messages can wait", "limits"},
	{"WLED", "moving hardware"},
	{"how many amps does the power supply need", "build choosing troubleshooting"},
	{"brightness", "troubleshooting configuration apps hardware"},
	{"chart of a temperature sensor", "recipes"},
	{"statistics from Home Assistant", "recipes"},
	{"countdown to my holidays", "recipes apps"},
	{"warn me before it rains", "recipes apps"},
	{"red light at night", "night recipes"},
	{"does it need the cloud", "moving install README clients"},
	{"can it show album covers", "situations apps"},
	{"twelve hour clock", "apps"},
	{"pictures of the clock faces", "apps"},
	{"use it as a lamp", "recipes"},
	{"progress bar", "recipes notifications"},
	{"the message never appears", "troubleshooting"},
}

// named are words that name a page, each with the page that comes first, before the
// rules and records that name the same thing.
var named = []struct{ words, page string }{
	{"new app", "new-app"},
	{"command line", "cli"},
	{"ledpost render", "cli"},
	{"render command", "cli"},
	{"how is a release made", "releasing"},
	{"sounds", "sounds"},
	{"icons", "icons"},
	{"effects", "effects"},
	{"the page", "page"},
	{"night", "night"},
	{"limits", "limits"},
	{"the doctor", "doctor"},
	{"updates", "updates"},
	{"configuration", "configuration"},
	{"MQTT", "mqtt"},
	{"decision records", "adr/index"},
	{"Now", "page"},
	{"Send", "page"},
	{"Apps", "apps"},
	{"Look", "page"},
	{"Device", "page"},
	{"many devices", "fleet"},
	{"recipes", "recipes"},
	{"choosing a panel", "choosing"},
	{"three builds", "build"},
	{"moving from another clock", "moving"},
	{"twelve situations", "situations"},
	{"first light", "wifi"},
	{"performance", "performance"},
	{"clients", "clients"},
	{"text and fonts", "fonts"},
}

// TestQuestions: a newcomer's question finds its answer among the first five sections,
// and a page's name the page.
func TestQuestions(t *testing.T) {
	dir := filepath.Join(folder(t, withZero2W), "guide")
	ctx := browser.OpenHere(t, 1280, 900, browser.Light)
	browser.Do(t, ctx, chromedp.Navigate("file://"+filepath.Join(dir, "index.html")), browser.Until(`document.readyState === 'complete'`),
		browser.JS(`load()`), browser.Until(`typeof sections === 'object'`))
	for _, q := range questions {
		found := browser.Value[[]string](t, ctx, fmt.Sprintf(`find(wantedOf(%q)).slice(0, 5).map((row) => row[0])`, q.words))
		if !slices.ContainsFunc(strings.Fields(q.pages), func(page string) bool {
			return slices.ContainsFunc(found, func(href string) bool { return strings.HasPrefix(href, page+".html") })
		}) {
			t.Errorf("%q finds %q, want %s among them", q.words, found, q.pages)
		}
	}
	for _, n := range named {
		found := browser.Value[[]string](t, ctx, fmt.Sprintf(`find(wantedOf(%q)).slice(0, 3).map((row) => row[0])`, n.words))
		if len(found) == 0 || !strings.HasPrefix(found[0], n.page+".html") {
			t.Errorf("%q finds %q, want %s first", n.words, found, n.page)
		}
	}
}
