// SPDX-License-Identifier: Apache-2.0

package winzone

import (
	"slices"
	"strings"
	"sync"
)

// Meant returns the zones that a name may mean, as Windows, Outlook and browsers show them: with or without an offset
// in brackets before it, as "Europe/Berlin" of "(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", or with
// a season, as of "Central European Summer Time". The likeliest comes first. They are several where a name has had
// another zone in other versions, or elsewhere: La Paz is in Bolivia and in Mexico. One place of those that Windows
// names will do. nil is none. Any goroutine may call.
func Meant(text string) (names []string) {
	if _, rest, found := strings.Cut(text, ")"); found && strings.HasPrefix(text, "(") {
		text = rest
	}
	text = strings.TrimSpace(fold(text))
	add := func(zones []string) {
		for _, windows := range zones {
			if name, ok := IANA(windows); ok && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	add(places()[text])
	for _, several := range []bool{false, true} {
		for place := range strings.FieldsFuncSeq(text, parts) {
			if zones := places()[strings.TrimSpace(place)]; len(zones) > 1 == several {
				add(zones)
			}
		}
	}
	return append(names, seasons(text)...)
}

// fold makes the same of spellings that differ between versions.
func fold(text string) string { return spellings.Replace(strings.ToLower(text)) }

var spellings = strings.NewReplacer(" and ", " & ", "co-ordinated", "coordinated", "st. ", "st ", "saint ", "st ",
	"\u2019", "'", "á", "a", "ã", "a", "ă", "a", "é", "e", "í", "i", "ó", "o", "ü", "u", "ș", "s")

func parts(c rune) bool { return c == ',' || c == ';' || c == ':' }

// places returns the Windows names of a place, and of all places that stand together.
var places = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for _, row := range shown {
		text, windows := fold(row[0]), row[1]
		if strings.ContainsFunc(text, parts) {
			all[text] = append(all[text], windows)
		}
		for place := range strings.FieldsFuncSeq(text, parts) {
			place = strings.TrimSpace(place)
			all[place] = append(all[place], windows)
		}
	}
	return all
})

