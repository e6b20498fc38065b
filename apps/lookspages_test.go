// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/board"
	"github.com/ledpost/ledpost/apps/calendar"
	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/apps/countdown"
	"github.com/ledpost/ledpost/apps/data"
	"github.com/ledpost/ledpost/apps/date"
	effectsapp "github.com/ledpost/ledpost/apps/effects"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/playing"
	"github.com/ledpost/ledpost/apps/radio"
	"github.com/ledpost/ledpost/apps/room"
	"github.com/ledpost/ledpost/apps/sky"
	"github.com/ledpost/ledpost/apps/stopwatch"
	"github.com/ledpost/ledpost/apps/until"
	"github.com/ledpost/ledpost/apps/weather"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/effects"
	"github.com/ledpost/ledpost/sounds"
	"github.com/ledpost/ledpost/words"
)

// Data that the sets go through.
var (
	codes  = []int{0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85, 86, 95, 96, 99}
	titles = []string{"Standup", "Anna's birthday", "Dentist", "Donaudampfschifffahrtsgesellschaft", "Zahnarzt Dr. Müller", "Yoga",
		"Réunion de l'équipe de développement", "Cumpleaños de la abuela", "Verjaardag", "Встреча", "Γενέθλια", "Flight LH 1234 to New York",
		"会議", "🎂 Happy birthday 🎉", "Yoga 课", "家长会在学校三楼会议室", "👍"}
	values = []string{"1234.5 kWh", "1013.25 hPa", "€ 64,231.50", "123456.78 kWh", "7 mm",
		"800 lx", "3200.456 W", "21.5°", "100%", "0", "12.5 kW", "45000 lx",
		"-18°", "1,627,112", "open", "closed", "€ 1.09",
		"hi", "Washer done", "The washing machine has finished its programme", "Tür offen", "Дверь", "OK", "5/6", "🎉 Party 🎂 heute"}
	zones     = []string{"America/New_York", "Asia/Shanghai", "Africa/Johannesburg"}
	occasions = []string{"Christmas", "Anna", "", "Umzug", "Weihnachten", "Cumpleaños", "Sommerferien"}
	lengths   = []int{1, 7, 59, 60, 300, 599, 600, 3599, 3600, 5307, 35999, 36000, 359999}
)

// hoursOf returns the hours of the set i: each language has both, since its place in the sets is i modulo 6.
func hoursOf(i int) int { return 24 - i/6%2*12 }

// other returns 0 or 1 in turn, and to each language both.
func other(i int) int { return (i + i/6) % 2 }

// date has both orders of a date and both with the week.
func (s *stage) date(i int, now time.Time) map[string]looked {
	settings := fmt.Sprintf(`{"language":%q,"week":%v}`, s.region.Language, other(i) == 1)
	return one("date"+[]string{"", " and week"}[other(i)], s.view(date.App, settings, "", now))
}

// sky goes from the south to the north; AM and PM take columns from the digits, and the names of the moon rows,
// each language as many as its longest needs.
func (s *stage) sky(i int, now time.Time) map[string]looked {
	return one(fmt.Sprint("sky ", s.region.Language, " ", hoursOf(i)),
		s.view(sky.App, fmt.Sprintf(`{"latitude":%d,"longitude":8}`, -66+3*i), "", now))
}

// room has all that sensors measure, with and without the air.
func (s *stage) room(i int, now time.Time) map[string]looked {
	known := func(v float64) device.Measured { return device.Measured{Value: v, Known: true} }
	air := device.Measured{Value: 400 + 60*float64(i), Known: i%2 == 0}
	sensed := device.Sensed{Lux: known(float64(i * i * 70)), Climate: device.Climate{
		Temperature: known(-18 + 1.5*float64(i)), Humidity: known(float64(min(100, 5*i))), CO2: air,
	}}
	root := s.view(room.App, `{}`, "", now, func(a device.App) { a.(device.Senser).Sense(sensed) })
	return one("room"+[]string{" with air", ""}[i%2], root)
}

