// SPDX-License-Identifier: Apache-2.0

package conform

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/ledpost/ledpost/api/statements"
)

// A redactor keeps of answers what the statements and the documentation of the interfaces say, and writes a
// pseudonym for everything else: names of people, places, networks and apps, keys, numbers of devices. A text always
// has the same pseudonym, so that an archive is judged as its device was. The zero value knows no text yet; one
// goroutine may use it.
type redactor struct{ names map[string]string }

// documented are words that interfaces are described with, beside those of the statements: the fields of
// LaMetric's reference (device-endpoints.rst and its neighbours) and of AWTRIX's, and what refusals are made of.
const documented = `
api api_version endpoints device_url notifications_url current_notification_url concrete_notification_url
display_url audio_url bluetooth_url wifi_url apps_list_url apps_get_url apps_action_url apps_switch_url
apps_switch_next_url apps_switch_prev_url stream_url stream_start_url stream_stop_url widget_update_url
audio bluetooth display wifi id mode model name os_version serial_number update_available version firmware
available volume volume_limit volume_range min max active address discoverable low_energy advertising connectable
mac pairable brightness brightness_auto brightness_bias brightness_limit brightness_mode brightness_range height width
type on screensaver enabled
modes time_based when_dark screen_off start_time end_time local_start_time local_end_time widget widgets widget_id
mixed monochrome grayscale color full_rgb encryption essid ssid ip ipv4 netmask strength signal_strength rssi dhcp
static WPA WPA2 WEP OPEN created updated expiration_date external internal priority info warning critical icon_type
icon none alert model frames text goalData start current end unit chartData cycles duration sound category repeat
success data path errors error message reason protocol lmsp port status canvas pixel triangle size features stopped
receiving session_id package vendor version_code title actions triggers index visible settings
bat bat_raw lux ldr_raw ram bri temp hum uptime wifi_signal messages indicator1 indicator2 indicator3 app uid matrix
ip_address queued displaying client_info firmware_version firmware_type protocol_version
auto manual schedule kiosk next prev activate update device v1 v2
text/html text/plain text/xml application/xml utf-8 utf8 charset
a all allowed an and application are at authorization body failed for found in invalid is json key keys method missing
must no not of one only out parse range required resource string the to unknown value want with wrong
root html head body error`

// How texts are taken apart: words, which may be addresses; those of paths; and tags of XML and HTML.
var (
	wordOf = regexp.MustCompile(`[\pL\pN\pM_]+(?:[.:@/+-]+[\pL\pN\pM_]+)*`)
	partOf = regexp.MustCompile(`[\pL\pN\pM_.:@%+-]+`)
	tagOf  = regexp.MustCompile(`<(/?)([a-zA-Z][a-zA-Z0-9]*)[^<>]*>`)
)

