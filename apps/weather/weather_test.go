// SPDX-License-Identifier: Apache-2.0

package weather

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/render"
)

// answerAt is what Open-Meteo answers at t, in Berlin.
func answerAt(t time.Time, degrees float64) string {
	day := t.Truncate(24*time.Hour).Unix() - 3600
	return fmt.Sprintf(`{"latitude":52.52,"utc_offset_seconds":3600,"timezone":"Europe/Berlin",
		"current":{"time":%d,"interval":900,"temperature_2m":%v,"weather_code":2,"is_day":0},
		"daily":{"time":[%d,%d],"weather_code":[61,null],"temperature_2m_max":[15.4,4],"temperature_2m_min":[8,-2.6]},
		"hourly":{"time":[%d],"temperature_2m":[12,13.5,null,15]},
		"minutely_15":{"time":[%d],"precipitation":[0,0,0.3,1,null,0]}}`,
		t.Unix(), degrees, day, day+86400, t.Truncate(time.Hour).Unix(), t.Truncate(quarter).Add(quarter).Unix())
}

func TestParseForecast(t *testing.T) {
	f := must.Get(parseForecast([]byte(answerAt(apptest.Midday, 12.5)), apptest.Midday))(t)
	f.From, f.Hour = f.From.UTC(), f.Hour.UTC()
	got, _ := json.Marshal(f)
	want := `{"at":"2026-11-22T12:00:00Z","now":{"temperature":12.5,"code":2,"night":true},` +
		`"days":[{"day":20779,"code":61,"high":15.4,"low":8},{"day":20780,"code":0,"high":4,"low":-2.6}],` +
		`"rain":[0,0,0.3,1,0,0],"from":"2026-11-22T12:00:00Z","hours":[12,13.5],"hour":"2026-11-22T12:00:00Z","east":3600}`
	if string(got) != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	for _, row := range []struct {
		why, raw string
		ok       bool
	}{
		{"only now", `{"current":{"temperature_2m":1}}`, true},
		{"only days", `{"daily":{"time":[0],"temperature_2m_max":[1],"temperature_2m_min":[0]}}`, true},
		{"nothing", `{}`, false},
		{"now without its temperature", `{"current":{"weather_code":3}}`, false},
		{"a day without its highest", `{"daily":{"time":[0],"temperature_2m_max":[null],"temperature_2m_min":[0]}}`, false},
		{"a page", `<html>`, false},
		{"a list", `[]`, false},
		{"words for numbers", `{"current":{"temperature_2m":"warm"}}`, false},
		{"numbers beyond all days",
			`{"current":{"temperature_2m":1e300},"daily":{"time":[1e300],"temperature_2m_max":[1],"temperature_2m_min":[0]},` +
				`"minutely_15":{"time":[-1e300],"precipitation":[1e300]}}`, true},
	} {
		f, err := parseForecast([]byte(row.raw), apptest.Midday)
		if (err == nil) != row.ok {
			t.Errorf("%s: %+v, %v", row.why, f, err)
		}
	}
}