// data has what somebody pushed, and answers of servers.
func (s *stage) data(i int, now time.Time) map[string]looked {
	icon := []string{"", "home-door", "status-bell"}[i/len(values)%3]
	push := []note.Frame{{Icon: iconOf(icon), Text: []note.Fragment{{Text: values[i%len(values)]}}}}
	root := s.view(data.App, `{}`, "", now, func(a device.App) { _ = a.(device.Pusher).Push("a", push, now) })
	all := map[string]looked{"data": {root: root, icon: icon != ""}}
	for name, row := range dataRows {
		root := s.view(data.App, row[0], "", now, func(a device.App) {
			for n := range 2 { // the second has a trend
				if err := a.(*data.Data).Answer("a", []byte(answerOf(row[1], i+n)), now); err != nil {
					s.t.Fatal(err)
				}
			}
		})
		all[name] = looked{root: root, steady: name == "data price"}
	}
	return all
}

// until has days that come, days that are over, and today.
// On the day itself the page is about a word, which has other sizes than figures have.
func (s *stage) until(i int, now time.Time) map[string]looked {
	day := now.AddDate(0, 0, []int{0, 1, -1, -40, 31, 364, 1234}[i%7]).Format(time.DateOnly)
	icon := []string{"nature-christmas", "food-birthday", ""}[i%3]
	settings := fmt.Sprintf(`{"date":%q,"yearly":%v,"name":%q,"icon":%q}`, day, i%4 == 3, occasions[i%len(occasions)], icon)
	return one("until"+[]string{" today", ""}[min(i%7, 1)], s.view(until.App, settings, "", now))
}

// radio has a station, and one that sounds.
func (s *stage) radio(i int, now time.Time) map[string]looked {
	settings := fmt.Sprintf(`{"stations":[{"name":%q,"url":"http://radio.example/"}]}`, titles[i%len(titles)])
	return map[string]looked{
		"radio":            {root: s.view(radio.App, settings, "", now)},
		"radio that plays": {root: s.tuned(i, now)},
	}
}

// countdown has each length a moment after its start.
func (s *stage) countdown(i int, now time.Time) map[string]looked {
	length := lengths[i%len(lengths)]
	return one("countdown"+s.timed(length), s.view(countdown.App, `{}`, "", now, func(a device.App) {
		_ = a.Do("a", "countdown.configure", device.Args{"duration": length}, now.Add(-time.Duration(length)*time.Second))
	}))
}

// stopwatch has each length as it was measured.
func (s *stage) stopwatch(i int, now time.Time) map[string]looked {
	length := lengths[i%len(lengths)]
	return one("stopwatch"+s.timed(length), s.view(stopwatch.App, `{}`, "", now, func(a device.App) {
		_ = a.Do("a", "stopwatch.start", nil, now.Add(-time.Duration(length)*time.Second))
		_ = a.Do("a", "stopwatch.pause", nil, now)
	}))
}

// effects has one after another.
func (s *stage) effects(i int, now time.Time) map[string]looked {
	all := effects.Backgrounds()
	root := s.view(effectsapp.App, fmt.Sprintf(`{"effects":[%q]}`, all[i%len(all)]), "", now)
	return map[string]looked{"effects": {root: root, moves: true}}
}

// timed says which of the durations that have one size on this panel so many seconds are.
func (s *stage) timed(seconds int) string {
	switch {
	case seconds >= 36000:
		return " of ten hours"
	case seconds >= 3600:
		return " of hours"
	case seconds >= 600 && s.size.X < 60: // 9:59 is larger
		return " of ten minutes"
	}
	return ""
}