// literal is a string in the lines of a statement.
var literal = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`)

// known are the texts and the words that are kept.
var known = sync.OnceValue(func() (k struct{ texts, words map[string]bool }) {
	k.texts, k.words = map[string]bool{"": true}, map[string]bool{}
	lines := []string{fields("start_time", `"00:00:00"`, "end_time", `"23:59:59"`)}
	for _, one := range statements.All() {
		if one.Only == "" {
			lines = append(lines, one.Show)
		}
	}
	for _, row := range awtrixRows {
		lines = append(lines, row.show)
	}
	for _, row := range tronbytRows {
		lines = append(lines, row.show)
	}
	for _, line := range lines {
		for _, m := range literal.FindAllStringSubmatch(line, -1) {
			text := ""
			if json.Unmarshal([]byte(m[0]), &text) == nil {
				k.texts[text] = true
			}
		}
		for _, word := range slices.Concat(wordOf.FindAllString(line, -1), partOf.FindAllString(line, -1)) {
			k.words[word] = true
		}
	}
	for word := range strings.FieldsSeq(documented) {
		k.texts[word], k.words[word] = true, true
	}
	return k
})

// personal are fields whose texts are an owner's, whatever they are.
var personal = set(`name title serial_number essid ssid address mac ip ipv4 ip_address netmask gateway dns token key
	session_id uid hostname username password friendlyName serialNumber UDN`)

// numeric are fields whose numbers are kept.
var numeric = set(`brightness brightness_now brightness_auto brightness_bias volume min max width height port cycles
	repeat duration index`)

// shapes are fields whose texts are kept in a form that names nobody.
var shapes = map[string]*regexp.Regexp{
	"api_version": version, "os_version": version, "version": version, "firmware": version, "firmware_version": version,
	"model": regexp.MustCompile(`^(sa\d{1,2}|LM 37X8)$`),
}

var (
	version     = regexp.MustCompile(`^v?\d{1,3}(\.\d{1,3}){0,2}$`)
	shortNumber = regexp.MustCompile(`^\d{1,9}$`)
)

// set returns the words of a text.
func set(text string) map[string]bool {
	all := map[string]bool{}
	for word := range strings.FieldsSeq(text) {
		all[word] = true
	}
	return all
}

// pseudonym returns what stands for a text.
func (r *redactor) pseudonym(text string) string {
	if r.names == nil {
		r.names = map[string]string{}
	}
	if r.names[text] == "" {
		r.names[text] = fmt.Sprintf("x%d", len(r.names)+1)
	}
	return r.names[text]
}

// body redacts what came or went, to or from an address. Texts that the run sent may stand in any field.
func (r *redactor) body(text string, at *url.URL, sent bool) string {
	w := walk{redactor: r, at: at, sent: sent, notes: strings.HasPrefix(at.Path, notificationsPath)}
	if json.Valid([]byte(text)) {
		return w.json(text)
	}
	end, out := 0, strings.Builder{}
	for _, m := range tagOf.FindAllStringSubmatchIndex(text, -1) {
		out.WriteString(r.free(text[end:m[0]]))
		name := text[m[4]:m[5]]
		if !known().words[name] {
			name = "x"
		}
		out.WriteString("<" + text[m[2]:m[3]] + name + ">")
		end = m[1]
	}
	return out.String() + r.free(text[end:])
}

// free keeps the known words of a text.
func (r *redactor) free(text string) string {
	text = strings.Map(func(c rune) rune {
		if unicode.IsPrint(c) {
			return c
		}
		return ' '
	}, strings.ToValidUTF8(text, " "))
	return wordOf.ReplaceAllStringFunc(text, func(word string) string {
		if known().words[word] {
			return word
		}
		return r.pseudonym(word)
	})
}

// target keeps the known parts of a path and its query, and ids of notifications.
func (r *redactor) target(path string) string {
	return partOf.ReplaceAllStringFunc(path, func(part string) string {
		plain, err := url.PathUnescape(part)
		if k := known(); err == nil && (k.words[plain] || k.texts[plain] || shortNumber.MatchString(plain)) {
			return part
		}
		return r.pseudonym(plain)
	})
}

// A walk goes through a text of JSON, of which it changes strings and numbers in place.
type walk struct {
	*redactor
	at    *url.URL
	sent  bool
	notes bool // it is of notifications, whose ids name nobody
}

// level is an object or an array that a walk is in.
type level struct {
	array bool
	key   string // of the value that comes; "" = a key comes
	n     int    // elements so far
}

func (w *walk) json(text string) string {
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.UseNumber()
	var out strings.Builder
	in := []level{{array: true}}
	for end := 0; ; {
		token, err := d.Token()
		if err != nil { // its end: it is valid
			return out.String() + text[end:]
		}
		start := end
		for strings.IndexByte(" \t\r\n,:", text[start]) >= 0 {
			start++
		}
		out.WriteString(text[end:start])
		end = int(d.InputOffset())
		here := &in[len(in)-1]
		if name, is := token.(string); is && !here.array && here.key == "" {
			here.key = name
			if name == "" {
				here.key = " " // it is no sign of a key to come
			}
			if known().texts[name] {
				out.WriteString(text[start:end])
			} else {
				out.WriteString(`"` + w.pseudonym(name) + `"`)
			}
			continue
		}
		key, top := here.key, len(in) == 2 && here.array
		here.n++
		if !here.array {
			here.key = ""
		}
		switch v := token.(type) {
		case json.Delim:
			if v == '{' || v == '[' {
				in = append(in, level{array: v == '[', key: map[bool]string{true: key}[v == '[']})
			} else {
				in = in[:len(in)-1]
			}
			out.WriteString(text[start:end])
		case string:
			kept := []byte(text[start:end])
			if other := w.text(key, v); other != v {
				kept, _ = json.Marshal(other) // a string
			}
			out.Write(kept)
		case json.Number:
			out.WriteString(w.number(key, v.String(), top && here.n > shownPixels))
		default:
			out.WriteString(text[start:end])
		}
	}
}

// shownPixels are the numbers of an array that are kept, as those of the pixels of a screen.
const shownPixels = 8

// text redacts a string of a field.
func (w *walk) text(key, text string) string {
	switch shape := shapes[key]; {
	case w.sent && known().texts[text]:
		return text
	case personal[key]:
		return w.pseudonym(text)
	case w.notes && key == "id" && shortNumber.MatchString(text), known().texts[text],
		shape != nil && shape.MatchString(text):
		return text
	case key == "message" || key == "reason":
		return w.free(text)
	}
	at, err := url.Parse(text)
	if err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" {
		return w.pseudonym(text)
	}
	_, rest, _ := strings.Cut(text, at.Host)
	if at.Scheme == w.at.Scheme && at.Host == w.at.Host {
		return placeURL + w.target(rest)
	}
	return at.Scheme + "://other.example" + w.target(rest)
}

// number redacts a number of a field.
func (w *walk) number(key, number string, hidden bool) string {
	id := key == "id" && w.notes && shortNumber.MatchString(number)
	if !hidden && (numeric[key] || id || key != "id" && known().words[number]) {
		return number
	}
	return "0"
}