// TestParseForecastBounds: each value is read up to its bound, and the first beyond is not.
func TestParseForecastBounds(t *testing.T) {
	list := func(value string, n int) string {
		return "[" + strings.TrimSuffix(strings.Repeat(value+",", n), ",") + "]"
	}
	var times []string
	for i := range maxDays + 1 {
		times = append(times, fmt.Sprint(i*86400))
	}
	const now, latest = `"current":{"temperature_2m":1}`, "32503680000"
	for _, row := range []struct {
		why, raw string
		got      func(*forecast) any
		want     any
	}{
		{"an hour east", now + `,"utc_offset_seconds":3600`, func(f *forecast) any { return f.East }, 3600},
		{"beyond all zones", now + `,"utc_offset_seconds":99999`, func(f *forecast) any { return f.East }, 64800},
		{"beyond all zones in the west",
			now + `,"utc_offset_seconds":-99999`, func(f *forecast) any { return f.East }, -64800},
		{"too hot", `"current":{"temperature_2m":300,"weather_code":100,"is_day":1}`, func(f *forecast) any { return *f.Now },
			conditions{Temperature: 199, Code: 99}},
		{"too cold", `"current":{"temperature_2m":-300,"weather_code":-1,"is_day":0}`, func(f *forecast) any {
			return *f.Now
		}, conditions{Temperature: -199, Night: true}},
		{"neither day nor night", now, func(f *forecast) any { return *f.Now }, conditions{Temperature: 1}},
		{"eight days", `"daily":{"time":[` + strings.Join(times, ",") + `],"temperature_2m_max":` + list("2", 8) +
			`,"temperature_2m_min":` + list("1", 8) + `}`,
			func(f *forecast) any { return fmt.Sprint(len(f.Days), f.Days[maxDays-1].Day) }, "7 6"},
		{"days out of order and twice",
			`"daily":{"time":[86400,0,90000,172800],"temperature_2m_max":[2,3,4,5],"temperature_2m_min":` + list("1", 4) + `}`,
			func(f *forecast) any { return fmt.Sprint(f.Days) }, "[{1 0 2 1} {2 0 5 1}]"},
		{"a day without its lowest",
			now + `,"daily":{"time":[0,86400],"temperature_2m_max":[2,3],"temperature_2m_min":[null]}`, func(f *forecast) any {
				return len(f.Days)
			}, 0},
		{"the latest day", `"daily":{"time":[` + latest + `],"temperature_2m_max":[2],"temperature_2m_min":[1]}`,
			func(f *forecast) any { return len(f.Days) }, 1},
		{"a later day", now + `,"daily":{"time":[32503680001],"temperature_2m_max":[2],"temperature_2m_min":[1]}`,
			func(f *forecast) any { return len(f.Days) }, 0},
		{"the latest rain", now + `,"minutely_15":{"time":[` + latest + `],"precipitation":[1]}`, func(f *forecast) any {
			return fmt.Sprint(f.Rain, f.From.Unix())
		}, "[1] 32503679100"},
		{"later rain",
			now + `,"minutely_15":{"time":[32503680001],"precipitation":[1]}`, func(f *forecast) any { return len(f.Rain) }, 0},
		{"rain without times", now + `,"minutely_15":{"precipitation":[1]}`, func(f *forecast) any { return len(f.Rain) }, 0},
		{"rain of half a day and more",
			now + `,"minutely_15":{"time":[0],"precipitation":` + list("1", maxRain+1) + `}`, func(f *forecast) any {
				return len(f.Rain)
			}, maxRain},
		{"rain that nobody measures",
			now + `,"minutely_15":{"time":[0],"precipitation":[-1,1001,null]}`, func(f *forecast) any {
				return fmt.Sprint(f.Rain)
			}, "[0 1000 0]"},
		{"the latest hour", now + `,"hourly":{"time":[` + latest + `],"temperature_2m":[7]}`, func(f *forecast) any {
			return fmt.Sprint(f.Hours, f.Hour.Unix())
		}, "[7] " + latest},
		{"a later hour",
			now + `,"hourly":{"time":[32503680001],"temperature_2m":[7]}`, func(f *forecast) any { return len(f.Hours) }, 0},
		{"two days of hours and more",
			now + `,"hourly":{"time":[0],"temperature_2m":` + list("7", maxHours+1) + `}`, func(f *forecast) any {
				return len(f.Hours)
			}, maxHours},
	} {
		f, err := parseForecast([]byte("{"+row.raw+"}"), apptest.Midday)
		if err != nil {
			t.Errorf("%s: %v", row.why, err)
		} else if got := row.got(f); got != row.want {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
}

// TestForecastDays: a day ends at midnight of its place, also before 1970.
func TestForecastDays(t *testing.T) {
	for _, row := range []struct {
		east, at, day, midnight int // seconds since 1970, and days
	}{
		{0, 0, 0, 86400}, {0, 86399, 0, 86400}, {0, 86400, 1, 2 * 86400}, {0, -1, -1, 0},
		{3600, 82799, 0, 82800}, {3600, 82800, 1, 82800 + 86400}, {-3600, 3599, -1, 3600}, {-3600, 3600, 0, 3600 + 86400},
	} {
		f := &forecast{East: row.east, Days: []weatherDay{{Day: row.day - 1}, {Day: row.day}, {Day: row.day + 1}}}
		at := time.Unix(int64(row.at), 0)
		if day, midnight := f.dayAt(at), f.midnight(at).Unix(); day != row.day || midnight != int64(row.midnight) {
			t.Errorf("%d east at %d: day %d until %d, want %d until %d", row.east, row.at, day, midnight, row.day, row.midnight)
		}
		if left := f.from(at); len(left) != 2 || left[0].Day != row.day {
			t.Errorf("%d east at %d: the days left are %v", row.east, row.at, left)
		}
		if left := f.from(at.AddDate(0, 0, 3)); left != nil {
			t.Errorf("three days later %v are left", left)
		}
	}
}

// FuzzWeather: whatever a server sends costs little and is never more than a forecast.
func FuzzWeather(f *testing.F) {
	f.Add([]byte(answerAt(apptest.Midday, 12.5)))
	f.Add(
		[]byte(`{"results":[{"name":"Paris","latitude":48.8,"longitude":2.3,"country_code":"FR","admin1":"Île-de-France"}]}`))
	f.Add([]byte(`{"daily":{"time":[` + strings.Repeat("1,", 999) +
		`1]},"current":{"temperature_2m":-1e308,"weather_code":1e99}}`))
	set := apptest.SmallFonts(f)
	f.Fuzz(func(t *testing.T, raw []byte) {
		if len(raw) > maxWeather {
			return
		}
		memtest.AtMost(t, 256<<10+40*len(raw), func() {
			got, err := parseForecast(raw, apptest.Midday)
			if err == nil && (!got.valid() || got.Now == nil && got.Days == nil) {
				t.Errorf("%+v", got)
			}
			if err == nil {
				apptest.DrawAll(t, "weather",
					got.page(kit.Env{Size: apptest.AppSizes[0], Fonts: set, Icons: apptest.BlankIcons{},
						Clock: device.NewWallClock(time.Time{}, time.Time{}), Zone: device.NewZone(time.UTC)}), apptest.AppSizes[0])
			}
			found, err := parsePlaces(raw)
			for _, at := range found {
				if err != nil || len(found) > 10 || within(at.Latitude, 90) != at.Latitude ||
					within(at.Longitude, 180) != at.Longitude || len(at.Name+at.Region+at.Country) > 3*256 {
					t.Errorf("%+v", at)
				}
			}
		})
	})
}

// page is the picture of a widget that got f.
func (f *forecast) page(env kit.Env) render.Widget {
	w := New(env, nil, 0)
	_ = w.Configure([]device.WidgetSettings{{ID: "a", Settings: []byte(`{"place":"Berlin"}`)}})
	w.came("place Berlin ", &kit.Location{}, f, nil)
	return w.Step(apptest.Midday).Views["a"].Root
}

func TestParsePlaces(t *testing.T) {
	const two = `{"results":[{"name":"Paris","latitude":48.85,"longitude":2.35,"country_code":"FR","country":"France",` +
		`"admin1":"Île-de-France"},
		{"name":"Paris","latitude":33.66,"longitude":-95.55,"country_code":"US","country":"United States","admin1":"Texas","admin2":"Lamar"}]}`
	for _, row := range []struct {
		raw, which string
		want       float64 // latitude; 0 = none
	}{
		{two, "", 48.85}, {two, "Texas", 33.66}, {two, "us", 33.66}, {two, "Lamar", 33.66}, {two, "Utah", 0},
		{`{"generationtime_ms":0.5}`, "", 0}, {`{"results":[{"name":"x","latitude":91,"longitude":0}]}`, "", 0},
		{`no`, "", 0},
	} {
		var at *kit.Location
		found, err := parsePlaces([]byte(row.raw))
		if err == nil {
			at, err = chosen(found, row.which)
		}
		if (err == nil) != (row.want != 0) || err == nil && at.Latitude != row.want {
			t.Errorf("%q: %+v, %v, want %v", row.which, at, err, row.want)
		}
	}
}

// weatherRig is a weather app with a server, in fake time. Post steps it as the
// device does.
type weatherRig struct {
	t   *testing.T
	app *Weather
	env kit.Env

	mu    sync.Mutex
	now   device.Now
	asked []string // host and place of each request, with the seconds since the beginning
	fail  int      // status that the server answers with; 0 = an answer
	start time.Time
}

func newWeatherRig(t *testing.T, kept json.RawMessage, cfg kit.WeatherConfig) *weatherRig {
	r := &weatherRig{t: t, start: time.Now()}
	if cfg.URL == "" {
		cfg = kit.WeatherConfig{URL: "http://" + forecastHost, Places: "http://" + placesHost} // there is no TLS in memory
	}
	r.env = apptest.SizedEnv(t, apptest.AppSizes[0])
	r.env.Web, r.env.Weather = apptest.Web(t, r.serve), cfg
	r.app = New(r.env, kept, 1)
	return r
}

func (r *weatherRig) serve(w http.ResponseWriter, q *http.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	v := q.URL.Query()
	r.asked = append(r.asked,
		fmt.Sprintf("%s %s%s%s %.0f", q.Host, v.Get("name"), v.Get("latitude"), v.Get("apikey"),
			time.Since(r.start).Seconds()))
	switch {
	case r.fail != 0:
		w.WriteHeader(r.fail)
	case strings.HasSuffix(q.URL.Path, "/search"):
		io.WriteString(w, `{"results":[{"name":"Berlin","latitude":52.52,"longitude":13.41}]}`)
	default:
		io.WriteString(w, answerAt(time.Now(), 12))
	}
}

// configure sets the only widget.
func (r *weatherRig) configure(settings string) {
	r.t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	apptest.Set(r.t, r.app, settings)
	r.now = r.app.Step(time.Now())
}

func (r *weatherRig) post(ctx context.Context, f func(time.Time)) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	f(time.Now())
	r.now = r.app.Step(time.Now())
	return nil
}

// runs starts the app's goroutine, until end or the end of the test.
func (r *weatherRig) runs() (end func()) {
	return must.Run(r.t, func(ctx context.Context) error { return r.app.Run(ctx, r.post) })
}

// after lets the time pass.
func (r *weatherRig) after(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// record is what is known of a source.
func (r *weatherRig) state(source string) record {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s := r.app.known[source]; s != nil {
		return *s
	}
	return record{}
}

// times are the seconds at which a host was asked.
func (r *weatherRig) times(host string) (at []int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, a := range r.asked {
		var h, what string
		var s int
		fmt.Sscan(a, &h, &what, &s)
		if h == host {
			at = append(at, s)
		}
	}
	return at
}

const forecastHost, placesHost = "api.open-meteo.com", "geocoding-api.open-meteo.com"

// TestWeatherAsks: nothing until a place is set, then at once, and from then on
// every 15 minutes; the place once.
func TestWeatherAsks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(apptest.Midday))
		r := newWeatherRig(t, nil, kit.WeatherConfig{})
		end := r.runs()
		r.configure(`{}`)
		r.after(2 * time.Hour)
		if len(r.asked) != 0 {
			t.Errorf("with no place it asked %v", r.asked)
		}
		r.start = time.Now()
		r.configure(`{"place":"Berlin"}`)
		r.after(time.Hour)
		end()
		if got := r.times(placesHost); len(got) != 1 || got[0] != 0 {
			t.Errorf("asked for the place at %v", got)
		}
		at := r.times(forecastHost)
		if len(at) != 4 || at[0] != 0 {
			t.Fatalf("asked at %v, want 0 and three times more in an hour: %+v", at, r.state("place Berlin "))
		}
		for i, s := range at[1:] {
			if wait := s - at[i]; wait < 900 || wait > 990 {
				t.Errorf("a wait of %d s, want 15 min and at most a tenth more", wait)
			}
		}
		if got := r.env.Shared.Weather; got.Icon != "weather-partly-night" || got.Text != "12°" ||
			r.env.Shared.Place.Latitude != 52.52 {
			t.Errorf("the other apps see %+v, %+v", got, r.env.Shared.Place)
		}
		for _, v := range r.now.Views {
			if v.Says != "Berlin 12°" {
				t.Errorf("the widget says %q", v.Says)
			}
		}
		if d := r.env.Shared.Day; len(d.Hours) != 2 || d.From.IsZero() {
			t.Errorf("the temperatures of the day are %v", d)
		}
		if got := r.env.Shared.Weather.At(time.Now().Add(2 * time.Hour)); got != (kit.WeatherNow{}) {
			t.Errorf("two hours later they still see %+v", got)
		}

		// Over a restart it knows what it knew, and asks when that is 15 minutes old.
		keep := r.now.Keep
		r = newWeatherRig(t, keep, kit.WeatherConfig{})
		r.configure(`{"place":"Berlin"}`)
		if r.env.Shared.Weather.Text != "12°" {
			t.Error("after a restart it knows nothing")
		}
		end = r.runs()
		r.after(30 * time.Minute)
		end()
		if at := r.times(forecastHost); len(at) < 1 || len(at) > 2 || at[0] == 0 || at[0] > 900 ||
			len(r.times(placesHost)) != 0 {
			t.Errorf("after a restart it asked at %v: %v", at, r.asked)
		}
	})
}

