// SPDX-License-Identifier: Apache-2.0

package statements

import "strings"

// faults are section 2 of docs/decisions.md.
func faults() []Statement {
	return []Statement{
		{At: "2, no key or a wrong one", Says: "401", Show: `
		ANON GET . -> 401 Www-Authenticate: Basic realm="global" & {"errors":[{"message":"Authorization is required"}]}`},
		{At: "2, too many wrong keys", Says: "429", Show: `
		test TestGuessingIsSlow in api
		test TestGuessingMessageSaysHowLong in api`},
		{At: "2, unknown path", Says: "404",
			Show: `GET /api/v2/nothing -> 404 {"errors":[{"message":"Resource not found"}]}`},
		{At: "2, wrong method", Says: "405", Show: `
		PATCH display -> 405 Allow: GET, HEAD, OPTIONS, PUT & {"errors":[{"message":"Not allowed"}]}
		DELETE audio -> 405 Not allowed`},
		{At: "2, unknown notification", Says: "404", Show: `
		GET notifications/999999999 -> 404 Notification not found
		DELETE notifications/999999999 -> 404 Notification not found`},
		{At: "2, unknown app or widget", Says: "404", Show: `
		POST /api/v2/widget/update/com.example.none {"frames":[{"text":"a"}]} -> 404 Not found app
		POST /api/v2/widget/update/com.lametric.clock/none {"frames":[{"text":"a"}]} -> 404 Not found widget
		PUT apps/com.example.none/widgets/none/activate {} -> 404 Not found app
		PUT apps/com.lametric.clock/widgets/none/activate {} -> 404 Not found widget`},
		{At: "2, no JSON", Says: "where and why", Show: `
		POST notifications {"model":] -> 400 The body is not JSON: invalid character ']' & at offset 10
		POST notifications [1] -> 400 The body is an array, want an object`},
		{At: "2, no model, no frames", Says: "named", Show: `
		POST notifications {} -> 400 Missing required keys [model]
		POST notifications {"model":{}} -> 400 Missing required keys [frames]
		POST notifications {"model":{"frames":[]}} -> 400 Missing required keys [frames]`},
		{At: "2, wrong value", Says: "field, value and allowed range; nothing is applied", Show: `
		PUT display {"brightness":10,"brightness_mode":"dim"} -> 400 brightness_mode: \"dim\" is not one of auto, manual
		GET display -> 200 "brightness":60
		test TestBadBodies in api`},
		{At: "2, large body", Says: "413", Show: `test TestBodyLimit in api`},
		{At: "2, full queue", Says: "507", Show: `test TestQueueFull in api`},
		{At: "2, late", Says: "503 and when to come back", Show: `test TestPatience in api`},
		{At: "2, fault of the device", Says: "500 with a number", Show: `test TestInternalError in api`},
		{At: "2, wrong value", Says: "every fault, each with its field", Show: `
		POST notifications {"priority":"x","lifetime":-1,"model":{"cycles":"y","frames":[{"text":{}},{}]}} -> 400 priority: \"x\" & lifetime: -1, want 0 to 31622400000 ms & model.cycles: \"y\", want an integer & model.frames[0].text: an object & model.frames[1]: has none
		GET notifications -> 200 []`},
		{At: "2, wrong value", Says: "the sent value, and the field's own range", Show: `
		PUT audio {"volume":99999999999} -> 400 volume: 99999999999, want 0 to 100
		POST notifications {"lifetime":1e300,"model":{"frames":[{"text":"a"}]}} -> 400 lifetime: 1e300, want`},
		{At: "2, 401 and 403", Says: "not for other faults", Show: `
		POST notifications {} -> 400
		GET notifications/x -> 404`},
		{At: "2, success of a PUT", Says: "the whole object and the path", Show: `
		PUT display {} -> 200 {"success":{"data":{"on":true & "screensaver":{ & "path":"/api/v2/device/display"}}
		PUT audio {"volume":1} -> 200 "volume_limit" & "path":"/api/v2/device/audio"}}
		PUT bluetooth {} -> 200 "data":{"available":{radio} & "path":"/api/v2/device/bluetooth"}}`},
	}
}

