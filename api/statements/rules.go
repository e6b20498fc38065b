// SPDX-License-Identifier: Apache-2.0

package statements

// rules are the rules of docs/api.md.
func rules() []Statement {
	return []Statement{
		{At: "Addresses, Ports", Says: "both addresses serve the same", Show: `test TestTLSOnBothPorts in api`},
		{At: "Addresses, Paths", Says: "the index has the version and the request's scheme and port", Show: `
		GET /api/v2 -> 200 "api_version":"2.3.1" & "device_url":"{url}/api/v2/device" & "concrete_notification_url":"{url}/api/v2/device/notifications{/:id}" & "widget_update_url":"{url}/api/v2/widget/update{/:id}"`},
		{At: "Addresses, Paths", Says: "what the index lists is there", Show: `
		GET /api/v2 -> 200 "audio_url" & "bluetooth_url" & "concrete_notification_url" & "current_notification_url" & "device_url" & "display_url" & "notifications_url" & "widget_update_url" & "wifi_url"
		GET audio -> 200
		GET bluetooth -> 200
		GET notifications/current -> 200
		GET . -> 200
		GET display -> 200
		GET notifications -> 200
		GET wifi -> 200`},
		{At: "Addresses, JSON", Says: "answers are JSON", Show: `GET . -> 200 Content-Type: application/json;charset=UTF8`},
		{At: "Addresses, Repeats", Says: "what has succeeded is not done again", Show: `
		test TestRepeats in api
		test TestIdempotencyKeys in api`},
		{At: "Authentication, Basic", Says: "dev and the key", Show: `
		ANON GET . -> 401 Authorization is required
		WRONG GET . -> 401 Authorization is required
		GET . -> 200 "id":"{id}"
		test TestAuth in api`},
		{At: "Authentication, Basic", Says: "every path needs it", Show: `
		ANON GET /api/v2 -> 401
		ANON POST notifications ` + hello + ` -> 401
		ANON GET notifications -> 401
		ANON DELETE notifications/{1} -> 401
		ANON GET display -> 401
		ANON PUT display {} -> 401
		ANON GET audio -> 401
		ANON PUT audio {"volume":1} -> 401
		GET . -> 200 "volume":50`},
		{At: "Authentication, Basic", Says: "a change of the mode needs it", Show: `
		ANON PUT . {"mode":"kiosk"} -> 401
		GET . -> 200 "mode":"auto"`},
		{At: "Authentication, Named keys", Says: "are made, listed and taken back", Only: "other keys of the device would be listed with it", Show: `
		POST /live/keys {"name":"bell","scope":"send"} -> 201 "name":"bell" & "scope":"send" & "key":"
		GET /live/keys -> 200 [{"name":"bell","scope":"send"}] & !"key"
		DELETE /live/keys/bell -> 200 {"success":true}
		GET /live/keys -> 200 []
		DELETE /live/keys/bell -> 404 Key not found
		test TestNamedKeysAreKept in api
		test TestTooManyNamedKeys in api`},
		{At: "Authentication, Scopes", Says: "too little is answered with 403", Show: `test TestScopes in api`},
		{At: "Pairing, Press", Says: "approves or refuses", Show: `
		test TestPromptIsAnswered in device
		test TestPromptIsRead in device
		test TestPairingPresses in api
		test TestPromptOnThePanel in device
		test TestPairingByKey in api`},
		{At: "Pairing, Asking", Says: "is limited, and for programs and the own page", Show: `
		test TestPairingLimits in api
		test TestPairingIsFair in api
		test TestRefusedAddressWaits in api
		test TestPairingIsRefused in api`},
		{At: "Pairing, Asking", Says: "a challenge, one at a time", Show: `
		ANON POST /api/v1/user/request?group=web_admin -> 200 "challenge":{ & "state":"in-progress" & "type":"press_key"
		ANON POST /api/v1/user/request?group=web_admin -> 429 Retry-After`},
		{At: "Pairing, Paired key", Says: "opens the API until it is taken back", Show: `
		test TestHomeAssistantPairs in api
		test TestPairingForEverything in api`},
		{At: "Pairing, Claim", Says: "is for the first browser, and for devices that nobody has used", Show: `
		ANON GET /live/claim -> 200 "open":false
		test TestClaimCloses in api/keys
		test TestClaimRefused in api/keys
		test TestDigits in api/keys
		test TestDigitsAreProof in api/keys
		test TestClaimsAtOnce in api/keys`},
		{At: "Pairing, Owner", Says: "is shown by more than a key", Show: `
		test TestOwned in api/keys
		test TestOwner in config`},
		{At: "Pairing, Port", Says: "may be had or not", Show: `test TestPairingPort in firmware`},
		{At: "Priorities, info", Says: "does not show while the screensaver is on", Device: Saving, Original: "answers 400 to what the screensaver or the kiosk mode would hold back", Show: `
		POST notifications ` + of("info", "a") + ` -> 200
		GET notifications/current -> 200 !"id"`},
		{At: "Priorities, info", Says: "is the default", Show: `
		POST notifications ` + hello + ` -> 200
		GET notifications -> 200 "priority":"info"`},
		{At: "Priorities, info", Says: "as the apps' own", Show: `test TestInternalRanksBesideInfo in device`},
		{At: "Priorities, warning", Says: "interrupts info", Show: `
		POST notifications ` + of("info", "a") + ` -> 200
		POST notifications ` + of("warning", "b") + ` -> 200
		GET notifications/current -> 200 "id":"{2}"`},
		{At: "Priorities, critical", Says: "interrupts warning", Show: `
		POST notifications ` + of("warning", "a") + ` -> 200
		POST notifications ` + of("critical", "b") + ` -> 200
		GET notifications/current -> 200 "id":"{2}"`},
		{At: "Priorities, critical", Says: "interrupts info", Show: `
		POST notifications ` + of("info", "a") + ` -> 200
		POST notifications ` + of("critical", "b") + ` -> 200
		GET notifications/current -> 200 "id":"{2}"`},
		{At: "Priorities, critical", Says: "shows over the screensaver", Device: Saving, Show: `
		POST notifications ` + of("critical", "a") + ` -> 200
		GET notifications/current -> 200 "id":"{1}"`},
		{At: "Priorities, critical", Says: "wakes the display", Original: "has neither on nor brightness_now", Show: `
		PUT display {"on":false} -> 200 "brightness_now":0
		POST notifications ` + of("critical", "a") + ` -> 200
		GET display -> 200 "brightness_now":{now}`},
		{At: "Life of a notification, Queued", Says: "the answer has the id", Show: `POST notifications ` + hello + ` -> 200 {"success":{"id":"{1}"}}`},
		{At: "Life of a notification, Removed", Says: "DELETE of a waiting notification", Show: `
		POST notifications ` + hello + ` -> 200
		POST notifications ` + hello + ` -> 200
		DELETE notifications/{2} -> 200 {"success":true}
		GET notifications -> 200 "id":"{1}" & !"id":"{2}"`},
		{At: "Life of a notification, Removed", Says: "DELETE of the visible one", Show: `
		POST notifications ` + hello + ` -> 200
		DELETE notifications/{1} -> 200 {"success":true}
		GET notifications -> 200 !"id":"{1}"`},
		{At: "Life of a notification, Expired", Says: "after 2 minutes it is never shown", Show: `
		POST notifications ` + sticky + ` -> 200
		POST notifications ` + hello + ` -> 200
		wait 119s
		GET notifications/{2} -> 200 !"outcome"
		wait 2s
		GET notifications/{2} -> 200 "outcome":"expired"`},
		{At: "Life of a notification, Stays", Says: "cycles 0 until DELETE", Show: `
		POST notifications ` + sticky + ` -> 200
		wait 24h
		GET notifications/current -> 200 "id":"{1}"
		DELETE notifications/{1} -> 200 {"success":true}
		GET notifications/current -> 200 !"id"`},
		{At: "Life of a notification, Stays", Says: "1 is the default", Original: "has no outcome", Show: `
		POST notifications ` + hello + ` -> 200
		GET notifications/current -> 200 "cycles":1
		wait 4s
		GET notifications/{1} -> 200 "outcome":"shown"`},
		{At: "Life of a notification, Stays", Says: "no other cycles are told where none were sent", Show: `
		POST notifications ` + hello + ` -> 200
		GET notifications/{1} -> 200 !"cycles":0 & !"cycles":2`},
		{At: "Life of a notification, Listed", Says: "higher priority first, with its type", Show: `
		POST notifications ` + of("critical", "a") + ` -> 200
		POST notifications ` + of("info", "b") + ` -> 200
		POST notifications ` + of("warning", "c") + ` -> 200
		GET notifications -> 200 "type":"external" & "priority":"critical" … "priority":"warning" … "priority":"info"
		test TestQueueOrder in device`},
		{At: "Life of a notification, Frames", Says: "simple, goal and chart", Show: `
		POST notifications {"model":{"frames":[{"icon":"i120","text":"a"},{"icon":"a87","goalData":{"start":0,"current":5,"end":9,"unit":"%"}},{"chartData":[1,2,3]}]}} -> 200
		GET notifications/{1} -> 200 "text":"a" & "goalData":{"start":0,"current":5,"end":9,"unit":"%"} & "chartData":[1,2,3]`},
		{At: "Life of a notification, Icons", Says: "numbers, with a letter, and data", Show: `
		POST notifications {"model":{"frames":[{"icon":120},{"icon":"i120"},{"icon":"a120"},{"icon":"` + pixel + `"}]}} -> 200`},
		{At: "Life of a notification, Lead-in", Says: "is told with the notification", Original: "does not tell the icon_type", Show: `
		POST notifications {"icon_type":"alert","model":{"frames":[{"text":"a"}]}} -> 200
		GET notifications/{1} -> 200 "icon_type":"alert"`},
		{At: "Life of a notification, Lead-in", Says: "none, info, alert", Show: `
		POST notifications {"icon_type":"alert","model":{"frames":[{"text":"a"}]}} -> 200
		POST notifications {"icon_type":"bell","model":{"frames":[{"text":"a"}]}} -> 400 is not one of none, info, alert
		test TestLeadIn in device`},
		{At: "Sounds, Built in", Says: "category, id and repeat", Show: `
		POST notifications {"model":{"cycles":0,"frames":[{"text":"a"}],"sound":{"category":"alarms","id":"alarm13","repeat":2}}} -> 200
		GET notifications/{1} -> 200 "sound":{"category":"alarms","id":"alarm13","repeat":2}
		test TestKnown in sounds/synth`},
		{At: "Sounds, Built in", Says: "every id of both categories", Show: everySound()},
		{At: "Sounds, Custom", Says: "url, type and fallback", Show: `
		POST notifications {"model":{"frames":[{"text":"a"}],"sound":{"url":"https://example.com/a.mp3","type":"mp3","fallback":{"category":"notifications","id":"cat"}}}} -> 200
		GET notifications/{1} -> 200 "url":"https://example.com/a.mp3" & "type":"mp3" & "fallback":{ & "category":"notifications" & "id":"cat"
		test TestFallback in sounds`},
		{At: "Sounds, Formats", Says: "all rates, mono and stereo", Show: `test TestRates in sounds`},
		{At: "Display settings, Brightness", Says: "within 0 and 100", Show: `
		PUT display {"brightness":100} -> 200 "brightness":100
		GET display -> 200 "brightness":100
		PUT display {"brightness":0} -> 200 "brightness":0
		GET display -> 200 "brightness":0
		PUT display {"brightness":101} -> 400 brightness: 101, want 0 to 100`},
		{At: "Display settings, Automatic", Says: "is switched on and off", Show: `
		PUT display {"brightness_mode":"manual"} -> 200 "success" & "brightness_mode":"manual" & "path":"/api/v2/device/display"
		GET display -> 200 "brightness_mode":"manual"
		PUT display {"brightness_mode":"auto"} -> 200 "brightness_mode":"auto"
		GET display -> 200 "brightness_mode":"auto"
		PUT display {"brightness_mode":"other"} -> 400 is not one of auto, manual`},
		{At: "Display settings, Automatic", Says: "brightness is kept for manual", Original: "has no brightness_now", Show: `
		PUT display {"brightness":33} -> 200 "brightness":33 & "brightness_now":{now}
		PUT display {"brightness_mode":"manual"} -> 200 "brightness":33 & "brightness_now":33`},
		{At: "Display settings, Screensaver", Says: "time based: active between start and end", Only: "its times belong to a new device two hours east of Greenwich", Show: `
		PUT display {"screensaver":{"enabled":true,"mode":"time_based","mode_params":{"enabled":true,"start_time":"01:00:00","end_time":"02:00:00"}}} -> 200 "active":false & "start_time":"01:00:00" & "local_start_time":"03:00:00"
		wait 61m
		GET display -> 200 "active":true
		wait 60m
		GET display -> 200 "active":false`},
		{At: "Display settings, Screensaver", Says: "when dark", Show: `
		PUT display {"screensaver":{"enabled":true,"mode":"when_dark","mode_params":{"enabled":true}}} -> 200 "when_dark":{"enabled":true}
		GET display -> 200 "screensaver":{"enabled":true & "when_dark":{"enabled":true}
		test TestWhenDark in device`},
		{At: "Display settings, Screensaver", Says: "from one time to another", Show: `
		PUT display {"screensaver":{"enabled":true,"mode":"time_based","mode_params":{"enabled":true,"start_time":"21:00:00","end_time":"11:00:00"}}} -> 200
		GET display -> 200 "screensaver":{"enabled":true & "time_based":{"enabled":true,"start_time":"21:00:00","end_time":"11:00:00"
		PUT display {"screensaver":{"enabled":true,"mode":"time_based","mode_params":{"enabled":true,"start_time":"22:15:30","end_time":"12:45:10"}}} -> 200
		GET display -> 200 "screensaver":{"enabled":true & "time_based":{"enabled":true,"start_time":"22:15:30","end_time":"12:45:10"`},
		{At: "Display settings, Screensaver", Says: "from another time", Show: `
		PUT display {"screensaver":{"enabled":true,"mode":"time_based","mode_params":{"enabled":true,"start_time":"20:00:00"}}} -> 200
		GET display -> 200 "time_based":{"enabled":true,"start_time":"20:00:00"
		PUT display {"screensaver":{"enabled":true,"mode":"time_based","mode_params":{"enabled":true,"start_time":"19:15:30"}}} -> 200
		GET display -> 200 "time_based":{"enabled":true,"start_time":"19:15:30"`},
		{At: "Display settings, Local names", Says: "both spellings", Only: "its times belong to a new device two hours east of Greenwich", Show: `GET display -> 200 "local_start_time":"22:00:00" & "start_local_time":"22:00:00" & "local_end_time":"06:00:00" & "end_local_time":"06:00:00"`},
		{At: "Audio settings, Volume", Says: "within the limit", Show: `
		PUT audio {"volume":100} -> 200 "volume":100 & "path":"/api/v2/device/audio"
		GET audio -> 200 "volume":100
		PUT audio {"volume":0} -> 200 "volume":0
		GET audio -> 200 "volume":0
		PUT audio {"volume":101} -> 400 volume: 101, want 0 to 100`},
		{At: "Audio settings, Volume", Says: "is kept", Show: `
		PUT audio {"volume":20} -> 200 "success" & "volume":20 & "path":"/api/v2/device/audio"
		GET audio -> 200 "volume":20
		PUT audio {"volume":30} -> 200 "volume":30
		GET audio -> 200 "volume":30`},
		{At: "Streaming, Session", Says: "opened, told, closed", Show: `
		PUT stream/start {"canvas":{"fill_type":"scale","render_mode":"pixel"}} -> 200 "session_id":" & "status":"receiving"
		GET stream -> 200 "status":"receiving"
		PUT stream/stop -> 200 "status":"stopped"
		GET stream -> 200 "status":"stopped"
		test TestSession in api/stream`},
		{At: "Streaming, Packet", Says: "its fields, and what senders get wrong", Show: `
		test TestLMSP in api/stream
		test TestLMSPSenders in api/stream`},
		{At: "Streaming, Dropped", Says: "with a reason each", Show: `test TestLMSPSenders in api/stream`},
		{At: "Streaming, Other protocols", Says: "one sender, few answers", Show: `
		test TestDDP in api/stream
		test TestDMX in api/stream
		test TestOneSender in api/stream
		test TestAnswers in api/stream`},
		{At: "Streaming, Over it", Says: "critical", Show: `test TestVisibility in device`},
		{At: "Device settings, Modes", Says: "the four of them", Show: `
		PUT . {"mode":"manual"} -> 200 {"success":{"data":{"mode":"manual"},"path":"/api/v2/device"}}
		GET . -> 200 "mode":"manual"
		PUT . {"mode":"schedule"} -> 200
		GET . -> 200 "mode":"schedule"
		PUT . {"mode":"kiosk"} -> 200
		GET . -> 200 "mode":"kiosk"
		PUT . {"mode":"auto"} -> 200
		GET . -> 200 "mode":"auto"
		PUT . {"mode":"other"} -> 400 is not one of auto, manual, schedule, kiosk
		test TestModesOfTheApps in device`},
		{At: "Device settings, Fields", Says: "only these", Show: `
		GET .?fields=id,mode -> 200 "id":"{id}" & "mode" & !"name"
		GET . -> 200 "id" & "name" & "serial_number" & "os_version" & "mode" & "model" & "audio" & "display" & "bluetooth" & "wifi"`},
		{At: "Device settings, Fields", Says: "of the display",
			Show: `GET display -> 200 "brightness" & "brightness_mode" & "width" & "height" & "type"`},
		{At: "Device settings, Fields", Says: "of the audio", Show: `GET audio -> 200 "volume"`},
		{At: "Device settings, Fields", Says: "of the Wi-Fi", Show: `GET wifi -> 200 "available" & "mode"`},
		{At: "Device settings, Fields", Says: "of Bluetooth",
			Show: `GET bluetooth -> 200 "available" & "active" & "discoverable" & "pairable"`},
		{At: "Device settings, Update", Says: "absent", Only: "a device may know of a newer release", Show: `GET . -> 200 !update_available`},
		{At: "Device settings, Update", Says: "there, with its version", Device: Updating, Show: `
		GET . -> 200 "update_available":{"version":"1.3.0"}
		GET /live/update -> 200 "available":"1.3.0"
		POST /live/update {"action":"defer"} -> 200
		POST /live/update {"action":"erase"} -> 400 action
		PUT /live/update {"channel":"nightly"} -> 400 channel
		test TestUpdateAvailable in api`},
		{At: "Discovery, SSDP", Says: "the headers", Show: `test TestReplyBytes in api/ssdp`},
		{At: "Discovery, Description", Says: "the fields", Show: `
		ANON GET /device_description.xml -> 200 <specVersion> & <URLBase> & <deviceType> & <friendlyName> & <manufacturer> & <manufacturerURL> & <modelDescription> & <modelName> & <modelNumber> & <modelURL> & <serialNumber> & <serverId> & <UDN>`},
		{At: "Errors, Form", Says: "messages", Original: "is documented to answer 200 with them", Show: `DELETE notifications/999999999 -> 404 {"errors":[{"message":"Notification not found"}]}`},
	}
}