// TestWeatherFails: it waits longer and longer, and says what is wrong.
func TestWeatherFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(apptest.Midday))
		r := newWeatherRig(t, nil, kit.WeatherConfig{URL: "http://home.example/om/", Key: "k"})
		r.fail = 500
		r.configure(`{"latitude":1,"longitude":2}`)
		defer r.runs()()
		r.after(10 * time.Minute)
		at := r.times("home.example")
		var waits []int
		for i, s := range at[1:] {
			waits = append(waits, s-at[i])
		}
		for i, want := range []int{10, 20, 40, 80, 160} {
			if i >= len(waits) || waits[i] < want || waits[i] > want*11/10+1 {
				t.Errorf("waits of %v s, want about 10, 20, 40, 80, 160", waits)
				break
			}
		}
		if r.asked[0] != "home.example 1.0000k 0" {
			t.Errorf("asked %s, want the place and the key", r.asked[0])
		}
		if got := r.state("at 1,2 ").trouble; got == nil || got.Error() != "the server answers 500 Internal Server Error" {
			t.Errorf("it says %v", got)
		}
		r.mu.Lock()
		r.fail = 0
		r.mu.Unlock()
		r.after(6 * time.Minute)
		if f := r.state("at 1,2 ").Forecast; f == nil || f.Now.Temperature != 12 {
			t.Errorf("when it answers again there is %+v", f)
		}
	})
}