// transport are section 1 of docs/decisions.md.
func transport() []Statement {
	return []Statement{
		{At: "1, ports", Says: "TLS on both", Show: `test TestTLSOnBothPorts in api`},
		{At: "1, certificate", Says: "kept, and renewed", Show: `
		test TestLoadCert in api
		test TestCertIsRemade in api`},
		{At: "1, content type", Says: "of a request is ignored", Show: `test TestTypesAreIgnored in api`},
		{At: "1, paths", Says: "a slash and a question mark at the end", Show: `
		GET /api/v2/device/audio/ -> 200 volume
		GET /api/v2/device/audio? -> 200 volume
		GET /api/v2/device/audio/? -> 200 volume`},
		{At: "1, CORS", Says: "for those with a key", Show: `
		GET . -> 200 Access-Control-Allow-Origin: *
		ANON GET /healthz -> 200 !Access-Control-Allow-Origin
		ANON GET /device_description.xml -> 200 !Access-Control-Allow-Origin
		ANON OPTIONS . -> 204 Access-Control-Allow-Origin: *`},
		{At: "1, foreign origins", Says: "need more than a form can send", Show: `
		test TestForged in api
		test TestBrowsersAreNotChallenged in api
		test TestSocketAuth in api`},
		{At: "1, time to answer", Says: "nothing is waited for", Show: `
		test TestPatience in api
		POST notifications {"model":{"frames":[{"icon":"i99999","text":"a"}],"sound":{"url":"http://192.0.2.1/a.mp3"}}} -> 200 "id"`},
		{At: "1, HEAD", Says: "as GET", Show: `HEAD . -> 200 Content-Type: application/json`},
	}
}

