// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestRefusedSettings: the answer names each setting that the device lacks; it is never OK alone.
func TestRefusedSettings(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		for _, row := range []struct {
			body, says string
			status     int
		}{
			{`{"TSPEED":400}`, "not on this device: TSPEED", 400},
			{`{"WDCI":"#111111"}`, "WDCI", 400}, {`{"BAT":true}`, "no battery", 400}, {`{"BAT_COL":"#111111"}`, "BAT_COL", 400},
			{`{"CHCOL":"#111111","CBCOL":1,"CTCOL":2}`, "CBCOL: the calendar's colours are its own; CHCOL", 400},
			{`{"BLOCKN":true}`, "BLOCKN", 400}, {`{"BLOCKN":1}`, "BLOCKN", 400}, {`{"BAT":"true"}`, "no battery", 400},
			{`{"BLOCKN":0}`, "OK", 200}, {`{"BAT":0}`, "OK", 200}, {`{"BAT":"false"}`, "OK", 200}, {`{"BAT":"0"}`, "OK", 200},
			{`{"CHCOL":0}`, "CHCOL", 400}, {`{"TSPEED":0}`, "TSPEED", 400}, {`{"CCORRECTION":false}`, "CCORRECTION", 400},
			{`{"OVERLAY":"fog"}`, `no overlay "fog"`, 400}, {`{"DFORMAT":"%A"}`, "DFORMAT", 400},
			{`{"GAMMA":1.9}`, "GAMMA", 400}, {`{"MAT":1}`, "MAT", 400}, {`{"SOUND":false}`, "SOUND: VOL", 400},
			{`{"GAMEMODE":true}`, "GAMEMODE", 400}, {`{"SOUND":true}`, "OK", 200}, {`{"CTEMP":null,"BAT":false}`, "OK", 200},
			{`{"ATIME":9,"BAT_COL":1}`, "OK, but not on this device: BAT_COL", 200},
			{`{"colorTint":"#FFD6AA"}`, "colorTint: belongs to AWTRIX NG", 400},
			{`{"time24h":false,"ATIME":9}`, "OK, but not on this device: time24h", 200},
			{`{"ATIME":9,"NEWYEAR":true}`, "OK", 200},
			{`{"TFORMAT":"%H %M"}`, "OK", 200}, {`{"TFORMAT":"%l %M"}`, "OK", 200},
			{`{"TFORMAT":"%H:%M"}`, "OK, but not on this device: TFORMAT: the colon always blinks", 200},
			{`{"TFORMAT":"%l:%M"}`, "OK, but not on this device: TFORMAT: the colon always blinks", 200},
			{`{"TFORMAT":"%H:%M:%S"}`, "OK, but not on this device: TFORMAT: the colon always blinks", 200},
			{`{"TFORMAT":"%l %M %p"}`, "OK, but not on this device: TFORMAT: AM and PM show by themselves", 200},
			{`{"TSPEED":400,"NEWYEAR":true}`, "not on this device: TSPEED", 400},
			{`{"VOL":{},"VOL":15}`, "OK", 200}, {`{"VOL":15,"VOL":{}}`, "VOL", 400},
			{`{"OVERLAY":"fog\!","TSPEED":1}`, "TSPEED", 400},
		} {
			status, text := r.ask("POST", "/api/settings", row.body)
			if status != row.status || !strings.Contains(text, row.says) || row.says == "OK" && text != "OK" {
				t.Errorf("%s: %d %s, want %d and %q", row.body, status, text, row.status, row.says)
			}
		}
	})
}

// TestMixedSettings: a setting that is refused costs none of the others, wherever it stands.
func TestMixedSettings(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		const good = `"SSPEED":50,"VOL":15,"UPPERCASE":false,"WD":true,"SOM":false,"DAT":true,"TCOL":255,"MATP":true`
		want := map[string]any{
			"SSPEED": 50.0, "VOL": 15.0, "UPPERCASE": false, "WD": true, "SOM": false, "DAT": true, "TCOL": 255.0, "MATP": true,
		}
		for _, bad := range []string{
			`"OVERLAY":"fog"`, `"DFORMAT":"%A"`, `"TEFF":99`, `"TMODE":8`, `"TFORMAT":"%A"`, `"BRI":"bright"`, `"CTEMP":1`,
		} {
			r.ask("POST", "/api/settings", `{"SSPEED":100,"VOL":30,"UPPERCASE":true,"WD":false,"SOM":true,"DAT":false,"TCOL":1}`)
			for _, body := range []string{"{" + bad + "," + good + "}", "{" + good + "," + bad + "}"} {
				status, text := r.ask("POST", "/api/settings", body)
				if status != 200 || !strings.HasPrefix(text, "OK, but not on this device: ") || strings.Count(text, ": ") != 2 {
					t.Errorf("%s: %d %s", body, status, text)
				}
			}
			if got := r.settled(); !contains(got, want) {
				t.Errorf("beside %s: %v, want %v", bad, got, want)
			}
		}
	})
}