// TestWeatherNoPlace: a name that nobody knows is asked for as seldom as the
// weather.
func TestWeatherNoPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(apptest.Midday))
		r := newWeatherRig(t, nil, kit.WeatherConfig{})
		r.configure(`{"place":"Berlin, Mars"}`)
		defer r.runs()()
		r.after(40 * time.Minute)
		if at := r.times(placesHost); len(at) != 3 || len(r.times(forecastHost)) != 0 {
			t.Errorf("asked %v", r.asked)
		}
		if got := r.state("place Berlin, Mars ").trouble; got != errNoPlace {
			t.Errorf("it says %v", got)
		}
	})
}

// TestWeatherAddresses: what the settings name follows the rule of [audio] allow.
func TestWeatherAddresses(t *testing.T) {
	w := New(apptest.SizedEnv(t, apptest.AppSizes[0]), nil, 0)
	web, _ := webfetch.New(webfetch.Config{})
	w.server = newServer(kit.WeatherConfig{}, web)
	apptest.Set(t, w, `{"url":"http://127.0.0.1:1/"}`)
	ask := w.asking("url http://127.0.0.1:1/", w.skies[0].cfg, nil)
	err := ask(t.Context(), func(_ context.Context, f func(time.Time)) error { f(apptest.Midday); return nil })
	if err == nil || !strings.Contains(w.known["url http://127.0.0.1:1/"].trouble.Error(), "loopback") {
		t.Errorf("%v, %+v", err, w.known)
	}
}

