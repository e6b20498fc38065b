// SPDX-License-Identifier: Apache-2.0

package site

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
)

// questions of newcomers, each with the pages of which one answers it, and the words of
// its answer there.
var questions = []struct{ words, pages, says string }{
	{"which panel should I buy", "choosing",
		"from how far away will you read it, in which light, and how much do you want to solder?"},
	{"which raspberry pi do I need", "choosing build install", "any other Pi (5, 2, 1, Zero)"},
	{"flash the card", "image install", "Write one file to a card, and a Raspberry Pi becomes the device"},
	{"wifi from my phone", "wifi", "Scan the code, or choose the network by hand."},
	{"access point of the image", "image",
		"It has no access point: the Imager, a file on the card, or a cable gives it the network."},
	{"where is the API key", "clients install troubleshooting cli", "sudo ledpost key prints the installed service's key"},
	{"the page wants a key", "troubleshooting", "sudo ledpost key --link prints a link that signs you in."},
	{"message from Home Assistant", "clients recipes", "Settings → Devices & services → Add integration → LaMetric"},
	{"move to a new card", "moving", "Clients then find the same device, and keep their keys."},
	{"doorbell", "recipes", "A critical notification covers everything"},
	{"washing machine", "recipes", "less than 5 W for two minutes means that the wash is done"},
	{"change the clock face", "apps", "a face below; plain by default"},
	{"set an alarm", "apps recipes", "a list of up to 8 alarms"},
	{"wake up with light", "apps", "minutes of light before the alarm, up to 60"},
	{"dark at night", "troubleshooting recipes", "Without a light sensor the brightness stays where you set it."},
	{"weather place", "apps", "a town, with a region or country after a comma"},
	{"google calendar", "apps", "up to 5 addresses of calendars in iCalendar format"},
	{"play internet radio", "apps sounds troubleshooting", "Plays your stations, even while another app shows"},
	{"no sound", "troubleshooting", "plug in a USB sound card"},
	{"panel flickers", "troubleshooting", "add isolcpus=3 to the end of the line"},
	{"red and green are swapped", "troubleshooting", "Your panel takes the colours in another order."},
	{"red is blue", "troubleshooting", "Your panel takes the colours in another order."},
	{"the picture is twice, half as high", "troubleshooting", "an address line does not reach the panel"},
	{"letters are mirrored", "troubleshooting", "Run the panel's set-up under Device on the page"},
	{"the time is wrong", "troubleshooting", "Choose the time zone on the page"},
	{"device not found", "troubleshooting", "Open the address that the panel showed at its first start"},
	{"switch on updates", "updates troubleshooting", "Updates are off at first. Switch them on in the page's set-up"},
	{"version before", "updates troubleshooting",
		"The device watches each new version for a week and goes back when it fails"},
	{"factory reset", "image", "A file ledpost-reset.txt on the first partition"},
	{"MQTT topics", "mqtt", "All topics begin with ledpost/SERIAL"},
	{"move from AWTRIX", "awtrix moving", "flows keep their topics and payloads"},
	{"move from LaMetric", "moving", "programs keep their requests, with a new address and a new key"},
	{"my own icons", "icons", "use the page's icon picker or its editor"},
	{"wire a button", "hardware build", "A button connects its line to ground, without a resistor"},
	{"light sensor", "hardware build", "Name the room's light sensor in [light]"},
	{"two panels as one picture", "hardware", "arranges the panels in steps"},
	{"backup", "configuration", "Backup… on the page makes and restores a backup"},
	{"write an app", "new-app", "An app is a folder below apps, and one line in the table"},
	{"how many messages can wait", "limits", "waiting notifications 100"},
	{"WLED", "moving hardware", "ledpost and WLED can each be the other's panel"},
	{"how many amps does the power supply need", "build choosing troubleshooting", "power supply 5 V, 4 A"},
	{"brightness", "troubleshooting configuration apps hardware",
		"Clients change brightness, volume, screensaver and mode"},
	{"chart of a temperature sensor", "recipes", "This automation sends the means of the last 24 hours"},
	{"statistics of a sensor", "recipes", "This automation sends the means of the last 24 hours"},
	{"countdown to my holidays", "recipes apps", "The app Days until counts by itself"},
	{"warn me before it rains", "recipes apps", "The panel warns you before the rain"},
	{"red light at night", "night recipes", "the panel shows the clock in dark red"},
	{"does it need the cloud", "moving install README clients", "all requests stay in your network"},
	{"twelve hour clock", "apps", "24 or 12; by default from the region"},
	{"pictures of the clock faces", "apps", "a face below; plain by default"},
	{"use it as a lamp", "recipes", "The panel as a warm light"},
	{"progress bar", "recipes notifications", "a bar along the bottom, below any content"},
	{"the message never appears", "troubleshooting", "its lifetime ends before its turn"},
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
	texts := sections(t, dir)
	p := browser.NewPageHere(t, 1280, 900, browser.Light)
	p.Visit("file://" + filepath.Join(dir, "index.html"))
	for _, q := range questions {
		found := search(p, q.words)
		if !slices.ContainsFunc(found[:min(5, len(found))], func(href string) bool {
			page, _, _ := strings.Cut(href, ".html")
			return slices.Contains(strings.Fields(q.pages), page) && strings.Contains(texts[href], q.says)
		}) {
			t.Errorf("%q finds %q, want %q on %s among the first five", q.words, found, q.says, q.pages)
		}
	}
	for _, n := range named {
		if found := search(p, n.words); len(found) == 0 || !strings.HasPrefix(found[0], n.page+".html") {
			t.Errorf("%q finds %q, want %s first", n.words, found, n.page)
		}
	}
}

// sections are the texts of the guide's index, by their addresses.
func sections(t *testing.T, dir string) map[string]string {
	t.Helper()
	script, err := os.ReadFile(filepath.Join(dir, "sections.js"))
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(strings.TrimRight(string(script), ";\n"), "=")
	var rows [][]any
	if err := json.Unmarshal([]byte(list), &rows); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, row := range rows {
		texts[row[0].(string)], _ = row[3].(string)
	}
	return texts
}
