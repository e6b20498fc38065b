// SPDX-License-Identifier: Apache-2.0

package statements

// notifications are section 4 of docs/decisions.md.
func notifications() []Statement {
	return []Statement{
		{At: "4, status of POST", Says: "200", Original: "answers 201", Show: `POST notifications ` + hello + ` -> 200`},
		{At: "4, id", Says: "rises, never again", Show: `
		POST notifications ` + hello + ` -> 200 "id":"{1}"
		DELETE notifications/{1} -> 200
		POST notifications ` + hello + ` -> 200 "id":"{2}"
		rises {1} {2}
		test TestIDsRise in device
		test TestSIGKILL in device`},
		{At: "4, list", Says: "empty, and the visible one first", Show: `
		GET notifications -> 200 []
		POST notifications ` + hello + ` -> 200
		POST notifications ` + hello + ` -> 200
		GET notifications -> 200 [{"id":"{1}"`},
		{At: "4, item", Says: "its fields and times", Only: "it is about a certain second", Show: `
		POST notifications {"model":{"frames":[{"icon":120}]}} -> 200
		GET notifications/{1} -> 200 {"id":"{1}","type":"external","priority":"info","created":"2000-01-01T00:00:00","updated":"2000-01-01T00:00:00","expiration_date":"2000-01-01T00:02:00","icon_type":"none","model":{"cycles":1,"frames":[{"icon":120,"text":""}]}}`},
		{At: "4, item", Says: "icons as they were sent", Show: `
		POST notifications {"model":{"frames":[{"icon":120},{"icon":"i120"},{"icon":"a120"},{"icon":"` + pixel + `"}]}} -> 200
		GET notifications/{1} -> 200 "icon":120 & "icon":"i120" & "icon":"a120" & "icon":"data:image/png;base64,`},
		{At: "4, regions", Says: "a page, changed by region", Only: "it is beyond the original's API", Show: `
		POST notifications {"model":{"cycles":0,"regions":[{"id":"t","role":"value","text":"21.5","unit":"°C"},{"id":"b","role":"bar","value":40}]}} -> 200
		GET notifications/{1} -> 200 "frames":[{"text":"21.5 °C"}] & "regions":[{"id":"t","role":"value","text":"21.5","unit":"°C"},{"id":"b","role":"bar","value":40}]
		PUT /live/notifications/{1} {"regions":[{"id":"t","text":"22"}]} -> 200
		GET notifications/{1} -> 200 "text":"22","unit":"°C" & "value":40
		PUT /live/notifications/{1} {"regions":[{"id":"b","value":50},{"id":"x","text":"1"}]} -> 400 regions[1].id: \"x\" is no region of the page, which has t, b
		GET notifications/{1} -> 200 "value":40
		POST notifications {"model":{"regions":[{"id":"t","role":"value"}]}} -> 400 model.regions[0].text: is missing; a value needs it
		GET notifications/{2} -> 404`},
		{At: "4, current", Says: "an empty object", Show: `GET notifications/current -> 200 {}`},
		{At: "4, one", Says: "the item", Show: `
		POST notifications ` + hello + ` -> 200
		GET notifications/{1} -> 200 "id":"{1}"
		GET notifications/{2} -> 404`},
		{At: "4, dismissing", Says: "also without a notification", Show: `
		DELETE notifications/current -> 200 {"success":true}
		DELETE notifications -> 200 {"success":true}
		POST notifications ` + sticky + ` -> 200
		POST notifications ` + sticky + ` -> 200
		DELETE notifications/current -> 200
		GET notifications -> 200 !"id":"{1}" & "id":"{2}"
		DELETE notifications -> 200
		GET notifications -> 200 []`},
		{At: "4, order", Says: "priority, then age", Show: `test TestQueueOrder in device`},
		{At: "4, order", Says: "within one priority the oldest", Show: `
		POST notifications ` + sticky + ` -> 200
		POST notifications ` + hello + ` -> 200
		POST notifications ` + hello + ` -> 200
		DELETE notifications/{1} -> 200
		GET notifications/current -> 200 "id":"{2}"`},
		{At: "4, visibility", Says: "the table, row by row", Show: `
		test TestVisibility in device
		test TestNormalVisibility in device`},
		{At: "4, interruption", Says: "starts over, time on the screen does not count",
			Only: "it measures 100 ms, which a network does not keep", Show: `
		POST notifications {"lifetime":4000,"model":{"frames":[{"text":"a"}]}} -> 200
		wait 2s
		POST notifications ` + of("critical", "b") + ` -> 200
		GET notifications/current -> 200 "id":"{2}"
		wait 2900ms
		GET notifications -> 200 "id":"{1}"
		wait 200ms
		GET notifications/current -> 200 "id":"{1}"`},
		{At: "4, lifetime", Says: "0: at once or never", Show: `
		POST notifications {"lifetime":0,"model":{"cycles":0,"frames":[{"text":"a"}]}} -> 200
		GET notifications/current -> 200 "id":"{1}"
		POST notifications {"lifetime":0,"model":{"frames":[{"text":"a"}]}} -> 200
		GET notifications/{2} -> 200 "outcome":"expired"
		test TestLifetime in device`},
		{At: "4, lifetime", Says: "reached while visible it changes nothing", Show: `
		POST notifications {"lifetime":1000,"model":{"cycles":0,"frames":[{"text":"a"}]}} -> 200
		wait 1h
		GET notifications/current -> 200 "id":"{1}"`},
		{At: "4, screensaver", Says: "living notifications show when it ends", Device: Saving,
			Original: "answers 400 to what the screensaver or the kiosk mode would hold back", Show: `
		POST notifications ` + of("info", "a") + ` -> 200
		POST notifications ` + of("warning", "b") + ` -> 200
		GET notifications/current -> 200 !"id"
		PUT display {"screensaver":{"enabled":false}} -> 200
		GET notifications/current -> 200 "id":"{2}"`},
		{At: "4, screensaver", Says: "held notifications say why", Device: Saving,
			Original: "answers 400 to what the screensaver or the kiosk mode would hold back", Show: `
		POST notifications ` + of("info", "a") + ` -> 200
		GET notifications -> 200 "reason":"the screensaver is on"
		GET notifications/{1} -> 200 "reason":"the screensaver is on"
		PUT display {"screensaver":{"enabled":false}} -> 200
		GET notifications -> 200 !"reason"
		test TestHeld in device`},
		{At: "4, kiosk mode", Says: "only critical",
			Original: "answers 400 to what the screensaver or the kiosk mode would hold back", Show: `
		PUT . {"mode":"kiosk"} -> 200
		POST notifications ` + of("warning", "a") + ` -> 200
		GET notifications/current -> 200 !"id"
		POST notifications ` + of("critical", "b") + ` -> 200
		GET notifications/current -> 200 "id":"{2}"`},
		{At: "4, strict option", Says: "refuses", Device: Strict, Show: `
		POST notifications ` + of("warning", "a") + ` -> 400 {"errors":[{"message":"Only notifications with priority 'critical' are allowed in current mode"}]}
		POST notifications ` + of("critical", "a") + ` -> 200`},
		{At: "4, one cycle", Says: "3 s, a chart 5 s, a duration",
			Only: "it measures 10 ms, which a network does not keep", Show: `
		POST notifications {"model":{"frames":[{"text":"a"},{"chartData":[1,2]},{"text":"b","duration":1000}]}} -> 200
		wait 8990ms
		GET notifications/current -> 200 "id":"{1}"
		wait 20ms
		GET notifications/current -> 200 !"id"
		test TestScrollingTextLastsAsDecided in device
		test TestCycles in device`},
		{At: "4, sound", Says: "with its notification", Show: `
		test TestSound in device
		test TestLate in sounds
		test TestPrepared in sounds`},
		{At: "4, icon_type", Says: "a second before the first frame",
			Only: "it measures 10 ms, which a network does not keep", Show: `
		POST notifications {"icon_type":"info","model":{"frames":[{"text":"a"}]}} -> 200
		wait 3990ms
		GET notifications/current -> 200 "id":"{1}"
		wait 20ms
		GET notifications/current -> 200 !"id"`},
		{At: "4, restart", Says: "saved notifications survive", Show: `
		test TestRestart in device
		test TestVisibleOverARestart in device
		test TestWindow in device`},
		{At: "4, unclean ends", Says: "count within one boot, and spare built-in sounds and icons", Show: `
		test TestRebooted in device
		test TestBlameSparesWhatIsBuiltIn in device
		test TestAlarmSurvivesPowerCuts in e2e`},
		{At: "4, clocks", Says: "lifetimes are monotonic", Show: `
		test TestImplausibleClock in device
		test TestWatchSteps in device/walltime
		test TestCertOfAWrongClock in api/door`},
		{At: "4, internal", Says: "beside info", Show: `test TestInternalRanksBesideInfo in device`},
		{At: "4, retries", Says: "the same id", Show: `test TestIdempotencyKey in device`},
		{At: "4, what became of it", Says: "outcome and reason", Original: "has no outcome", Show: `
		POST notifications ` + hello + ` -> 200
		DELETE notifications/{1} -> 200
		GET notifications/{1} -> 200 "outcome":"dismissed","reason":"
		POST notifications ` + hello + ` -> 200
		wait 4s
		GET notifications/{2} -> 200 "outcome":"shown","reason":"all its cycles were shown"
		GET notifications -> 200 []
		test TestEndedAreRemembered in device`},
	}
}