// shown are the places that Windows shows, of its versions since 2007, with the Windows name; of a place in several
// rows the first is the likeliest. Sources: windowsZones.json in npm's node-ical 0.26.1 and the table of OzzyCzech's
// icalparser (src/IcalParser.php); of the zones that came later, Microsoft's list for Azure SQL Managed Instance
// (sql-docs, timezones-overview.md) and what tzutil lists, in CIPP (src/pages/identity/administration). They agree but
// for places that moved to a zone of their own.
var shown = [][2]string{
	{"Georgetown, La Paz, Manaus, San Juan", "SA Western Standard Time"},
	{"Almaty, Astana, Nur-Sultan, Qyzylorda", "Qyzylorda Standard Time"},
	{"Chihuahua, Guadalajara, Mexico City, Monterrey", "Central Standard Time (Mexico)"},
	{"Abu Dhabi, Muscat", "Arabian Standard Time"},
	{"Adelaide", "Cen. Australia Standard Time"},
	{"Alaska", "Alaskan Standard Time"},
	{"Aleutian Islands", "Aleutian Standard Time"},
	{"Almaty, Astana, Bishkek, Nur-Sultan", "Central Asia Standard Time"},
	{"Amman", "Jordan Standard Time"},
	{"Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "W. Europe Standard Time"},
	{"Anadyr, Petropavlovsk-Kamchatsky, Petropavlovsk-Kamchatsky - Old", "Russia Time Zone 11"},
	{"Araguaina", "Tocantins Standard Time"},
	{"Arizona", "US Mountain Standard Time"},
	{"Ashgabat, Tashkent", "West Asia Standard Time"},
	{"Astrakhan, Ulyanovsk", "Astrakhan Standard Time"},
	{"Asuncion", "Paraguay Standard Time"},
	{"Athens, Bucharest", "GTB Standard Time"},
	{"Atlantic Time (Canada)", "Atlantic Standard Time"},
	{"Auckland, Wellington", "New Zealand Standard Time"},
	{"Azores", "Azores Standard Time"},
	{"Baghdad", "Arabic Standard Time"},
	{"Baja California, Tijuana", "Pacific Standard Time (Mexico)"},
	{"Baku", "Azerbaijan Standard Time"},
	{"Bangkok, Hanoi, Jakarta", "SE Asia Standard Time"},
	{"Barnaul, Gorno-Altaysk", "Altai Standard Time"},
	{"Beijing, Chongqing, Hong Kong, Hong Kong SAR, Urumqi", "China Standard Time"},
	{"Beirut", "Middle East Standard Time"},
	{"Belgrade, Bratislava, Budapest, Ljubljana, Prague", "Central Europe Standard Time"},
	{"Bogota, Lima, Quito, Rio Branco", "SA Pacific Standard Time"},
	{"Bougainville Island", "Bougainville Standard Time"},
	{"Brasilia", "E. South America Standard Time"},
	{"Brisbane", "E. Australia Standard Time"},
	{"Brussels, Copenhagen, Madrid, Paris", "Romance Standard Time"},
	{"Buenos Aires, City of Buenos Aires", "Argentina Standard Time"},
	{"Cairo", "Egypt Standard Time"},
	{"Canberra, Melbourne, Sydney", "AUS Eastern Standard Time"},
	{"Cape Verde Is., Cabo Verde Is., Cape Verde Islands", "Cape Verde Standard Time"},
	{"Caracas", "Venezuela Standard Time"},
	{"Casablanca", "Morocco Standard Time"},
	{"Cayenne, Fortaleza", "SA Eastern Standard Time"},
	{"Central America", "Central America Standard Time"},
	{"Central Time, Central Time (US & Canada)", "Central Standard Time"},
	{"Chatham Islands", "Chatham Islands Standard Time"},
	{"Chennai, Kolkata, Mumbai, New Delhi", "India Standard Time"},
	{"Chetumal", "Eastern Standard Time (Mexico)"},
	{"Chihuahua, La Paz, Mazatlan", "Mountain Standard Time (Mexico)"},
	{"Chisinau", "E. Europe Standard Time"},
	{"Chita", "Transbaikal Standard Time"},
	{"Chokurdakh", "Russia Time Zone 10"},
	{"Coordinated Universal Time", "UTC"},
	{"Coordinated Universal Time+12", "UTC+12"},
	{"Coordinated Universal Time+13", "UTC+13"},
	{"Coordinated Universal Time-02", "UTC-02"},
	{"Coordinated Universal Time-08", "UTC-08"},
	{"Coordinated Universal Time-09", "UTC-09"},
	{"Coordinated Universal Time-11", "UTC-11"},
	{"Cuiaba", "Central Brazilian Standard Time"},
	{"Damascus", "Syria Standard Time"},
	{"Darwin", "AUS Central Standard Time"},
	{"Dhaka", "Bangladesh Standard Time"},
	{"Dublin, Edinburgh, Lisbon, London", "GMT Standard Time"},
	{"Easter Island", "Easter Island Standard Time"},
	{"Eastern Time, Eastern Time (US & Canada)", "Eastern Standard Time"},
	{"Ekaterinburg, Yekaterinburg", "Ekaterinburg Standard Time"},
	{"Eucla", "Aus Central W. Standard Time"},
	{"Fiji", "Fiji Standard Time"},
	{"Gaza, Hebron", "West Bank Standard Time"},
	{"Greenland, Nuuk", "Greenland Standard Time"},
	{"Guam, Port Moresby", "West Pacific Standard Time"},
	{"Haiti", "Haiti Standard Time"},
	{"Harare, Pretoria", "South Africa Standard Time"},
	{"Havana", "Cuba Standard Time"},
	{"Hawaii", "Hawaiian Standard Time"},
	{"Helsinki, Kyiv, Kiev, Riga, Sofia, Tallinn, Vilnius", "FLE Standard Time"},
	{"Hobart", "Tasmania Standard Time"},
	{"Hovd", "W. Mongolia Standard Time"},
	{"Indiana (East)", "US Eastern Standard Time"},
	{"International Date Line West", "Dateline Standard Time"},
	{"Irkutsk", "North Asia East Standard Time"},
	{"Islamabad, Karachi", "Pakistan Standard Time"},
	{"Istanbul", "Turkey Standard Time"},
	{"Izhevsk, Samara", "Russia Time Zone 3"},
	{"Jerusalem", "Israel Standard Time"},
	{"Juba", "South Sudan Standard Time"},
	{"Kabul", "Afghanistan Standard Time"},
	{"Kaliningrad", "Kaliningrad Standard Time"},
	{"Kathmandu", "Nepal Standard Time"},
	{"Khartoum", "Sudan Standard Time"},
	{"Kiritimati Island", "Line Islands Standard Time"},
	{"Krasnoyarsk", "North Asia Standard Time"},
	{"Kuala Lumpur, Singapore", "Singapore Standard Time"},
	{"Kuwait, Riyadh", "Arab Standard Time"},
	{"La Paz, Mazatlan", "Mountain Standard Time (Mexico)"},
	{"Lord Howe Island", "Lord Howe Standard Time"},
	{"Magadan", "Magadan Standard Time"},
	{"Marquesas Islands", "Marquesas Standard Time"},
	{"Mid-Atlantic, Mid-Atlantic - Old", "Mid-Atlantic Standard Time"},
	{"Minsk", "Belarus Standard Time"},
	{"Monrovia, Reykjavik", "Greenwich Standard Time"},
	{"Montevideo", "Montevideo Standard Time"},
	{"Moscow, St. Petersburg", "Russian Standard Time"},
	{"Mountain Time, Mountain Time (US & Canada)", "Mountain Standard Time"},
	{"Nairobi", "E. Africa Standard Time"},
	{"Newfoundland", "Newfoundland Standard Time"},
	{"Norfolk Island", "Norfolk Standard Time"},
	{"Novosibirsk", "N. Central Asia Standard Time"},
	{"Nuku'alofa", "Tonga Standard Time"},
	{"Omsk", "Omsk Standard Time"},
	{"Osaka, Sapporo, Tokyo", "Tokyo Standard Time"},
	{"Pacific Time, Pacific Time (US & Canada)", "Pacific Standard Time"},
	{"Perth", "W. Australia Standard Time"},
	{"Port Louis", "Mauritius Standard Time"},
	{"Punta Arenas", "Magallanes Standard Time"},
	{"Pyongyang", "North Korea Standard Time"},
	{"Saint Pierre and Miquelon", "Saint Pierre Standard Time"},
	{"Sakhalin", "Sakhalin Standard Time"},
	{"Salvador", "Bahia Standard Time"},
	{"Samoa", "Samoa Standard Time"},
	{"Santiago", "Pacific SA Standard Time"},
	{"Sao Tome", "Sao Tome Standard Time"},
	{"Sarajevo, Skopje, Warsaw, Zagreb", "Central European Standard Time"},
	{"Saratov", "Saratov Standard Time"},
	{"Saskatchewan", "Canada Central Standard Time"},
	{"Seoul", "Korea Standard Time"},
	{"Solomon Is., Solomon Islands, New Caledonia", "Central Pacific Standard Time"},
	{"Sri Jayawardenepura", "Sri Lanka Standard Time"},
	{"Taipei", "Taipei Standard Time"},
	{"Tbilisi", "Georgian Standard Time"},
	{"Tehran", "Iran Standard Time"},
	{"Tomsk", "Tomsk Standard Time"},
	{"Tripoli", "Libya Standard Time"},
	{"Turks and Caicos, Turks & Caicos Islands", "Turks And Caicos Standard Time"},
	{"Ulaanbaatar", "Ulaanbaatar Standard Time"},
	{"Vladivostok", "Vladivostok Standard Time"},
	{"Volgograd", "Volgograd Standard Time"},
	{"West Central Africa", "W. Central Africa Standard Time"},
	{"Windhoek", "Namibia Standard Time"},
	{"Yakutsk", "Yakutsk Standard Time"},
	{"Yangon (Rangoon)", "Myanmar Standard Time"},
	{"Yerevan", "Caucasus Standard Time"},
	{"Yukon", "Yukon Standard Time"},
}