// dataRows are the kinds of pages of data with several values: settings and an answer, in
// which N is the number of the set.
var dataRows = map[string][2]string{
	"data values": {`{"url":"http://a/","values":{"a":"/t","b":"/h","c":"/co2"},"text":"{a:1}° {b}% {c}"}`, `{"t":-N.26,"h":N,"co2":4N0}`},
	"data price": {`{"url":"http://a/","pointer":"/now","text":"{value:1} ct","chart":"/data/*/p","icon":"home-energy","trend":true,
		"levels":[{"from":0,"color":"#40C860"},{"from":20,"color":"#FFB020"},{"from":30,"color":"#FF4030"}]}`,
		`{"now":N,"data":[{"p":22},{"p":19.5},{"p":N},{"p":17},{"p":16},{"p":21},{"p":28},{"p":33},{"p":31},{"p":26},{"p":22},{"p":18},
		{"p":12},{"p":8},{"p":-2.5},{"p":-4},{"p":3},{"p":14},{"p":25},{"p":34},{"p":38},{"p":32},{"p":27},{"p":24}]}`},
	"data chart": {`{"url":"http://a/","chart":"/x","min":0,"max":12000}`, `{"x":[1200,3400,1N0,9000,7600,800]}`},
	"data departures": {
		`{"url":"http://a/","values":{"line":"/0/line","to":"/0/to","at":"/0/at"},"text":"{line} {to} {at:time}"}`,
		`[{"line":"TN","to":"Zürich HB","at":17953N0}]`,
	},
}

// answerOf returns the answer of the set i.
func answerOf(answer string, i int) string { return strings.ReplaceAll(answer, "N", fmt.Sprint(i)) }

func iconOf(name string) (r icons.Ref) {
	if name != "" {
		r = kit.Builtin(name)
	}
	return r
}

// weather has each code, from -18 to 45 degrees, in both units, by day and night, and rain.
func (s *stage) weather(i int, _ time.Time) map[string]looked {
	low, code := -18+1.5*float64(i), codes[i%len(codes)]
	units, scale := "", func(c float64) float64 { return c }
	if i%5 == 4 {
		units, scale = "imperial", func(c float64) float64 { return 32 + 1.8*c }
	}
	day := int(apptest.Noon.Unix() / 86400)
	var days []string
	for n := range 5 {
		code, most, least := codes[(i+3*n)%len(codes)], scale(low+float64(n+4)), scale(low-float64(n))
		days = append(days, fmt.Sprintf(`{"day":%d,"code":%d,"high":%v,"low":%v}`, day+n, code, most, least))
	}
	rain := strings.Repeat("0,", i%9) + "0.1,0.8,2.4,6,3,0.2,0,0,0,0,0"
	if other(i) == 0 {
		rain = "0"
	}
	kept := fmt.Sprintf(`{"at 52,13 %s":{"forecast":{"at":"2026-11-20T12:30:00Z",`+
		`"now":{"temperature":%v,"code":%d,"night":%v},"days":[%s],"from":"2026-11-20T12:30:00Z","rain":[%s]}}}`,
		units, scale(low+1), code, i%3 == 0, strings.Join(days, ","), rain)
	return one("weather", s.view(weather.App, fmt.Sprintf(`{"latitude":52,"longitude":13,"units":%q}`, units), kept, apptest.Noon))
}

// calendar has events of today, of later days and of whole days.
func (s *stage) calendar(i int, _ time.Time) map[string]looked {
	now, format := apptest.Noon, `{"title":%q,"start":%q,"end":%q,"all_day":%v}`
	start := now.Add([]time.Duration{10 * time.Minute, -20 * time.Minute, 3 * time.Hour, 26 * time.Hour, 70 * time.Hour}[i%5])
	end, whole := start.Add(time.Hour), i%7 == 6
	if whole {
		start = start.Truncate(24 * time.Hour)
		end = start.Add(24 * time.Hour)
	}
	event := fmt.Sprintf(format, titles[i%len(titles)], start.Format(time.RFC3339), end.Format(time.RFC3339), whole)
	if i%13 == 12 {
		event = ""
	}
	kept := fmt.Sprintf(`{"known":{"http://a.example/":{"at":"2026-11-20T12:00:00Z","events":[%s]}}}`, event)
	name := "calendar" + map[string]string{"zh": " in Chinese"}[s.region.Language] // titles are smaller beside characters
	return one(name, s.view(calendar.App, `{"urls":["http://a.example/"]}`, kept, now))
}

