package api

import (
	"strings"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/sounds"
)

// alone is a machine without Wi-Fi and Bluetooth.
func alone(s *setup) { s.original.Network = nil }

// saving is a device whose screensaver is on all day, but for a second.
func saving(s *setup) {
	s.saved.Settings.Saver = device.SaverSettings{Enabled: true, Brightness: 3, TimeBased: true, Last: device.TimeBased, End: device.TimeOfDay(86399e9)}
}

// everySound are lines that play each built-in sound.
func everySound() (show string) {
	for _, category := range sounds.Categories() {
		for _, id := range sounds.IDs(category) {
			show += `POST notifications {"model":{"frames":[{"text":"a"}],"sound":{"category":"` + category + `","id":"` + id + `"}}} -> 200` + "\n"
		}
	}
	return show
}

var statements = []statement{
	// The rules of the interface.
	{at: "Addresses, Ports", says: "both addresses serve the same", show: `test TestTLSOnBothPorts in api`},
	{at: "Addresses, Paths", says: "the index has the version and the request's scheme and port", show: `
		GET /api/v2 -> 200 "api_version":"2.3.1" & "device_url":"http://192.168.1.5:8080/api/v2/device" & "concrete_notification_url":"http://192.168.1.5:8080/api/v2/device/notifications{/:id}" & "widget_update_url":"http://192.168.1.5:8080/api/v2/widget/update{/:id}"`},
	{at: "Addresses, Paths", says: "what the index lists is there", show: `
		GET /api/v2 -> 200 "audio_url" & "bluetooth_url" & "concrete_notification_url" & "current_notification_url" & "device_url" & "display_url" & "notifications_url" & "widget_update_url" & "wifi_url"
		GET audio -> 200
		GET bluetooth -> 200
		GET notifications/current -> 200
		GET . -> 200
		GET display -> 200
		GET notifications -> 200
		GET wifi -> 200`},
	{at: "Addresses, JSON", says: "answers are JSON", show: `GET . -> 200 Content-Type: application/json;charset=UTF8`},
	{at: "Authentication, Basic", says: "dev and the key", show: `
		ANON GET . -> 401 Authorization is required
		GET . -> 200 "id":"18"
		test TestAuth in api`},
	{at: "Authentication, Basic", says: "every path needs it", show: `
		ANON GET /api/v2 -> 401
		ANON POST notifications ` + hello + ` -> 401
		ANON GET notifications -> 401
		ANON DELETE notifications/1 -> 401
		ANON GET display -> 401
		ANON PUT display {} -> 401
		ANON PUT . {"mode":"kiosk"} -> 401
		ANON GET audio -> 401
		ANON PUT audio {"volume":1} -> 401
		GET . -> 200 "mode":"auto" & "volume":50`},
	{at: "Authentication, Named keys", says: "are made, listed and taken back", show: `
		POST /live/keys {"name":"bell","scope":"send"} -> 201 "name":"bell" & "scope":"send" & "key":"
		GET /live/keys -> 200 [{"name":"bell","scope":"send"}] & !"key"
		DELETE /live/keys/bell -> 200 {"success":true}
		GET /live/keys -> 200 []
		DELETE /live/keys/bell -> 404 Key not found
		test TestNamedKeysAreKept in api
		test TestTooManyNamedKeys in api`},
	{at: "Authentication, Scopes", says: "too little is answered with 403", show: `test TestScopes in api`},
	{at: "Pairing, Press", says: "approves or refuses", show: `
		test TestPromptIsAnswered in device
		test TestPromptIsRead in device
		test TestPairingPresses in api
		test TestPromptOnThePanel in device
		test TestPairingByKey in api`},
	{at: "Pairing, Asking", says: "is limited, and for programs and the own page", show: `
		test TestPairingLimits in api
		test TestPairingIsFair in api
		test TestRefusedAddressWaits in api
		test TestPairingIsRefused in api`},
	{at: "Pairing, Paired key", says: "opens the API until it is taken back", show: `
		test TestHomeAssistantPairs in api
		test TestPairingForEverything in api`},
	{at: "Pairing, Port", says: "may be had or not", show: `test TestPairingPort in firmware`},
	{at: "Priorities, info", says: "does not show while the screensaver is on", set: saving, show: `
		POST notifications ` + of("info", "a") + ` -> 200
		GET notifications/current -> 200 !"id"`},
	{at: "Priorities, info", says: "is the default", show: `
		POST notifications ` + hello + ` -> 200
		GET notifications -> 200 "priority":"info"`},
	{at: "Priorities, info", says: "as the apps' own", show: `test TestInternalRanksBesideInfo in device`},
	{at: "Priorities, warning", says: "interrupts info", show: `
		POST notifications ` + of("info", "a") + ` -> 200
		POST notifications ` + of("warning", "b") + ` -> 200
		GET notifications/current -> 200 "id":"2"`},
	{at: "Priorities, critical", says: "interrupts warning", show: `
		POST notifications ` + of("warning", "a") + ` -> 200
		POST notifications ` + of("critical", "b") + ` -> 200
		GET notifications/current -> 200 "id":"2"`},
	{at: "Priorities, critical", says: "interrupts info", show: `
		POST notifications ` + of("info", "a") + ` -> 200
		POST notifications ` + of("critical", "b") + ` -> 200
		GET notifications/current -> 200 "id":"2"`},
	{at: "Priorities, critical", says: "shows over the screensaver", set: saving, show: `
		POST notifications ` + of("critical", "a") + ` -> 200
		GET notifications/current -> 200 "id":"1"`},
	{at: "Priorities, critical", says: "wakes the display", show: `
		PUT display {"on":false} -> 200 "brightness_now":0
		POST notifications ` + of("critical", "a") + ` -> 200
		GET display -> 200 "brightness_now":52`},
	{at: "Life of a notification, Queued", says: "the answer has the id", show: `POST notifications ` + hello + ` -> 200 {"success":{"id":"1"}}`},
	{at: "Life of a notification, Removed", says: "DELETE of one that waits", show: `
		POST notifications ` + hello + ` -> 200
		POST notifications ` + hello + ` -> 200
		DELETE notifications/2 -> 200 {"success":true}
		GET notifications -> 200 "id":"1" & !"id":"2"`},
	{at: "Life of a notification, Removed", says: "DELETE of the visible one", show: `
		POST notifications ` + hello + ` -> 200
		DELETE notifications/1 -> 200 {"success":true}
		GET notifications -> 200 []`},
	{at: "Life of a notification, Expired", says: "after 2 minutes it is never shown", show: `
		POST notifications ` + sticky + ` -> 200
		POST notifications ` + hello + ` -> 200
		wait 119s
		GET notifications/2 -> 200 !"outcome"
		wait 2s
		GET notifications/2 -> 200 "outcome":"expired"`},
	{at: "Life of a notification, Stays", says: "cycles 0 until DELETE", show: `
		POST notifications ` + sticky + ` -> 200
		wait 24h
		GET notifications/current -> 200 "id":"1"
		DELETE notifications/1 -> 200 {"success":true}
		GET notifications/current -> 200 !"id"`},
	{at: "Life of a notification, Stays", says: "1 is the default", show: `
		POST notifications ` + hello + ` -> 200
		GET notifications/current -> 200 "cycles":1
		wait 4s
		GET notifications/1 -> 200 "outcome":"shown"`},
	{at: "Life of a notification, Listed", says: "higher priority first, with its type", show: `
		POST notifications ` + of("critical", "a") + ` -> 200
		POST notifications ` + of("info", "b") + ` -> 200
		POST notifications ` + of("warning", "c") + ` -> 200
		GET notifications -> 200 "type":"external"
		test TestQueueOrder in device`},
	{at: "Life of a notification, Frames", says: "simple, goal and chart", show: `
		POST notifications {"model":{"frames":[{"icon":"i120","text":"a"},{"icon":"a87","goalData":{"start":0,"current":5,"end":9,"unit":"%"}},{"chartData":[1,2,3]}]}} -> 200
		GET notifications/1 -> 200 "text":"a" & "goalData":{"start":0,"current":5,"end":9,"unit":"%"} & "chartData":[1,2,3]`},
	{at: "Life of a notification, Icons", says: "numbers, with a letter, and data", show: `
		POST notifications {"model":{"frames":[{"icon":120},{"icon":"i120"},{"icon":"a120"},{"icon":"` + data + `"}]}} -> 200
		GET notifications/1 -> 200 "icon":120 & "icon":"i120" & "icon":"a120" & "icon":"data:image/png;base64,`},
	{at: "Life of a notification, Lead-in", says: "none, info, alert", show: `
		POST notifications {"icon_type":"alert","model":{"frames":[{"text":"a"}]}} -> 200
		GET notifications/1 -> 200 "icon_type":"alert"
		POST notifications {"icon_type":"bell","model":{"frames":[{"text":"a"}]}} -> 400 is not one of none, info, alert
		test TestLeadIn in device`},
	{at: "Sounds, Built in", says: "category, id and repeat", show: `
		POST notifications {"model":{"cycles":0,"frames":[{"text":"a"}],"sound":{"category":"alarms","id":"alarm13"}}} -> 200
		GET notifications/1 -> 200 "sound":{"category":"alarms","id":"alarm13","repeat":1}
		test TestKnown in sounds/synth`},
	{at: "Sounds, Built in", says: "every id of both categories", show: everySound()},
	{at: "Sounds, Custom", says: "url, type and fallback", show: `
		POST notifications {"model":{"frames":[{"text":"a"}],"sound":{"url":"https://example.com/a.mp3","type":"mp3","fallback":{"category":"notifications","id":"cat"}}}} -> 200
		GET notifications/1 -> 200 "url":"https://example.com/a.mp3" & "type":"mp3" & "fallback":{"category":"notifications","id":"cat"
		test TestFallback in sounds`},
	{at: "Sounds, Formats", says: "all rates, mono and stereo", show: `test TestRates in sounds`},
	{at: "Display settings, Brightness", says: "within 0 and 100", show: `
		PUT display {"brightness":100} -> 200 "brightness":100
		PUT display {"brightness":0} -> 200 "brightness":0
		PUT display {"brightness":101} -> 400 brightness: 101, want 0 to 100`},
	{at: "Display settings, Automatic", says: "brightness is kept for manual", show: `
		PUT display {"brightness":33} -> 200 "brightness":33 & "brightness_now":52
		PUT display {"brightness_mode":"manual"} -> 200 "brightness":33 & "brightness_now":33`},
	{at: "Display settings, Screensaver", says: "time based: active between start and end", show: `
		PUT display {"screensaver":{"enabled":true,"mode":"time_based","mode_params":{"enabled":true,"start_time":"01:00:00","end_time":"02:00:00"}}} -> 200 "active":false & "start_time":"01:00:00" & "local_start_time":"03:00:00"
		wait 61m
		GET display -> 200 "active":true
		wait 60m
		GET display -> 200 "active":false`},
	{at: "Display settings, Screensaver", says: "when dark", show: `
		PUT display {"screensaver":{"enabled":true,"mode":"when_dark","mode_params":{"enabled":true}}} -> 200 "when_dark":{"enabled":true}
		test TestWhenDark in device`},
	{at: "Display settings, Local names", says: "both spellings", show: `GET display -> 200 "local_start_time":"22:00:00" & "start_local_time":"22:00:00" & "local_end_time":"06:00:00" & "end_local_time":"06:00:00"`},
	{at: "Audio settings, Volume", says: "within the limit", show: `
		PUT audio {"volume":100} -> 200 "data":{"available":true,"volume":100 & "path":"/api/v2/device/audio"
		PUT audio {"volume":0} -> 200 "volume":0
		PUT audio {"volume":101} -> 400 volume: 101, want 0 to 100`},
	{at: "Streaming, Session", says: "opened, told, closed", show: `
		PUT stream/start -> 200 "session_id":" & "status":"receiving"
		GET stream -> 200 "status":"receiving"
		PUT stream/stop -> 200 "status":"stopped"
		GET stream -> 200 "status":"stopped"
		test TestSession in api/stream`},
	{at: "Streaming, Packet", says: "its fields, and what senders get wrong", show: `
		test TestLMSP in api/stream
		test TestLMSPSenders in api/stream`},
	{at: "Streaming, Dropped", says: "with a reason each", show: `test TestLMSPSenders in api/stream`},
	{at: "Streaming, Other protocols", says: "one sender, few answers", show: `
		test TestDDP in api/stream
		test TestDMX in api/stream
		test TestOneSender in api/stream
		test TestAnswers in api/stream`},
	{at: "Streaming, Over it", says: "critical", show: `test TestVisibility in device`},
	{at: "Device settings, Modes", says: "the four of them", show: `
		PUT . {"mode":"manual"} -> 200 {"success":{"data":{"mode":"manual"},"path":"/api/v2/device"}}
		PUT . {"mode":"schedule"} -> 200
		PUT . {"mode":"kiosk"} -> 200
		PUT . {"mode":"auto"} -> 200
		PUT . {"mode":"other"} -> 400 is not one of auto, manual, schedule, kiosk
		test TestModesOfTheApps in device`},
	{at: "Device settings, Fields", says: "only these", show: `
		GET .?fields=id,mode -> 200 "id":"18" & "mode":"auto" & !"name"
		GET . -> 200 "id" & "name" & "serial_number" & "os_version" & "mode" & "model" & "audio" & "display" & "bluetooth" & "wifi"`},
	{at: "Device settings, Update", says: "absent", show: `GET . -> 200 !update_available`},
	{at: "Device settings, Update", says: "there, with its version", set: updating, show: `
		GET . -> 200 "update_available":{"version":"1.3.0"}
		GET /live/update -> 200 "available":"1.3.0"
		POST /live/update {"action":"defer"} -> 200
		POST /live/update {"action":"erase"} -> 400 action
		test TestUpdateAvailable in api`},
	{at: "Discovery, SSDP", says: "the headers", show: `test TestReplyBytes in api/ssdp`},
	{at: "Discovery, Description", says: "the fields", show: `
		ANON GET /device_description.xml -> 200 <specVersion> & <URLBase> & <deviceType> & <friendlyName> & <manufacturer> & <manufacturerURL> & <modelDescription> & <modelName> & <modelNumber> & <modelURL> & <serialNumber> & <serverId> & <UDN>`},
	{at: "Errors, Form", says: "messages", show: `DELETE notifications/9 -> 404 {"errors":[{"message":"Notification not found"}]}`},

	// 1. Transport.
	{at: "1, ports", says: "TLS on both", show: `test TestTLSOnBothPorts in api`},
	{at: "1, certificate", says: "kept, and made anew", show: `
		test TestLoadCert in api
		test TestCertIsRemade in api`},
	{at: "1, content type", says: "of a request is ignored", show: `test TestTypesAreIgnored in api`},
	{at: "1, paths", says: "a slash and a question mark at the end", show: `
		GET /api/v2/device/audio/ -> 200 volume
		GET /api/v2/device/audio? -> 200 volume
		GET /api/v2/device/audio/? -> 200 volume`},
	{at: "1, CORS", says: "for those with a key", show: `
		GET . -> 200 Access-Control-Allow-Origin: *
		ANON GET /healthz -> 200 !Access-Control-Allow-Origin
		ANON GET /device_description.xml -> 200 !Access-Control-Allow-Origin
		ANON OPTIONS . -> 204 Access-Control-Allow-Origin: *`},
	{at: "1, foreign origins", says: "need more than a form can send", show: `
		test TestForged in api
		test TestBrowsersAreNotChallenged in api
		test TestSocketAuth in api`},
	{at: "1, time to answer", says: "nothing is waited for", show: `
		test TestPatience in api
		POST notifications {"model":{"frames":[{"icon":"i99999","text":"a"}],"sound":{"url":"http://192.0.2.1/a.mp3"}}} -> 200 "id"`},
	{at: "1, HEAD", says: "as GET", show: `HEAD . -> 200 Content-Type: application/json`},

	// 2. Errors.
	{at: "2, no key or a wrong one", says: "401", show: `ANON GET . -> 401 Www-Authenticate: Basic realm="global" & {"errors":[{"message":"Authorization is required"}]}`},
	{at: "2, too many wrong keys", says: "429", show: `
		test TestGuessingIsSlow in api
		test TestGuessingMessageSaysHowLong in api`},
	{at: "2, unknown path", says: "404", show: `GET /api/v2/nothing -> 404 {"errors":[{"message":"Resource not found"}]}`},
	{at: "2, wrong method", says: "405", show: `
		PATCH display -> 405 Allow: GET, HEAD, OPTIONS, PUT & {"errors":[{"message":"Not allowed"}]}
		DELETE audio -> 405 Not allowed`},
	{at: "2, unknown notification", says: "404", show: `
		GET notifications/9 -> 404 Notification not found
		DELETE notifications/9 -> 404 Notification not found`},
	{at: "2, unknown app or widget", says: "404", show: `
		POST /api/v2/widget/update/com.example.none {"frames":[{"text":"a"}]} -> 404 Not found app
		POST /api/v2/widget/update/com.lametric.clock/none {"frames":[{"text":"a"}]} -> 404 Not found widget
		PUT apps/com.example.none/widgets/none/activate {} -> 404 Not found app
		PUT apps/com.lametric.clock/widgets/none/activate {} -> 404 Not found widget`},
	{at: "2, no JSON", says: "where and why", show: `
		POST notifications {"model":] -> 400 The body is not JSON: invalid character ']' & at offset 10
		POST notifications [1] -> 400 The body is an array, want an object`},
	{at: "2, no model, no frames", says: "named", show: `
		POST notifications {} -> 400 Missing required keys [model]
		POST notifications {"model":{}} -> 400 Missing required keys [frames]
		POST notifications {"model":{"frames":[]}} -> 400 Missing required keys [frames]`},
	{at: "2, wrong value", says: "field, value, what is allowed; nothing is applied", show: `
		PUT display {"brightness":10,"brightness_mode":"dim"} -> 400 brightness_mode: \"dim\" is not one of auto, manual
		GET display -> 200 "brightness":60
		test TestBadBodies in api`},
	{at: "2, large body", says: "413", show: `test TestBodyLimit in api`},
	{at: "2, full queue", says: "507", show: `test TestQueueFull in api`},
	{at: "2, late", says: "503 and when to come back", show: `test TestPatience in api`},
	{at: "2, fault of the device", says: "500 with a number", show: `test TestInternalError in api`},
	{at: "2, wrong value", says: "every fault, each with its field", show: `
		POST notifications {"priority":"x","lifetime":-1,"model":{"cycles":"y","frames":[{"text":{}},{}]}} -> 400 priority: \"x\" & lifetime: -1, want 0 to 31622400000 ms & model.cycles: \"y\", want an integer & model.frames[0].text: an object & model.frames[1]: has none
		GET notifications -> 200 []`},
	{at: "2, wrong value", says: "what was sent, and the field's own range", show: `
		PUT audio {"volume":99999999999} -> 400 volume: 99999999999, want 0 to 100
		POST notifications {"lifetime":1e300,"model":{"frames":[{"text":"a"}]}} -> 400 lifetime: 1e300, want`},
	{at: "2, 401 and 403", says: "not for other faults", show: `
		POST notifications {} -> 400
		GET notifications/x -> 404`},
	{at: "2, success of a PUT", says: "the whole object and the path", show: `
		PUT display {} -> 200 {"success":{"data":{"on":true & "screensaver":{ & "path":"/api/v2/device/display"}}
		PUT audio {"volume":1} -> 200 "volume_limit" & "path":"/api/v2/device/audio"}}
		PUT bluetooth {} -> 200 "data":{"available":true & "path":"/api/v2/device/bluetooth"}}`},

	// 3. Leniency.
	{at: "3, null", says: "absent", show: `POST notifications {"priority":null,"model":{"sound":null,"frames":[{"icon":null,"text":"a"}]}} -> 200`},
	{at: "3, null", says: "of a PUT, too", show: `PUT display {"brightness":null,"on":null,"screensaver":{"enabled":null,"mode":null,"mode_params":null}} -> 200 "brightness":60`},
	{at: "3, null", says: "skipped in a list of frames", show: `
		POST notifications {"model":{"frames":[null,{"text":"a"},null,{"text":"b"}]}} -> 200
		GET notifications/1 -> 200 "frames":[{"text":"a"},{"text":"b"}]
		POST notifications {"model":{"frames":[null]}} -> 400 Missing required keys [frames]
		POST notifications {"model":{"frames":[null,{"text":"a","progress":101}]}} -> 400 model.frames[1].progress: 101`},
	{at: "3, unknown keys", says: "whole objects sent back", show: `
		test TestWholeObjectsSentBack in api
		test TestQueuedNotificationSentBack in api`},
	{at: "3, lifetime", says: "three spellings", show: `
		POST notifications ` + sticky + ` -> 200
		POST notifications {"lifetime":1000,"model":{"frames":[{"text":"a"}]}} -> 200
		POST notifications {"lifeTime":1000,"model":{"frames":[{"text":"a"}]}} -> 200
		POST notifications {"life_time":1000.0,"model":{"frames":[{"text":"a"}]}} -> 200
		wait 2s
		GET notifications -> 200 "id":"1" & !"id":"2" & !"id":"3" & !"id":"4"`},
	{at: "3, token", says: "a key on push paths", show: `test TestToken in api`},
	{at: "3, numbers", says: "in strings", show: `
		PUT audio {"volume":" 33.0 "} -> 200 "volume":33
		PUT audio {"volume":34.0} -> 200 "volume":34
		PUT audio {"volume":34.5} -> 400 volume: 34.5, want an integer`},
	{at: "3, booleans", says: "0, 1 and strings", show: `
		PUT display {"on":0} -> 200 "on":false
		PUT display {"on":"true"} -> 200 "on":true`},
	{at: "3, text", says: "string, number, boolean, fragments", show: `
		POST notifications {"model":{"frames":[{"text":5},{"text":true},{"text":[{"t":"x","c":"#FF0000"}]}]}} -> 200
		POST notifications {"model":{"frames":[{"text":{}}]}} -> 400 model.frames[0].text: an object`},
	{at: "3, unknown keys", says: "ignored", show: `POST notifications {"font":1,"model":{"frames":[{"text":"a","index":3,"bold":{}}]}} -> 200`},
	{at: "3, repeat and cycles", says: "0 and more", show: `
		POST notifications {"model":{"cycles":0,"frames":[{"text":"a"}],"sound":{"id":"cat","repeat":0}}} -> 200
		POST notifications {"model":{"cycles":-1,"frames":[{"text":"a"}],"sound":{"id":"cat","repeat":-1}}} -> 400 model.cycles: -1 & model.sound.repeat: -1`},
	{at: "3, inside the model", says: "count when the outer one is absent", show: `
		POST notifications {"model":{"priority":"warning","iconType":"alert","frames":[{"text":"a"}]}} -> 200
		GET notifications/1 -> 200 "priority":"warning" & "icon_type":"alert"
		POST notifications {"priority":"info","model":{"priority":"warning","frames":[{"text":"a"}]}} -> 200
		GET notifications/2 -> 200 "priority":"info"`},
	{at: "3, enums", says: "trimmed, lower case; keys exact", show: `
		PUT . {"mode":" KIOSK"} -> 200 "mode":"kiosk"
		PUT . {"Mode":"kiosk"} -> 400 Missing required keys [mode]`},
	{at: "3, empty words", says: "absent", show: `
		POST notifications {"priority":"","icon_type":"","model":{"frames":[{"text":"a"}],"sound":{"category":"","id":"","repeat":0}}} -> 200
		GET notifications/1 -> 200 !sound`},
	{at: "3, empty words", says: "for numbers, too", show: `
		PUT display {"brightness":"","brightness_mode":"manual"} -> 200 "brightness":60,"brightness_mode":"manual"
		POST notifications {"lifetime":"","model":{"cycles":"","frames":[{"text":"a","duration":""}]}} -> 200
		GET notifications/1 -> 200 "cycles":1 & !"duration"`},
	{at: "3, zero values", says: "beside a text", show: `
		POST notifications {"model":{"frames":[{"icon":"","text":"a","goalData":{"start":0,"current":0,"end":0,"unit":""},"chartData":[]}]}} -> 200
		GET notifications/1 -> 200 "frames":[{"text":"a"}]
		POST notifications {"model":{"frames":[{"chartData":[]}]}} -> 400 model.frames[0].chartData: 0 values, want 1 to 512`},
	{at: "3, a goal", says: "of no way, and beyond 32 bits", show: `
		POST notifications {"model":{"frames":[{"goalData":{"start":3,"current":3,"end":3,"unit":"x"}}]}} -> 200
		GET notifications/1 -> 200 "goalData":{"start":3,"current":3,"end":3,"unit":"x"}
		POST notifications {"model":{"frames":[{"goalData":{"start":0,"current":3000000000,"end":5000000000,"unit":"B"}},{"chartData":[-3000000000]}]}} -> 200
		GET notifications/2 -> 200 "goalData":{"start":0,"current":2147483647,"end":2147483647,"unit":"B"},"goalExact":{"start":0,"current":3000000000,"end":5000000000} & "chartData":[-2147483648],"chartExact":[-3000000000]
		test TestGoalBar in device/paint`},
	{at: "3, long text", says: "cut", show: `
		POST notifications {"model":{"frames":[{"text":"` + strings.Repeat("a", 1025) + `"}]}} -> 200
		GET notifications/1 -> 200 "text":"` + strings.Repeat("a", 1023) + `…"`},
	{at: "3, duration", says: "the nearest", show: `
		POST notifications {"model":{"frames":[{"text":"a","duration":250},{"text":"b","duration":90000}]}} -> 200
		GET notifications/1 -> 200 "duration":1000 & "duration":60000`},
	{at: "3, shell escapes", says: "an exclamation mark", show: `
		POST notifications {"model":{"frames":[{"text":"Hello\!"}]}} -> 200
		GET notifications/1 -> 200 "text":"Hello!"`},
	{at: "3, icons", says: "all spellings", show: `
		POST notifications {"model":{"frames":[{"icon":123},{"icon":"123"},{"icon":"i123"},{"icon":"a123"},{"icon":"weather-rain"},{"icon":"no-such-icon"},{"icon":999999999}]}} -> 200
		test TestStaticNumber in icons
		POST notifications {"model":{"frames":[{"icon":"12 34"}]}} -> 400 model.frames[0].icon: \"12 34\" is no icon
		POST notifications {"model":{"frames":[{"icon":"data:image/png;base64,AAAA"}]}} -> 400 model.frames[0].icon: data URI`},
	{at: "3, a frame", says: "of an icon alone, and of nothing", show: `
		POST notifications {"model":{"frames":[{"icon":1}]}} -> 200
		POST notifications {"model":{"frames":[{}]}} -> 400 model.frames[0]: has none of icon, text, goalData, chartData`},

	// 4. Notifications.
	{at: "4, status of POST", says: "200", show: `POST notifications ` + hello + ` -> 200`},
	{at: "4, id", says: "rises, never again", show: `
		POST notifications ` + hello + ` -> 200 "id":"1"
		DELETE notifications/1 -> 200
		POST notifications ` + hello + ` -> 200 "id":"2"
		test TestIDsRise in device
		test TestSIGKILL in device`},
	{at: "4, list", says: "empty, and the visible one first", show: `
		GET notifications -> 200 []
		POST notifications ` + hello + ` -> 200
		POST notifications ` + hello + ` -> 200
		GET notifications -> 200 [{"id":"1"`},
	{at: "4, item", says: "its fields and times", show: `
		POST notifications {"model":{"frames":[{"icon":120}]}} -> 200
		GET notifications/1 -> 200 {"id":"1","type":"external","priority":"info","created":"2000-01-01T00:00:00","updated":"2000-01-01T00:00:00","expiration_date":"2000-01-01T00:02:00","icon_type":"none","model":{"cycles":1,"frames":[{"icon":120,"text":""}]}}`},
	{at: "4, current", says: "an empty object", show: `GET notifications/current -> 200 {}`},
	{at: "4, one", says: "the item", show: `
		POST notifications ` + hello + ` -> 200
		GET notifications/1 -> 200 "id":"1"
		GET notifications/2 -> 404`},
	{at: "4, dismissing", says: "also when there was none", show: `
		DELETE notifications/current -> 200 {"success":true}
		DELETE notifications -> 200 {"success":true}
		POST notifications ` + sticky + ` -> 200
		POST notifications ` + sticky + ` -> 200
		DELETE notifications/current -> 200
		GET notifications -> 200 !"id":"1" & "id":"2"
		DELETE notifications -> 200
		GET notifications -> 200 []`},
	{at: "4, order", says: "priority, then age", show: `test TestQueueOrder in device`},
	{at: "4, order", says: "within one priority the oldest", show: `
		POST notifications ` + sticky + ` -> 200
		POST notifications ` + hello + ` -> 200
		POST notifications ` + hello + ` -> 200
		DELETE notifications/1 -> 200
		GET notifications/current -> 200 "id":"2"`},
	{at: "4, visibility", says: "the table, row by row", show: `
		test TestVisibility in device
		test TestNormalVisibility in device`},
	{at: "4, interruption", says: "starts over, time on the screen does not count", show: `
		POST notifications {"lifetime":4000,"model":{"frames":[{"text":"a"}]}} -> 200
		wait 2s
		POST notifications ` + of("critical", "b") + ` -> 200
		GET notifications/current -> 200 "id":"2"
		wait 2900ms
		GET notifications -> 200 "id":"1"
		wait 200ms
		GET notifications/current -> 200 "id":"1"`},
	{at: "4, lifetime", says: "0: at once or never", show: `
		POST notifications {"lifetime":0,"model":{"cycles":0,"frames":[{"text":"a"}]}} -> 200
		GET notifications/current -> 200 "id":"1"
		POST notifications {"lifetime":0,"model":{"frames":[{"text":"a"}]}} -> 200
		GET notifications/2 -> 200 "outcome":"expired"
		test TestLifetime in device`},
	{at: "4, lifetime", says: "reached while visible it changes nothing", show: `
		POST notifications {"lifetime":1000,"model":{"cycles":0,"frames":[{"text":"a"}]}} -> 200
		wait 1h
		GET notifications/current -> 200 "id":"1"`},
	{at: "4, screensaver", says: "what is alive is shown when it ends", set: saving, show: `
		POST notifications ` + of("info", "a") + ` -> 200
		POST notifications ` + of("warning", "b") + ` -> 200
		GET notifications/current -> 200 !"id"
		PUT display {"screensaver":{"enabled":false}} -> 200
		GET notifications/current -> 200 "id":"2"`},
	{at: "4, screensaver", says: "what is held back says why", set: saving, show: `
		POST notifications ` + of("info", "a") + ` -> 200
		GET notifications -> 200 "reason":"the screensaver is on"
		GET notifications/1 -> 200 "reason":"the screensaver is on"
		PUT display {"screensaver":{"enabled":false}} -> 200
		GET notifications -> 200 !"reason"
		test TestHeldSaysWhy in device`},
	{at: "4, kiosk mode", says: "only critical", show: `
		PUT . {"mode":"kiosk"} -> 200
		POST notifications ` + of("warning", "a") + ` -> 200
		GET notifications/current -> 200 !"id"
		POST notifications ` + of("critical", "b") + ` -> 200
		GET notifications/current -> 200 "id":"2"`},
	{at: "4, strict option", says: "refuses", set: func(s *setup) { s.dev.RefuseWhenHidden = true; saving(s) }, show: `
		POST notifications ` + of("warning", "a") + ` -> 400 {"errors":[{"message":"Only notifications with priority 'critical' are allowed in current mode"}]}
		POST notifications ` + of("critical", "a") + ` -> 200`},
	{at: "4, one cycle", says: "3 s, a chart 5 s, a duration", show: `
		POST notifications {"model":{"frames":[{"text":"a"},{"chartData":[1,2]},{"text":"b","duration":1000}]}} -> 200
		wait 8990ms
		GET notifications/current -> 200 "id":"1"
		wait 20ms
		GET notifications/current -> 200 !"id"
		test TestScrollingTextLastsAsDecided in device
		test TestCycles in device`},
	{at: "4, sound", says: "with its notification", show: `
		test TestSound in device
		test TestLate in sounds
		test TestPrepared in sounds`},
	{at: "4, icon_type", says: "a second before the first frame", show: `
		POST notifications {"icon_type":"info","model":{"frames":[{"text":"a"}]}} -> 200
		wait 3990ms
		GET notifications/current -> 200 "id":"1"
		wait 20ms
		GET notifications/current -> 200 !"id"`},
	{at: "4, restart", says: "what is written survives", show: `
		test TestRestart in device
		test TestVisibleOverARestart in device
		test TestWindow in device`},
	{at: "4, unclean ends", says: "count within one boot, and spare what is built in", show: `
		test TestRebooted in device
		test TestBlameSparesWhatIsBuiltIn in device
		test TestAlarmSurvivesPowerCuts in e2e`},
	{at: "4, clocks", says: "lifetimes are monotonic", show: `
		test TestImplausibleClock in device
		test TestWatchSteps in device/walltime
		test TestCertOfAWrongClock in api/door`},
	{at: "4, internal", says: "beside info", show: `test TestInternalRanksBesideInfo in device`},
	{at: "4, retries", says: "the same id", show: `test TestIdempotencyKey in device`},
	{at: "4, what became of it", says: "outcome and reason", show: `
		POST notifications ` + hello + ` -> 200
		DELETE notifications/1 -> 200
		GET notifications/1 -> 200 "outcome":"dismissed","reason":"
		POST notifications ` + hello + ` -> 200
		wait 4s
		GET notifications/2 -> 200 "outcome":"shown","reason":"all its cycles were shown"
		GET notifications -> 200 []
		test TestEndedAreRemembered in device`},

	// 5. Display, audio, device, bluetooth, wifi.
	{at: "5, display", says: "on, limit, range, type, active", show: `
		GET display -> 200 "on":true & "brightness_range":{"min":0,"max":100} & "brightness_limit":{"min":2,"max":100} & "width":37,"height":8,"type":"mixed" & "active":false
		PUT display {"on":false} -> 200 "on":false`},
	{at: "5, times", says: "GMT and local; one keeps the other; start inside, end outside", show: `
		GET display -> 200 "start_time":"20:00:00","end_time":"04:00:00","local_start_time":"22:00:00","local_end_time":"06:00:00"
		PUT display {"screensaver":{"mode":"time_based","mode_params":{"start_time":"19:00:00"}}} -> 200 "start_time":"19:00:00","end_time":"04:00:00","local_start_time":"21:00:00","local_end_time":"06:00:00"
		test TestGMTIsDerivedFromLocalTime in device
		test TestTimeBasedOverClockChanges in device
		test TestWindow in device/walltime`},
	{at: "5, screensaver PUT", says: "a mode with the master switches to it", show: `
		PUT display {"screensaver":{"enabled":true,"mode":"time_based","mode_params":{"enabled":true}}} -> 200 "time_based":{"enabled":true & "when_dark":{"enabled":false}
		PUT display {"screensaver":{"enabled":true,"mode":"when_dark"}} -> 200 "time_based":{"enabled":false & "when_dark":{"enabled":true}`},
	{at: "5, screensaver PUT", says: "a mode that is off is off, whatever else is said", show: `
		PUT display {"screensaver":{"enabled":true,"mode":"time_based","mode_params":{"enabled":true}}} -> 200
		PUT display {"screensaver":{"enabled":true,"mode":"time_based","mode_params":{"enabled":false,"start_time":"01:00:00"}}} -> 200 "screensaver":{"enabled":true & "time_based":{"enabled":false,"start_time":"01:00:00"`},
	{at: "5, screensaver PUT", says: "the master alone brings back the last one used", show: `
		PUT display {"screensaver":{"mode":"when_dark","mode_params":{"enabled":true}}} -> 200 "screensaver":{"enabled":false
		PUT display {"screensaver":{"mode":"when_dark","mode_params":{"enabled":false}}} -> 200 "when_dark":{"enabled":false}
		PUT display {"screensaver":{"enabled":true}} -> 200 "screensaver":{"enabled":true & "when_dark":{"enabled":true}`},
	{at: "5, screensaver PUT", says: "times alone switch nothing", show: `
		PUT display {"screensaver":{"mode":"time_based","mode_params":{"end_time":"05:00:00"}}} -> 200 "screensaver":{"enabled":false & "time_based":{"enabled":false & "end_time":"05:00:00"`},
	{at: "5, screensaver PUT", says: "parameters without a mode", show: `
		PUT display {"screensaver":{"enabled":true,"mode":"when_dark"}} -> 200
		PUT display {"screensaver":{"mode_params":{"start_time":"19:00:00"}}} -> 200 "time_based":{"enabled":false,"start_time":"19:00:00" & "when_dark":{"enabled":true}
		PUT display {"screensaver":{"mode_params":{"enabled":false}}} -> 200 "time_based":{"enabled":false & "when_dark":{"enabled":false}
		PUT display {"screensaver":{"mode_params":{"enabled":true,"end_time":"05:00:00"}}} -> 200 "time_based":{"enabled":true,"start_time":"19:00:00","end_time":"05:00:00"`},
	{at: "5, screensaver.widget", says: "32 hex digits", show: `GET display -> 200 "widget":"08b8eac21074f8f7e5a29f2855ba8060"`},
	{at: "5, screensaver.widget", says: "any widget", show: `
		PUT display {"screensaver":{"widget":"x"}} -> 400 screensaver.widget: there is no widget`},
	{at: "5, screensaver.brightness", says: "its own while it shows, never above the display's", set: saving, show: `
		GET display -> 200 "active":true & "brightness":3}
		PUT display {"brightness":40,"brightness_mode":"manual"} -> 200 "brightness_now":3
		PUT display {"screensaver":{"brightness":20}} -> 200 "brightness_now":20
		PUT display {"brightness":10} -> 200 "brightness_now":10
		PUT display {"screensaver":{"brightness":0}} -> 200 "brightness_now":0
		PUT display {"screensaver":{"brightness":101}} -> 400 screensaver.brightness: 101, want 0 to 100
		PUT display {"screensaver":{"enabled":false}} -> 200 "brightness_now":10
		test TestSaverBrightness in device`},
	{at: "5, audio", says: "its fields", show: `GET audio -> 200 {"available":true,"volume":50,"volume_range":{"min":0,"max":100},"volume_limit":{"min":0,"max":100}}`},
	{at: "5, brightness in force", says: "also in auto", show: `
		GET display -> 200 "brightness":60,"brightness_mode":"auto","brightness_now":52
		PUT display {"brightness_now":5} -> 200 "brightness_now":52
		test TestBrightnessNow in device`},
	{at: "5, limits", says: "above is refused, below is kept, 0 is dark", show: `
		PUT display {"brightness":1,"brightness_mode":"manual"} -> 200 "brightness":1, & "brightness_now":2
		PUT display {"brightness":0} -> 200 "brightness":0, & "brightness_now":0
		PUT display {"brightness":101} -> 400
		PUT audio {"volume":-1} -> 400
		test TestLimitsLowered in device`},
	{at: "5, update_available", says: "absent", show: `GET . -> 200 !update_available`},
	{at: "5, bluetooth", says: "its fields, and a PUT", show: `
		GET bluetooth -> 200 {"available":true,"active":false,"discoverable":true,"pairable":false,"name":"LM0001","address":"58:63:56:23:1E:06","mac":"58:63:56:23:1E:06"}
		PUT bluetooth {"active":true,"address":"x"} -> 200 "active":true & "address":"58:63:56:23:1E:06"`},
	{at: "5, bluetooth", says: "without an adapter", set: alone, show: `
		GET bluetooth -> 200 "available":false
		PUT bluetooth {"active":false} -> 200
		PUT bluetooth {"active":true} -> 400 active: there is no Bluetooth adapter to change`},
	{at: "5, wifi", says: "both generations of names", show: `GET wifi -> 200 "available":true,"active":true,"address":"58:63:56:23:1E:07","mac":"58:63:56:23:1E:07","encryption":"WPA2","essid":"home","ssid":"home","ip":"192.168.1.5","ipv4":"192.168.1.5","mode":"dhcp","netmask":"255.255.255.0","strength":80,"signal_strength":80,"rssi":-60}`},
	{at: "5, wifi", says: "without Wi-Fi", set: alone, show: `GET wifi -> 200 "active":false & "ip":"0.0.0.0" & "strength":null,"signal_strength":null,"rssi":null}`},
	{at: "5, device", says: "who it is", show: `GET . -> 200 "id":"18" & "serial_number":"SA150600000100W00BS9" & "model":"sa8" & "os_version":"3.2.7" & "firmware":"1.2.3" & "mode":"auto"`},
	{at: "5, fields=", says: "unknown ones are ignored", show: `
		GET .?fields=nonsense,id -> 200 {"id":"18"}
		GET .?fields= -> 200 "id" & "wifi"`},
	{at: "5, index", says: "as the API writes it", show: `GET /api/v2 -> 200 notifications{/:id} & update{/:id}`},
	{at: "5, index", says: "braces where they are wanted", set: func(s *setup) { s.original.IndexBraces = true }, show: `GET /api/v2 -> 200 notifications/{:id}`},
}
