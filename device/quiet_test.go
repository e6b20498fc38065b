package device

import (
	"testing"
	"time"
)

func TestWindowText(t *testing.T) {
	window := func(start, end int) Window {
		return Window{TimeOfDay(time.Duration(start) * time.Hour), TimeOfDay(time.Duration(end) * time.Hour)}
	}
	rows := []struct {
		name, text string
		want       Window
		ok         bool
	}{
		{"past midnight", "22:00-07:00", window(22, 7), true},
		{"with seconds and spaces", "01:00:00 - 02:00:00", window(1, 2), true},
		{"never", "", Window{}, true},
		{"one time", "22:00", window(3, 4), false},
		{"no end", "22:00-", window(3, 4), false},
		{"no time of a day", "22:00-25:00", window(3, 4), false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got := window(3, 4)
			if err := got.UnmarshalText([]byte(row.text)); got != row.want || (err == nil) != row.ok {
				t.Errorf("%v, %v, want %v", got, err, row.want)
			}
			text, err := row.want.MarshalText()
			var again Window
			if err != nil || again.UnmarshalText(text) != nil || again != row.want {
				t.Errorf("written as %q, %v, read as %v, want %v", text, err, again, row.want)
			}
		})
	}
}
