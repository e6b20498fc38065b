// SPDX-License-Identifier: Apache-2.0

package winzone

import (
	"strings"
	"sync"
)

// Shown returns the zone of a name as Windows and Outlook show it, with or without the
// offset before it, as "Europe/Berlin" of "(UTC+01:00) Amsterdam, Berlin, Bern, Rome,
// Stockholm, Vienna", and whether there is one. One place of those that Windows names
// will do, because versions of Windows name more or fewer. Any goroutine may call.
func Shown(text string) (name string, ok bool) {
	if _, rest, found := strings.Cut(text, ")"); found && strings.HasPrefix(text, "(") {
		text = rest
	}
	for place := range strings.FieldsFuncSeq(fold(text), parts) {
		if windows := byPlace()[strings.TrimSpace(place)]; windows != "" {
			return IANA(windows)
		}
	}
	return "", false
}

// fold makes the same of spellings that differ between versions.
func fold(text string) string {
	return strings.ReplaceAll(strings.ToLower(text), " and ", " & ")
}

func parts(c rune) bool { return c == ',' || c == ';' || c == ':' }

// byPlace returns the Windows names of places that have only one.
var byPlace = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for text, windows := range shown {
		for place := range strings.FieldsFuncSeq(fold(text), parts) {
			place = strings.TrimSpace(place)
			if other, twice := all[place]; twice && other != windows {
				windows = "" // such as La Paz in Mexico and in Bolivia
			}
			all[place] = windows
			windows = shown[text]
		}
	}
	return all
})