// lenient are section 3 of docs/decisions.md.
func lenient() []Statement {
	return []Statement{
		{At: "3, null", Says: "absent",
			Show: `POST notifications {"priority":null,"model":{"sound":null,"frames":[{"icon":null,"text":"a"}]}} -> 200`},
		{At: "3, null", Says: "of a PUT, too",
			Show: `PUT display {"brightness":null,"on":null,"screensaver":{"enabled":null,"mode":null,"mode_params":null}} -> 200 "brightness":60`},
		{At: "3, null", Says: "skipped in a list of frames", Show: `
		POST notifications {"model":{"frames":[null,{"text":"a"},null,{"text":"b"}]}} -> 200
		GET notifications/{1} -> 200 "frames":[{"text":"a"},{"text":"b"}]
		POST notifications {"model":{"frames":[null]}} -> 400 Missing required keys [frames]
		POST notifications {"model":{"frames":[null,{"text":"a","progress":101}]}} -> 400 model.frames[1].progress: 101`},
		{At: "3, unknown keys", Says: "whole objects sent back", Show: `
		test TestWholeObjectsSentBack in api
		test TestQueuedNotificationSentBack in api`},
		{At: "3, lifetime", Says: "three spellings", Show: `
		POST notifications ` + sticky + ` -> 200
		POST notifications {"lifetime":1000,"model":{"frames":[{"text":"a"}]}} -> 200
		POST notifications {"lifeTime":1000,"model":{"frames":[{"text":"a"}]}} -> 200
		POST notifications {"life_time":1000.0,"model":{"frames":[{"text":"a"}]}} -> 200
		wait 2s
		GET notifications -> 200 "id":"{1}" & !"id":"{2}" & !"id":"{3}" & !"id":"{4}"`},
		{At: "3, token", Says: "a key on push paths", Show: `test TestToken in api`},
		{At: "3, numbers", Says: "in strings", Show: `
		PUT audio {"volume":" 33.0 "} -> 200 "volume":33
		PUT audio {"volume":34.0} -> 200 "volume":34
		PUT audio {"volume":34.5} -> 400 volume: 34.5, want an integer`},
		{At: "3, booleans", Says: "0, 1 and strings", Original: "has no on", Show: `
		PUT display {"on":0} -> 200 "on":false
		PUT display {"on":"true"} -> 200 "on":true`},
		{At: "3, text", Says: "string, number, boolean, fragments", Show: `
		POST notifications {"model":{"frames":[{"text":5},{"text":true},{"text":[{"t":"x","c":"#FF0000"}]}]}} -> 200
		POST notifications {"model":{"frames":[{"text":{}}]}} -> 400 model.frames[0].text: an object`},
		{At: "3, unknown keys", Says: "ignored",
			Show: `POST notifications {"font":1,"model":{"frames":[{"text":"a","index":3,"bold":{}}]}} -> 200`},
		{At: "3, repeat and cycles", Says: "0 and more", Show: `
		POST notifications {"model":{"cycles":0,"frames":[{"text":"a"}],"sound":{"id":"cat","repeat":0}}} -> 200
		POST notifications {"model":{"cycles":-1,"frames":[{"text":"a"}],"sound":{"id":"cat","repeat":-1}}} -> 400 model.cycles: -1 & model.sound.repeat: -1`},
		{At: "3, repeat and cycles", Says: "1 is told where none was sent", Show: `
		POST notifications {"model":{"frames":[{"text":"a"}],"sound":{"category":"notifications","id":"cat"}}} -> 200
		GET notifications/{1} -> 200 "cycles":1 & "repeat":1`},
		{At: "3, inside the model", Says: "count when the outer one is absent", Show: `
		POST notifications {"model":{"priority":"warning","iconType":"alert","frames":[{"text":"a"}]}} -> 200
		GET notifications/{1} -> 200 "priority":"warning" & "icon_type":"alert"
		POST notifications {"priority":"info","model":{"priority":"warning","frames":[{"text":"a"}]}} -> 200
		GET notifications/{2} -> 200 "priority":"info"`},
		{At: "3, enums", Says: "trimmed, lower case; keys exact", Show: `
		PUT . {"mode":" KIOSK"} -> 200 "mode":"kiosk"
		PUT . {"Mode":"kiosk"} -> 400 Missing required keys [mode]`},
		{At: "3, empty words", Says: "absent", Show: `
		POST notifications {"priority":"","icon_type":"","model":{"frames":[{"text":"a"}],"sound":{"category":"","id":"","repeat":0}}} -> 200
		GET notifications/{1} -> 200 !sound`},
		{At: "3, empty words", Says: "for numbers, too", Show: `
		PUT display {"brightness":"","brightness_mode":"manual"} -> 200 "brightness":60,"brightness_mode":"manual"
		POST notifications {"lifetime":"","model":{"cycles":"","frames":[{"text":"a","duration":""}]}} -> 200
		GET notifications/{1} -> 200 "cycles":1 & !"duration"`},
		{At: "3, zero values", Says: "beside a text", Show: `
		POST notifications {"model":{"frames":[{"icon":"","text":"a","goalData":{"start":0,"current":0,"end":0,"unit":""},"chartData":[]}]}} -> 200
		GET notifications/{1} -> 200 "frames":[{"text":"a"}]
		POST notifications {"model":{"frames":[{"chartData":[]}]}} -> 400 model.frames[0].chartData: 0 values, want 1 to 512`},
		{At: "3, a goal", Says: "of no way, and beyond 32 bits", Show: `
		POST notifications {"model":{"frames":[{"goalData":{"start":3,"current":3,"end":3,"unit":"x"}}]}} -> 200
		GET notifications/{1} -> 200 "goalData":{"start":3,"current":3,"end":3,"unit":"x"}
		POST notifications {"model":{"frames":[{"goalData":{"start":0,"current":3000000000,"end":5000000000,"unit":"B"}},{"chartData":[-3000000000]}]}} -> 200
		GET notifications/{2} -> 200 "goalData":{"start":0,"current":2147483647,"end":2147483647,"unit":"B"},"goalExact":{"start":0,"current":3000000000,"end":5000000000} & "chartData":[-2147483648],"chartExact":[-3000000000]
		test TestGoalBar in device/paint`},
		{At: "3, long text", Says: "cut", Show: `
		POST notifications {"model":{"frames":[{"text":"` + strings.Repeat("a", 1025) + `"}]}} -> 200
		GET notifications/{1} -> 200 "text":"` + strings.Repeat("a", 1023) + `…"`},
		{At: "3, duration", Says: "the nearest", Show: `
		POST notifications {"model":{"frames":[{"text":"a","duration":250},{"text":"b","duration":90000}]}} -> 200
		GET notifications/{1} -> 200 "duration":1000 & "duration":60000`},
		{At: "3, shell escapes", Says: "an exclamation mark", Show: `
		POST notifications {"model":{"frames":[{"text":"Hello\!"}]}} -> 200
		GET notifications/{1} -> 200 "text":"Hello!"`},
		{At: "3, icons", Says: "all spellings", Show: `
		POST notifications {"model":{"frames":[{"icon":123},{"icon":"123"},{"icon":"i123"},{"icon":"a123"},{"icon":"weather-rain"},{"icon":"no-such-icon"},{"icon":999999999}]}} -> 200
		test TestStaticNumber in icons
		POST notifications {"model":{"frames":[{"icon":"12 34"}]}} -> 200
		POST notifications {"model":{"frames":[{"icon":"data:image/png;base64,AAAA"}]}} -> 200`},
		{At: "3, a frame", Says: "of an icon alone, and of nothing", Show: `
		POST notifications {"model":{"frames":[{"icon":1}]}} -> 200
		POST notifications {"model":{"frames":[{}]}} -> 400 model.frames[0]: has none of icon, text, goalData, chartData`},
	}
}