func TestWeatherSettings(t *testing.T) {
	w := New(apptest.SizedEnv(t, apptest.AppSizes[0]),
		[]byte(`{"x":null,"y":{"forecast":{"days":[{},{},{},{},{},{},{},{}]}}}`), 0)
	if len(w.known) != 0 {
		t.Errorf("what cannot have been kept is there: %v", w.known)
	}
	for settings, field := range map[string]string{`{"latitude":1}`: "[0].settings.latitude",
		`{"url":"file:///x"}`: "[0].settings.url"} {
		err := w.Configure([]device.WidgetSettings{{ID: "a", Settings: []byte(settings)}})
		if invalid, ok := err.(*note.InvalidError); !ok || invalid.Field != field {
			t.Errorf("%s: %v", settings, err)
		}
	}
	if err := w.Do("nobody", "weather.forecast", nil, apptest.Midday); err != device.ErrNoWidget {
		t.Error(err)
	}
}

// TestWeatherForecast: the action shows the days first, for a minute.
func TestWeatherForecast(t *testing.T) {
	env := apptest.SizedEnv(t, apptest.AppSizes[0])
	f, _ := parseForecast([]byte(answerAt(apptest.Midday, 12)), apptest.Midday)
	w := apptest.Started[*Weather](t, App, env, `{"place":"Berlin"}`)
	w.came("place Berlin ", &kit.Location{}, f, nil)
	first := func(now time.Time) string { return apptest.LitAt(t, w.Step(now).Views["a"].Root, env.Size, 0) }
	before := first(apptest.Midday)
	must.Do(t, w.Do("a", "weather.forecast", nil, apptest.Midday))
	after := first(apptest.Midday)
	if after == before || first(apptest.Midday.Add(59*time.Second)) != after ||
		first(apptest.Midday.Add(61*time.Second)) != before {
		t.Errorf("before\n%safter\n%s", before, after)
	}
	if again := w.Step(apptest.Midday.Add(61 * time.Second)).Again; again.IsZero() ||
		again.After(apptest.Midday.Add(quarter)) {
		t.Errorf("it wants to be stepped at %v, want when the rain has moved on", again)
	}
	if v := w.Step(apptest.Midday).Views["a"]; !v.Anew {
		t.Error("its pages do not begin again")
	}
}