// shown are Windows' names by the places that it shows, of its versions since 2007. Sources:
// windowsZones.json in npm's node-ical 0.26.1, and the table of OzzyCzech's icalparser
// (src/IcalParser.php); they agree but for places that moved to a zone of their own.
var shown = map[string]string{
	"Abu Dhabi, Muscat": "Arabian Standard Time",
	"Adelaide":          "Cen. Australia Standard Time",
	"Alaska":            "Alaskan Standard Time",
	"Amman":             "Jordan Standard Time",
	"Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna": "W. Europe Standard Time",
	"Arizona":                  "US Mountain Standard Time",
	"Ashgabat, Tashkent":       "West Asia Standard Time",
	"Astana, Nur-Sultan":       "Central Asia Standard Time",
	"Asuncion":                 "Paraguay Standard Time",
	"Athens, Bucharest":        "GTB Standard Time",
	"Atlantic Time (Canada)":   "Atlantic Standard Time",
	"Auckland, Wellington":     "New Zealand Standard Time",
	"Azores":                   "Azores Standard Time",
	"Baghdad":                  "Arabic Standard Time",
	"Baja California, Tijuana": "Pacific Standard Time (Mexico)",
	"Baku":                     "Azerbaijan Standard Time",
	"Bangkok, Hanoi, Jakarta":  "SE Asia Standard Time",
	"Beijing, Chongqing, Hong Kong, Hong Kong SAR, Urumqi": "China Standard Time",
	"Beirut": "Middle East Standard Time",
	"Belgrade, Bratislava, Budapest, Ljubljana, Prague":  "Central Europe Standard Time",
	"Bogota, Lima, Quito, Rio Branco":                    "SA Pacific Standard Time",
	"Brasilia":                                           "E. South America Standard Time",
	"Brisbane":                                           "E. Australia Standard Time",
	"Brussels, Copenhagen, Madrid, Paris":                "Romance Standard Time",
	"Buenos Aires, City of Buenos Aires":                 "Argentina Standard Time",
	"Cairo":                                              "Egypt Standard Time",
	"Canberra, Melbourne, Sydney":                        "AUS Eastern Standard Time",
	"Cape Verde Is., Cabo Verde Is., Cape Verde Islands": "Cape Verde Standard Time",
	"Caracas":            "Venezuela Standard Time",
	"Casablanca":         "Morocco Standard Time",
	"Cayenne, Fortaleza": "SA Eastern Standard Time",
	"Central America":    "Central America Standard Time",
	"Central Time, Central Time (US & Canada)": "Central Standard Time",
	"Chennai, Kolkata, Mumbai, New Delhi":      "India Standard Time",
	"Chihuahua, La Paz, Mazatlan":              "Mountain Standard Time (Mexico)",
	"Coordinated Universal Time":               "UTC",
	"Cuiaba":                                   "Central Brazilian Standard Time",
	"Damascus":                                 "Syria Standard Time",
	"Darwin":                                   "AUS Central Standard Time",
	"Dhaka":                                    "Bangladesh Standard Time",
	"Dublin, Edinburgh, Lisbon, London":        "GMT Standard Time",
	"Eastern Time, Eastern Time (US & Canada)": "Eastern Standard Time",
	"Ekaterinburg, Yekaterinburg":              "Ekaterinburg Standard Time",
	"Fiji":                                     "Fiji Standard Time",
	"Georgetown, La Paz, Manaus, San Juan":     "SA Western Standard Time",
	"Greenland, Nuuk":                          "Greenland Standard Time",
	"Guadalajara, Mexico City, Monterrey":      "Central Standard Time (Mexico)",
	"Guam, Port Moresby":                       "West Pacific Standard Time",
	"Harare, Pretoria":                         "South Africa Standard Time",
	"Hawaii":                                   "Hawaiian Standard Time",
	"Helsinki, Kyiv, Kiev, Riga, Sofia, Tallinn, Vilnius": "FLE Standard Time",
	"Hobart":                       "Tasmania Standard Time",
	"Indiana (East)":               "US Eastern Standard Time",
	"International Date Line West": "Dateline Standard Time",
	"Irkutsk":                      "North Asia East Standard Time",
	"Islamabad, Karachi":           "Pakistan Standard Time",
	"Istanbul":                     "Turkey Standard Time",
	"Jerusalem":                    "Israel Standard Time",
	"Kabul":                        "Afghanistan Standard Time",
	"Kaliningrad":                  "Kaliningrad Standard Time",
	"Kathmandu":                    "Nepal Standard Time",
	"Krasnoyarsk":                  "North Asia Standard Time",
	"Kuala Lumpur, Singapore":      "Singapore Standard Time",
	"Kuwait, Riyadh":               "Arab Standard Time",
	"Magadan":                      "Magadan Standard Time",
	"Minsk":                        "Belarus Standard Time",
	"Monrovia, Reykjavik":          "Greenwich Standard Time",
	"Montevideo":                   "Montevideo Standard Time",
	"Moscow, St. Petersburg":       "Russian Standard Time",
	"Mountain Time, Mountain Time (US & Canada)": "Mountain Standard Time",
	"Nairobi":               "E. Africa Standard Time",
	"Newfoundland":          "Newfoundland Standard Time",
	"Novosibirsk":           "N. Central Asia Standard Time",
	"Nuku'alofa":            "Tonga Standard Time",
	"Osaka, Sapporo, Tokyo": "Tokyo Standard Time",
	"Pacific Time, Pacific Time (US & Canada)": "Pacific Standard Time",
	"Perth":                            "W. Australia Standard Time",
	"Port Louis":                       "Mauritius Standard Time",
	"Salvador":                         "Bahia Standard Time",
	"Samoa":                            "Samoa Standard Time",
	"Santiago":                         "Pacific SA Standard Time",
	"Sarajevo, Skopje, Warsaw, Zagreb": "Central European Standard Time",
	"Saskatchewan":                     "Canada Central Standard Time",
	"Seoul":                            "Korea Standard Time",
	"Solomon Is., Solomon Islands, New Caledonia": "Central Pacific Standard Time",
	"Sri Jayawardenepura":                         "Sri Lanka Standard Time",
	"Taipei":                                      "Taipei Standard Time",
	"Tbilisi":                                     "Georgian Standard Time",
	"Tehran":                                      "Iran Standard Time",
	"Tripoli":                                     "Libya Standard Time",
	"Ulaanbaatar":                                 "Ulaanbaatar Standard Time",
	"Vladivostok":                                 "Vladivostok Standard Time",
	"West Central Africa":                         "W. Central Africa Standard Time",
	"Windhoek":                                    "Namibia Standard Time",
	"Yakutsk":                                     "Yakutsk Standard Time",
	"Yangon (Rangoon)":                            "Myanmar Standard Time",
	"Yerevan":                                     "Caucasus Standard Time",
}