// tuned returns a station that sounds, with bars of its spectrum.
func (s *stage) tuned(i int, now time.Time) render.Widget {
	on, heard := *s, make(chan sounds.Heard, 1)
	on.env.Heard = heard
	on.env.Levels = func() (l sounds.Levels) {
		for b := range l {
			l[b] = uint8(60 + 53*b*(i+1)%190)
		}
		return l
	}
	settings := fmt.Sprintf(`{"stations":[{"name":%q,"url":"http://radio.example/"}]}`, titles[i%len(titles)])
	return on.view(radio.App, settings, "", now, func(a device.App) {
		if err := a.Do("a", "radio.play", nil, now); err != nil {
			s.t.Fatal(err)
		}
		title := []string{"", titles[(i+3)%len(titles)]}[i%2]
		heard <- sounds.Heard{Key: radio.Package + "/" + a.Step(now).Track.Key, Sounding: true, Title: title}
		_ = a.(device.Runner).Run(s.t.Context(), func(_ context.Context, f func(time.Time)) error { f(now); return errors.New("enough") })
	})
}

// playing is a sound with and without a cover, a length and an artist, and a pause.
func (s *stage) playing(i int, now time.Time) map[string]looked {
	sound := note.Playing{Title: titles[i%len(titles)], Paused: i%4 == 3, At: now}
	if i%3 != 2 {
		sound.Artist = titles[(i+3)%len(titles)]
	}
	if i%2 == 0 {
		sound.Length, sound.Position = 5*time.Minute, time.Duration(i)*7*time.Second
	}
	if i%5 != 4 {
		sound.Cover = "data:image/png;base64," + base64.StdEncoding.EncodeToString(apptest.CoverPNG(s.t, 96))
	}
	return one("playing", s.view(playing.App, "", "", now, func(a device.App) {
		a.(device.Listener).SetPlaying(sound)
		if sound.Cover == "" {
			return
		}
		ctx, cancel := context.WithCancel(s.t.Context())
		defer cancel()
		err := a.(device.Runner).Run(ctx, func(_ context.Context, f func(time.Time)) error {
			f(now)
			cancel() // one cover is enough
			return nil
		})
		if err != nil {
			s.t.Fatal(err)
		}
	}))
}

// board has all kinds of what other apps say, and each of them missing.
func (s *stage) board(i int, now time.Time) map[string]looked {
	all := map[string]kit.Brief{}
	if i%7 != 6 {
		icon := []string{"weather-sun", "weather-rain", "weather-snow", "weather-moon", "weather-fog"}[i%5]
		all["sky"] = kit.Brief{Kind: kit.Sky, Icon: kit.Builtin(icon), Text: kit.DegreesText(-18 + 3*float64(i))}
	}
	if (i+i/6)%3 != 2 {
		start := now.Add([]time.Duration{10 * time.Minute, -20 * time.Minute, 3 * time.Hour, 26 * time.Hour, 70 * time.Hour}[i%5])
		event := kit.Event{Title: titles[i%len(titles)], Start: start, End: start.Add(time.Hour), AllDay: i%11 == 10}
		all["event"] = kit.Brief{Kind: kit.Coming, Event: event}
	}
	if i%4 == 3 {
		all["music"] = kit.Brief{Kind: kit.Playing, Icon: kit.Builtin("media-radio-playing"), Lead: "FIP", Text: titles[(i+5)%len(titles)]}
	}
	if i%5 > 2 {
		icon, lead := iconOf([]string{"", "weather-thermometer"}[i%2]), titles[(i+2)%len(titles)]
		all["value"] = kit.Brief{Kind: kit.Figure, Icon: icon, Lead: lead, Text: values[i%len(values)]}
	}
	s.env.Shared.Tell("test", all)
	kind := "board"
	if _, sky := all["sky"]; len(all) <= 1 || sky && len(all) == 2 { // an entry, or the next day, has all rows
		kind += " of one"
	}
	return one(kind, s.view(board.App, "", "", now))
}