// TestWeatherTellsOthers the weather of each widget while it is fresh, and the first one's to the clock.
func TestWeatherTellsOthers(t *testing.T) {
	env := apptest.SizedEnv(t, apptest.AppSizes[0])
	f, _ := parseForecast([]byte(answerAt(apptest.Midday, -3.6)), apptest.Midday)
	w := New(env, nil, 0)
	apptest.Set(t, w, `{"latitude":1,"longitude":2}`, `{"place":"Berlin"}`, "")
	for _, row := range []struct {
		why    string
		source string // that a forecast comes from
		at     time.Duration
		briefs string // of the widgets
		clock  string
	}{
		{"nothing came", "", 0, "", ""},
		{"the second widget's", "place Berlin ", 0, "b -4°", ""},
		{"the first one's", "at 1,2 ", 0, "a -4° b -4°", "-4°"},
		{"two hours later less a second", "", 2*time.Hour - 1, "a -4° b -4°", "-4°"},
		{"two hours later", "", 2 * time.Hour, "", ""},
		{"the clock was set back", "", -1, "", ""},
	} {
		if row.source != "" {
			w.came(row.source, nil, f, nil)
		}
		now := apptest.Midday.Add(row.at)
		w.Step(now)
		var all []string
		for _, id := range []string{"a", "b", "c"} {
			if b, ok := env.Shared.Brief(id, now); ok && b.Icon == kit.Builtin("weather-partly-night") {
				all = append(all, id, b.Text)
			}
		}
		if got := strings.Join(all, " "); got != row.briefs || env.Shared.Weather.At(now).Text != row.clock {
			t.Errorf("%s: %q and %q, want %q and %q", row.why, got, env.Shared.Weather.At(now).Text, row.briefs, row.clock)
		}
		if row.clock != "" && (env.Shared.Day.From != f.Hour || len(env.Shared.Day.Hours) != 2) {
			t.Errorf("%s: the day is %+v", row.why, env.Shared.Day)
		}
		if at := env.Shared.Place; at == nil || at.Latitude != 1 || at.Longitude != 2 {
			t.Errorf("%s: the place is %+v", row.why, at)
		}
	}
}

