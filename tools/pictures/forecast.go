// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"strings"
	"time"
)

// A day is one of a forecast: the code of its weather (WMO 4677), and its temperatures in °C.
type day struct {
	code      int
	high, low float64
}

// week is a forecast that changes, and shower the rain of the next hours in mm.
var week = []day{{61, 14.1, 8.3}, {2, 16.4, 7.2}, {0, 18, 6.6}, {95, 17.2, 9.9}}

const shower = "0,0.1,0.3,0.4,0.8,1.2,1.6,2.2,3.1,2.4,1.5,1.1,0.9,0.4,0.1,0,0,0.2,0.2,0,0,0,0,0"

// forecast is what the weather app keeps of a forecast for the place, from now on.
func forecast(now time.Time, celsius float64, code int, days []day, rain string) string {
	var list []string
	_, east := now.Zone()
	for i, d := range days {
		date := (now.Unix()+int64(east))/86400 + int64(i)
		list = append(list, fmt.Sprintf(`{"day":%d,"code":%d,"high":%g,"low":%g}`, date, d.code, d.high, d.low))
	}
	at := now.Format(time.RFC3339)
	return fmt.Sprintf(`{"at 52.5,13.4 ":{"forecast":{"at":%q,"from":%q,"east":%d,"now":{"temperature":%g,"code":%d},"days":[%s],"rain":[%s]}}}`,
		at, at, east, celsius, code, strings.Join(list, ","), rain)
}
