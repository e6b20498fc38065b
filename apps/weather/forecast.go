// SPDX-License-Identifier: Apache-2.0

package weather

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"time"
)

// Limits of a weather server's answer.
const (
	maxWeather = 64 << 10 // bytes of an answer
	maxDays    = 7
	maxRain    = 48 // quarters of an hour
	maxHours   = 48
	quarter    = 15 * time.Minute
)

// forecast is the knowledge about the weather at a place. The zero value is empty.
// It is kept across a restart.
type forecast struct {
	At    time.Time    `json:"at"`             // when it came
	Now   *conditions  `json:"now,omitempty"`  // nil = unknown
	Days  []weatherDay `json:"days,omitempty"` // in their order, at most maxDays
	Rain  []float64    `json:"rain,omitempty"` // mm in each quarter of an hour from From on, at most maxRain
	From  time.Time    `json:"from,omitzero"`
	Hours []float64    `json:"hours,omitempty"` // temperature at each hour from Hour on, at most maxHours
	Hour  time.Time    `json:"hour,omitzero"`
	East  int          `json:"east,omitempty"` // seconds that local time there is ahead of UTC
}

// conditions describe the weather at one moment.
type conditions struct {
	Temperature float64 `json:"temperature"` // in the units requested
	Code        int     `json:"code"`        // WMO 4677, as Open-Meteo uses it
	Night       bool    `json:"night,omitempty"`
	Air         *air    `json:"air,omitempty"` // nil = only the code is known
}

// air is what is measured of the clouds, what falls from them, and the wind.
type air struct {
	Cover float64 `json:"cover"` // percent of the sky
	Water float64 `json:"water"` // mm an hour, of rain and snow
	Snow  float64 `json:"snow"`  // mm an hour of it fall as snow
	Depth float64 `json:"depth"` // m of snow that lies
	Wind  float64 `json:"wind"`  // m/s
	From  float64 `json:"from"`  // degrees from the north through the east
}

// weatherDay is one day.
type weatherDay struct {
	Day  int     `json:"day"` // since 1970-01-01, local to the place
	Code int     `json:"code"`
	High float64 `json:"high"`
	Low  float64 `json:"low"`
}

// weekday returns the weekday of d.
func (d weatherDay) weekday() time.Weekday { return time.Unix(int64(d.Day)*86400, 0).UTC().Weekday() }

// dayAt returns the local day at t, numbered like weatherDay.Day.
func (f *forecast) dayAt(t time.Time) int {
	return int(math.Floor(float64(t.Unix()+int64(f.East)) / 86400))
}

// from returns the days from t on.
func (f *forecast) from(t time.Time) []weatherDay {
	for i, d := range f.Days {
		if d.Day >= f.dayAt(t) {
			return f.Days[i:]
		}
	}
	return nil
}

// midnight returns when the next local day begins.
func (f *forecast) midnight(t time.Time) time.Time {
	return time.Unix(int64(f.dayAt(t)+1)*86400-int64(f.East), 0)
}

// rainFrom returns the quarters of an hour from the one at t on.
func (f *forecast) rainFrom(t time.Time) []float64 {
	i := int(max(t.Sub(f.From), 0) / quarter)
	if f.From.IsZero() || i >= len(f.Rain) {
		return nil
	}
	return f.Rain[i:]
}

// weatherJSON is the part of a server's answer in use: the JSON of Open-Meteo with
// times in Unix seconds (docs/apps.md). Every member may be absent.
type weatherJSON struct {
	East    float64 `json:"utc_offset_seconds"`
	Current *struct {
		Temperature *float64 `json:"temperature_2m"`
		Code        float64  `json:"weather_code"`
		IsDay       *float64 `json:"is_day"`
		airJSON
	} `json:"current"`
	Daily struct {
		Time []float64  `json:"time"`
		Code []*float64 `json:"weather_code"`
		Max  []*float64 `json:"temperature_2m_max"`
		Min  []*float64 `json:"temperature_2m_min"`
	} `json:"daily"`
	Hourly struct {
		Time        []float64  `json:"time"`
		Temperature []*float64 `json:"temperature_2m"`
	} `json:"hourly"`
	Quarters struct {
		Time []float64  `json:"time"`
		Rain []*float64 `json:"precipitation"`
	} `json:"minutely_15"`
}