// TestWeatherUnits: a widget's own units, else those of the region, which may change.
func TestWeatherUnits(t *testing.T) {
	for _, row := range []struct{ settings, celsius, fahrenheit string }{
		{`{"place":"Berlin"}`, "", "imperial"},
		{`{"place":"Berlin","units":"metric"}`, "metric", "metric"},
		{`{"place":"Berlin","units":"imperial"}`, "imperial", "imperial"},
	} {
		w := New(apptest.SizedEnv(t, apptest.AppSizes[0]), nil, 0)
		for region, want := range map[string]string{"C": row.celsius, "F": row.fahrenheit} {
			w.SetRegion(device.Region{Temperature: region})
			apptest.Set(t, w, row.settings)
			if got := w.skies[0].cfg.Units; got != want {
				t.Errorf("%s, °%s: %q, want %q", row.settings, region, got, want)
			}
			if w.SetRegion(device.Region{Temperature: "C"}); w.skies[0].cfg.Units != row.celsius {
				t.Errorf("%s, °C after °%s: %q, want %q", row.settings, region, w.skies[0].cfg.Units, row.celsius)
			}
			if source := w.skies[0].cfg.source(); w.known[source] == nil || len(w.known) != 1 {
				t.Errorf("%s: it asks for %d sources, want %q", row.settings, len(w.known), source)
			}
		}
	}
}

// TestWeatherWords: what shows without a forecast, and that an old one shows whatever fails later.
func TestWeatherWords(t *testing.T) {
	env := apptest.SizedEnv(t, image.Pt(128, 64))
	f, _ := parseForecast([]byte(answerAt(apptest.Midday, 12)), apptest.Midday)
	const source = "place Berlin "
	came := func(w *Weather) { w.came(source, &kit.Location{}, f, nil) }
	failed := func(w *Weather) { w.came(source, nil, nil, errors.New("out of order")) }
	nowhere := func(w *Weather) { w.came(source, nil, nil, errNoPlace) }
	berlin, say := `{"place":"Berlin"}`, kit.LanguageOf("").Phrases
	for _, row := range []struct {
		why, settings string
		events        []func(*Weather)
		shows, says   string
	}{
		{"no place", `{}`, nil, say.SetPlace, ""},
		{"nothing came", berlin, nil, "…", ""},
		{"a fault", berlin, []func(*Weather){failed}, kit.Name(say.NoWeather, "out of order"), "Berlin: out of order"},
		{"an unknown place", berlin, []func(*Weather){nowhere}, kit.Name(say.NoPlace, "Berlin"),
			"Berlin: " + errNoPlace.Error()},
		{"a forecast", berlin, []func(*Weather){came}, "12° 8–15°", "Berlin 12°"},
		{"a forecast and then a fault", berlin, []func(*Weather){came, failed}, "12° 8–15°", "Berlin 12°"},
		{"a fault and then a forecast", berlin, []func(*Weather){failed, came}, "12° 8–15°", "Berlin 12°"},
	} {
		w := apptest.Started[*Weather](t, App, env, row.settings)
		for _, do := range row.events {
			do(w)
		}
		v := w.Step(apptest.Midday).Views["a"]
		page, _ := v.Root.(*render.Sequence).Showing(0)
		var words []string
		for _, i := range page.(*typeset.Page).Items {
			words = append(words, strings.Fields(i.Text)...)
		}
		if shows := strings.Join(words, " "); shows != row.shows || v.Says != row.says {
			t.Errorf("%s: it shows %q and says %q, want %q and %q", row.why, shows, v.Says, row.shows, row.says)
		}
	}
}