// settled returns the settings.
func (r *rig) settled() (got map[string]any) {
	r.t.Helper()
	_, text := r.ask("GET", "/api/settings", "")
	must.Do(r.t, json.Unmarshal([]byte(text), &got))
	return got
}

// contains reports whether all of want is in got.
func contains(got, want map[string]any) bool {
	for key, v := range want {
		if got[key] != v {
			return false
		}
	}
	return true
}

// documented are the settings that AWTRIX 3 documents, with values of each kind that is documented or that
// other programs send.
var documented = map[string][]any{
	"ATIME": {7, "12"}, "TEFF": {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, -1, 99, 2.5, "x"}, "TSPEED": {500},
	"TCOL":  {"#FF0000", "00FF00", []int{1, 2, 3}, 255, "red", []int{1, 2}},
	"TMODE": {0, 1, 2, 3, 4, 5, 6, 7, 8, -1, "2", "x"},
	"CHCOL": {"#FF0000"}, "CBCOL": {"#FFFFFF"}, "CTCOL": {"#000000"}, "WD": {true, false, "on"},
	"WDCA": {"#FF0000", "red"},
	"WDCI": {"#FF0000"}, "BRI": {0, 255, 51, true}, "ABRI": {true, false, "x"}, "ATRANS": {false, true, 2},
	"CCORRECTION": {[]int{255, 255, 255}, "#FFFFFF"}, "CTEMP": {[]int{255, 200, 100}, "#FFFFFF"},
	"TFORMAT": {
		"%H:%M:%S", "%l:%M:%S", "%H:%M", "%H %M", "%l:%M", "%l %M", "%l:%M %p", "%l %M %p", "%H:%M %p",
		"%l:%M:%S %p", "%k:%M", "", "x", 5,
	},
	"DFORMAT": {
		"%d.%m.%y", "%d.%m", "%y-%m-%d", "%m-%d", "%m/%d/%y", "%m/%d", "%d/%m/%y", "%d/%m", "%m-%d-%y", "%d.%m.%Y", "%A", 5,
	},
	"SOM": {true, false, "x"}, "CEL": {false, true, "x"}, "BLOCKN": {true, false}, "UPPERCASE": {false, true, "x"},
	"TIME_COL": {"#FF0000", 0, "red"}, "DATE_COL": {"#FF0000", 0, "red"}, "TEMP_COL": {"#FF0000", 0, "red"},
	"HUM_COL": {"#FF0000", 0, "red"}, "BAT_COL": {"#FF0000"}, "SSPEED": {100, 50, "fast"}, "TIM": {false, true, "x"},
	"DAT": {true, false, "x"}, "HUM": {true, false, "x"}, "TEMP": {true, false, "x"}, "BAT": {true, false},
	"MATP": {true, "x"},
	"VOL":  {0, 15, 30, "loud"}, "OVERLAY": {"clear", "snow", "rain", "drizzle", "storm", "thunder", "frost", "fog", 5},
}

// TestSettingsAreToldTrue: OK alone means that the settings have the value from then on; else the answer
// names the setting.
func TestSettingsAreToldTrue(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		for key, values := range documented {
			for _, sent := range values {
				body, err := json.Marshal(map[string]any{key: sent})
				if err != nil {
					t.Fatal(err)
				}
				before := r.settled()
				_, text := r.ask("POST", "/api/settings", string(body))
				now := r.settled()
				c, v := color{}, now[key]
				if n, ok := v.(float64); ok && (strings.Contains(key, "COL") || key == "WDCA") {
					_ = c.UnmarshalJSON(body[len(key)+4 : len(body)-1])
					v = fmt.Sprint(n == float64(number(c.Color)))
					sent = true
				}
				switch taken := fmt.Sprint(v) == fmt.Sprint(sent); {
				case text == "OK" && !taken && sent != "":
					t.Errorf("%s: OK, and it is %v", body, now[key])
				case text != "OK" && !strings.Contains(text, key+": "):
					t.Errorf("%s: %s does not name it", body, text)
				case !strings.HasPrefix(text, "OK") && !reflect.DeepEqual(before, now):
					t.Errorf("%s: refused, and %v has become %v", body, before, now)
				}
			}
		}
	})
}

// TestSettingsComeBack: what GET answers is taken as it is.
func TestSettingsComeBack(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		_, all := r.ask("GET", "/api/settings", "")
		r.post("/api/settings", all)
		r.sees("sent back", "/api/settings", all)
	})
}
