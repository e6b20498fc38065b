// SPDX-License-Identifier: Apache-2.0

package kit

// Phrases are what apps say in one language: section panel of package words. %d and %s are for
// numbers and names.
type Phrases struct {
	Days [7]string // from Sunday, short; their first two letters tell them apart

	Now, Today, AllDay   string
	InMinutes, InHours   string // of a time that is still to come
	Minutes              string // that something lasts
	Decimal              string // the sign before decimals
	At                   string // of a time of the day
	Rain                 string
	SunAllDay, NoSunrise string
	New, Full, Half      string    // of the moon
	Waxing, Waning       string    // a comma stands before a shorter form
	Seasons              [4]string // they begin, from spring
	FirstSnow            string    // of a winter
	FullMoon             string
	SunEclipse           string
	MoonEclipse          string
	Week                 string // before the number of a week

	SetPlace, NoPlace, NoWeather, NoNews string    // of the weather
	SetCalendar, NoCalendar, Nothing     string    // of calendars
	NoSensor                             string    // of the room
	Skipped, On                          string    // of an alarm: left out once; rings again
	TooSmall                             string    // of the board: the panel is too small
	SetDate                              string    // of the days until a date
	DayUnits                             [2]string // after 1 and after more
	NoAgents                             string    // no agent has said what it does
	AgentStates                          [4]string // of agents: waiting, failed, running, done
	Silence                              string    // nothing plays
	NoStations, NoServer, NoData         string    // of the radio, of Tronbyt, of the data app
	SetApp, NoApp, Install               string    // of own apps: none is set, none has this name, a program is missing
	Asks, AsksNear                       string    // of own apps: one asks for a host, for one in the user's network
	Line                                 string    // of own apps: the line of a fault
	Updating                             string    // an update of the device begins: its version

	Reasons   [reasons]string // why there is nothing to show
	Answers   string          // of a server that answers with the number of an error
	NoPicture string          // of the pictures: no file has this name
}