// clock has every face, with 12 and 24 hours, an event, and the weather in all sets but a few.
func (s *stage) clock(i int, now time.Time) map[string]looked {
	s.weather(i, now) // which tells the place
	s.calendar(i, now)
	known, all := s.env.Shared, map[string]looked{}
	s.env.Shared = outside(*known, i, now)
	property := clock.App.New(s.env, nil, 1).About().Settings.Properties
	for _, p := range property {
		if p.Name != "face" {
			continue
		}
		for _, face := range p.Schema.Enum {
			settings := fmt.Sprintf(`{"face":%q,"hours":%d,"icon":"status-alarm-clock","zone2":%q,"language":%q}`,
				face, hoursOf(i), zones[i%len(zones)], words.Codes[i%len(words.Codes)])
			l := looked{root: s.view(clock.App, settings, "", now), alone: slices.Contains(timeAlone, face)}
			if face == "words" && s.size.X >= 16 { // digits stand in on narrower panels
				l.words = wordsOf(s.env.Local(s.region, "").Code)
			}
			if face == "event" && hoursOf(i) == 12 { // AM and PM take columns from the digits
				face += " 12"
			}
			if strings.HasPrefix(face, "event") && words.Codes[i%len(words.Codes)] == "zh" { // characters take rows from the digits
				face += " zh"
			}
			if face == "curve" && i%7 == 6 { // the time has all rows
				face += " unknown"
			}
			if face == "words" || face == "letters" && s.size.Y <= 24 { // where that is words
				face += " " + words.Codes[i%len(words.Codes)]
			}
			all["clock "+face] = l
		}
	}
	all["clock seconds too"] = looked{root: s.view(clock.App, fmt.Sprintf(`{"seconds":true,"hours":%d}`, hoursOf(i)), "", now),
		alone: s.size.Y != 16 || s.size.X < 32} // seconds find no row below digits of 10 rows
	all["clock calendar and week"] = looked{root: s.view(clock.App, `{"face":"calendar","week":true}`, "", now)}
	all["clock week"] = looked{root: s.view(clock.App, `{"week":true}`, "", now)}
	s.env.Shared = known
	s.alarms(all, i, now)
	return all
}

// timeAlone are the faces that show the time and nothing else. Of a ring the digits are judged.
var timeAlone = []string{"plain", "gradient", "outline", "flip", "analog", "binary", "seconds", "weekday", "ring"}

// outside returns known with a weather of the set i and the temperatures of its day, or without.
func outside(known kit.Shared, i int, now time.Time) *kit.Shared {
	known.Weather, known.Day = kit.WeatherNow{}, kit.Day{}
	if i%7 == 6 {
		return &known
	}
	icons := []string{"weather-sun", "weather-rain", "weather-snow", "weather-storm", "weather-fog", "weather-partly-night"}
	known.Weather = kit.WeatherNow{Icon: icons[i%len(icons)], Text: kit.DegreesText(-18 + 1.5*float64(i))}
	known.Day.From = now.Truncate(time.Hour)
	for h := range 30 {
		known.Day.Hours = append(known.Day.Hours, -18+1.5*float64(i)+float64(h%24*(24-h%24))/20)
	}
	return &known
}

// wordsOf returns all words of the time in a language.
func wordsOf(language string) (all []string) {
	l := kit.LanguageOf(language)
	for _, list := range [][]string{l.Hours[:], l.Steps[:]} {
		for _, text := range list {
			all = append(all, strings.Fields(text)...)
		}
	}
	return all
}
