package apps

import "time"

// Shared is what one app knows and others show. Like the apps it belongs to the
// device's goroutine. An app that changes it is seen by those before it in the list
// at their next step, by the others at once. The zero value knows nothing.
type Shared struct {
	Weather WeatherNow // written by the weather app
	Place   *location  // of the weather app's first widget, written by it; nil = none is set
	Station string     // URL of the radio's chosen station, written by the radio; "" = none is set
}

// WeatherNow is the weather in few words. The zero value is unknown.
type WeatherNow struct {
	Icon  string    // name of a built-in icon: weather-rain
	Text  string    // 12°
	Until time.Time // from then on it is too old to be shown; zero = never
}

// At is the weather at now: the zero value when it is unknown or too old.
func (w WeatherNow) At(now time.Time) WeatherNow {
	if !w.Until.IsZero() && !now.Before(w.Until) {
		return WeatherNow{}
	}
	return w
}