// TestWeatherOfAnotherVersion: what cannot be read in full is forgotten, and asked for again.
func TestWeatherOfAnotherVersion(t *testing.T) {
	for _, kept := range []string{`{"at 1,2 ":{"forecast":{}},"x":3}`, `[]`, ``} {
		if w := New(apptest.SizedEnv(t, apptest.AppSizes[0]), []byte(kept), 1); len(w.known) != 0 || w.known == nil {
			t.Errorf("%q: %v is known", kept, w.known)
		}
	}
}

// TestWeatherSearchesAgain: a search that has ended gives its turn back.
func TestWeatherSearchesAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newWeatherRig(t, nil, kit.WeatherConfig{})
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		for i := range placeTurns + 1 {
			if all, err := r.app.Places(ctx, "Berlin"); err != nil || len(all) != 1 {
				t.Fatalf("search %d: %v, %v", i+1, all, err)
			}
		}
	})
}

// TestWeatherAsksOpenMeteo unless the configuration names other servers.
func TestWeatherAsksOpenMeteo(t *testing.T) {
	if s := newServer(kit.WeatherConfig{}, nil); s.cfg.URL != openMeteo || s.cfg.Places != openMeteoPlaces {
		t.Errorf("%+v", s.cfg)
	}
	own := kit.WeatherConfig{URL: "http://a.example", Places: "http://b.example"}
	if s := newServer(own, nil); s.cfg != own {
		t.Errorf("%+v, want %+v", s.cfg, own)
	}
}

// TestRainFrom: the quarters of an hour that are left, and none of an old forecast.
func TestRainFrom(t *testing.T) {
	f := &forecast{From: apptest.Midday, Rain: []float64{1, 2, 3}}
	for _, row := range []struct {
		name  string
		after time.Duration
		want  []float64
	}{
		{"before its time", -time.Hour, []float64{1, 2, 3}},
		{"the second quarter", 20 * time.Minute, []float64{2, 3}},
		{"the last one", 44 * time.Minute, []float64{3}},
		{"past its end", 45 * time.Minute, nil},
		{"long past its end", 2 * time.Hour, nil},
	} {
		if got := f.rainFrom(apptest.Midday.Add(row.after)); !slices.Equal(got, row.want) {
			t.Errorf("%s: %v, want %v", row.name, got, row.want)
		}
	}
	if got := (&forecast{Rain: []float64{1}}).rainFrom(apptest.Midday); got != nil {
		t.Errorf("without a time: %v", got)
	}
}

// TestWeatherKeepsAtOnce: what the app was given is kept at the first step, less records
// that it cannot read.
func TestWeatherKeepsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newWeatherRig(t, []byte(`{"place Berlin ":{},"x":null}`), kit.WeatherConfig{})
		if keep := string(r.app.Step(time.Now()).Keep); !strings.Contains(keep, "Berlin") || strings.Contains(keep, "null") {
			t.Errorf("it keeps %s", keep)
		}
	})
}

// TestForecastWithoutThePresent: a server that tells only the days shows only the days.
func TestForecastWithoutThePresent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(apptest.Midday))
		r := newWeatherRig(t, nil, kit.WeatherConfig{})
		f := must.Get(parseForecast([]byte(answerAt(time.Now(), 12)), time.Now()))(t)
		f.Now = nil
		current, days, _ := r.app.pages(kit.NewSheet(r.env, kit.PlainLook), &widget{}, f, time.Now())
		if len(current) > 0 || len(days) == 0 {
			t.Errorf("%d pages of the present and %d of the days", len(current), len(days))
		}
	})
}
