// SPDX-License-Identifier: Apache-2.0

package winzone

import "strings"

// seasons returns the zones of a name in small letters as browsers and telephones show it, with or without a season: as
// of "central european summer time", "mexican pacific standard time" or "japan time". What Windows means by it comes
// first.
func seasons(text string) (names []string) {
	text, ok := strings.CutSuffix(text, " time")
	if !ok {
		return nil
	}
	base := text
	for _, season := range []string{" standard", " daylight", " summer"} {
		base = strings.TrimSuffix(base, season)
	}
	if name, ok := IANA(base + " standard time"); ok {
		names = append(names, name)
	}
	for _, known := range []string{text, base} {
		if name := browsers[known]; name != "" {
			return append(names, name)
		}
	}
	return names
}

// browsers are zones by the names of CLDR without their season, where Windows has another name, or means another zone.
// Where one name is of several zones, it is the one that CLDR calls golden, or the largest. Sources: what the Intl of
// node 20.20 (CLDR 48) and the DateTimeFormatter of OpenJDK 17 (CLDR 39) show for each zone in January and July 2026.
var browsers = map[string]string{
	"acre":                        "America/Rio_Branco",
	"alaska":                      "America/Anchorage",
	"amazon":                      "America/Manaus",
	"american samoa":              "Pacific/Pago_Pago",
	"anadyr":                      "Asia/Anadyr",
	"apia":                        "Pacific/Apia",
	"arabian":                     "Asia/Riyadh",
	"armenia":                     "Asia/Yerevan",
	"australian central":          "Australia/Adelaide",
	"australian central western":  "Australia/Eucla",
	"australian eastern":          "Australia/Sydney",
	"australian western":          "Australia/Perth",
	"barnaul":                     "Asia/Barnaul",
	"bhutan":                      "Asia/Thimphu",
	"bolivia":                     "America/La_Paz",
	"brasilia":                    "America/Sao_Paulo",
	"british":                     "Europe/London",
	"brunei":                      "Asia/Brunei",
	"brunei darussalam":           "Asia/Brunei",
	"casey":                       "Antarctica/Casey",
	"central africa":              "Africa/Maputo",
	"central indonesia":           "Asia/Makassar",
	"chamorro":                    "Pacific/Guam",
	"chatham":                     "Pacific/Chatham",
	"chile":                       "America/Santiago",
	"christmas island":            "Indian/Christmas",
	"chuuk":                       "Pacific/Truk",
	"cocos islands":               "Indian/Cocos",
	"colombia":                    "America/Bogota",
	"cook islands":                "Pacific/Rarotonga",
	"coordinated universal":       "Etc/UTC",
	"davis":                       "Antarctica/Davis",
	"dumont d'urville":            "Antarctica/DumontDUrville",
	"east africa":                 "Africa/Nairobi",
	"east greenland":              "America/Scoresbysund",
	"east kazakhstan":             "Asia/Almaty",
	"east timor":                  "Asia/Dili",
	"eastern european":            "Europe/Bucharest",
	"eastern indonesia":           "Asia/Jayapura",
	"ecuador":                     "America/Guayaquil",
	"falkland islands":            "Atlantic/Stanley",
	"fernando de noronha":         "America/Noronha",
	"french guiana":               "America/Cayenne",
	"french southern & antarctic": "Indian/Kerguelen",
	"galapagos":                   "Pacific/Galapagos",
	"gambier":                     "Pacific/Gambier",
	"georgia":                     "Asia/Tbilisi",
	"gilbert islands":             "Pacific/Tarawa",
	"greenwich mean":              "Africa/Abidjan",
	"gulf":                        "Asia/Dubai",
	"guyana":                      "America/Guyana",
	"hawaii-aleutian":             "Pacific/Honolulu",
	"hawaii-aleutian daylight":    "America/Adak",
	"hong kong":                   "Asia/Hong_Kong",
	"hovd":                        "Asia/Hovd",
	"indian ocean":                "Indian/Chagos",
	"indochina":                   "Asia/Bangkok",
	"irish":                       "Europe/Dublin",
	"irkutsk":                     "Asia/Irkutsk",
	"japan":                       "Asia/Tokyo",
	"kamchatka":                   "Asia/Kamchatka",
	"kanton":                      "Pacific/Enderbury",
	"kazakhstan":                  "Asia/Almaty",
	"khovd":                       "Asia/Hovd",
	"korean":                      "Asia/Seoul",
	"kosrae":                      "Pacific/Kosrae",
	"krasnoyarsk":                 "Asia/Krasnoyarsk",
	"kyrgyzstan":                  "Asia/Bishkek",
	"malaysia":                    "Asia/Kuala_Lumpur",
	"maldives":                    "Indian/Maldives",
	"marshall islands":            "Pacific/Majuro",
	"mawson":                      "Antarctica/Mawson",
	"mexican pacific":             "America/Mazatlan",
	"moscow":                      "Europe/Moscow",
	"nauru":                       "Pacific/Nauru",
	"new caledonia":               "Pacific/Noumea",
	"niue":                        "Pacific/Niue",
	"norfolk island":              "Pacific/Norfolk",
	"northwest mexico":            "America/Tijuana",
	"novosibirsk":                 "Asia/Novosibirsk",
	"palau":                       "Pacific/Palau",
	"papua new guinea":            "Pacific/Port_Moresby",
	"peru":                        "America/Lima",
	"petropavlovsk-kamchatski":    "Asia/Kamchatka",
	"philippine":                  "Asia/Manila",
	"phoenix islands":             "Pacific/Enderbury",
	"pitcairn":                    "Pacific/Pitcairn",
	"pohnpei":                     "Pacific/Ponape",
	"ponape":                      "Pacific/Ponape",
	"punta arenas":                "America/Punta_Arenas",
	"rothera":                     "Antarctica/Rothera",
	"reunion":                     "Indian/Reunion",
	"samara":                      "Europe/Samara",
	"samoa":                       "Pacific/Pago_Pago",
	"seychelles":                  "Indian/Mahe",
	"solomon islands":             "Pacific/Guadalcanal",
	"south georgia":               "Atlantic/South_Georgia",
	"srednekolymsk":               "Asia/Srednekolymsk",
	"st pierre & miquelon":        "America/Miquelon",
	"suriname":                    "America/Paramaribo",
	"syowa":                       "Antarctica/Syowa",
	"tahiti":                      "Pacific/Tahiti",
	"taiwan":                      "Asia/Taipei",
	"tajikistan":                  "Asia/Dushanbe",
	"timor-leste":                 "Asia/Dili",
	"tokelau":                     "Pacific/Fakaofo",
	"turkmenistan":                "Asia/Ashgabat",
	"tuvalu":                      "Pacific/Funafuti",
	"turkiye":                     "Europe/Istanbul",
	"ulyanovsk":                   "Europe/Ulyanovsk",
	"uruguay":                     "America/Montevideo",
	"uzbekistan":                  "Asia/Tashkent",
	"vanuatu":                     "Pacific/Efate",
	"vostok":                      "Antarctica/Vostok",
	"wake island":                 "Pacific/Wake",
	"wallis & futuna":             "Pacific/Wallis",
	"west africa":                 "Africa/Lagos",
	"west greenland":              "America/Godthab",
	"west kazakhstan":             "Asia/Aqtobe",
	"western african":             "Africa/Lagos",
	"western european":            "Europe/Lisbon",
	"western indonesia":           "Asia/Jakarta",
	"xinjiang":                    "Asia/Urumqi",
	"yekaterinburg":               "Asia/Yekaterinburg",
}