// parseForecast reads a server's answer, which came at now. Unusable values are left
// out; if nothing is left, it returns an error.
func parseForecast(raw []byte, now time.Time) (*forecast, error) {
	var in weatherJSON
	if err := json.Unmarshal(raw, &in); err != nil {
		return nil, errors.New("the answer is not the JSON of a weather server")
	}
	f := &forecast{At: now, East: int(within(in.East, 18*3600))}
	if c := in.Current; c != nil && c.Temperature != nil {
		f.Now = &conditions{Temperature: degrees(*c.Temperature), Code: code(c.Code), Night: c.IsDay != nil && *c.IsDay == 0,
			Air: c.air()}
	}
	for i, at := range in.Daily.Time {
		high, low := item(in.Daily.Max, i), item(in.Daily.Min, i)
		if len(f.Days) == maxDays || high == nil || low == nil || math.Abs(at) > maxTime {
			continue
		}
		d := weatherDay{Day: f.dayAt(time.Unix(int64(at), 0)), High: degrees(*high), Low: degrees(*low)}
		if c := item(in.Daily.Code, i); c != nil {
			d.Code = code(*c)
		}
		if n := len(f.Days); n == 0 || f.Days[n-1].Day < d.Day {
			f.Days = append(f.Days, d)
		}
	}
	f.readRain(&in)
	f.readHours(&in)
	if f.Now == nil && f.Days == nil {
		return nil, errors.New("the answer has neither current weather nor a forecast")
	}
	return f, nil
}

// readRain reads the rain in each quarter of an hour. The time of a value is the end
// of its quarter.
func (f *forecast) readRain(in *weatherJSON) {
	if len(in.Quarters.Time) == 0 || math.Abs(in.Quarters.Time[0]) > maxTime {
		return
	}
	f.From = time.Unix(int64(in.Quarters.Time[0]), 0).Add(-quarter)
	for _, mm := range in.Quarters.Rain[:min(len(in.Quarters.Rain), maxRain)] {
		v := 0.0
		if mm != nil {
			v = min(max(*mm, 0), 1000)
		}
		f.Rain = append(f.Rain, v)
	}
}

// readHours reads the temperature of the coming hours, up to the first that is missing.
func (f *forecast) readHours(in *weatherJSON) {
	if len(in.Hourly.Time) == 0 || math.Abs(in.Hourly.Time[0]) > maxTime {
		return
	}
	f.Hour = time.Unix(int64(in.Hourly.Time[0]), 0)
	for _, v := range in.Hourly.Temperature[:min(len(in.Hourly.Temperature), maxHours)] {
		if v == nil {
			return
		}
		f.Hours = append(f.Hours, degrees(*v))
	}
}

// maxTime is a Unix time later than any forecast: the year 3000.
const maxTime = 32503680000

// item returns values[i], or nil if there is none.
func item(values []*float64, i int) *float64 {
	if i >= len(values) {
		return nil
	}
	return values[i]
}

func within(v, most float64) float64 { return min(max(v, -most), most) }
func degrees(v float64) float64      { return within(v, 199) } // in any unit, on Earth
func code(v float64) int             { return int(min(max(v, 0), 99)) }

// sky is the meaning of a WMO code: built-in icons; night is "" where it is as by day.
type sky struct{ icon, night string }

// skies are the meanings of the codes that Open-Meteo uses (open-meteo.com/en/docs, WMO
// Weather interpretation codes).
var skies = []struct {
	codes []int
	sky
}{
	{[]int{0, 1}, sky{"weather-sun", "weather-stars"}},
	{[]int{2}, sky{"weather-partly", "weather-partly-night"}},
	{[]int{3}, sky{"weather-clouds", ""}},
	{[]int{45, 48}, sky{"weather-fog", ""}},
	{[]int{51, 53, 55}, sky{"weather-drizzle", ""}},
	{[]int{61, 63}, sky{"weather-rain", ""}},
	{[]int{65, 82}, sky{"weather-downpour", ""}},
	{[]int{56, 57, 66, 67}, sky{"weather-sleet", ""}},
	{[]int{71, 73, 75, 77, 85, 86}, sky{"weather-snow", ""}},
	{[]int{80, 81}, sky{"weather-showers", "weather-rain"}},
	{[]int{95}, sky{"weather-storm", ""}},
	{[]int{96, 99}, sky{"weather-hail", ""}},
}

// skyOf returns the meaning of a code; of any other it is a cloud.
func skyOf(code int) sky {
	for _, s := range skies {
		if slices.Contains(s.codes, code) {
			return s.sky
		}
	}
	return sky{icon: "weather-cloud"}
}

// iconAt returns the icon for day or night.
func (s sky) iconAt(night bool) string {
	if night && s.night != "" {
		return s.night
	}
	return s.icon
}
