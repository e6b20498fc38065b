// SPDX-License-Identifier: Apache-2.0

package statements

// faults are section 2 of docs/decisions.md.
func faults() []Statement {
	return []Statement{
		{At: "2, no key or a wrong one", Says: "401", Show: `
		ANON GET . -> 401 Www-Authenticate: Basic realm="global" & {"errors":[{"message":"Authorization is required"}]}
		WRONG GET . -> 401 Www-Authenticate: Basic realm="global" & {"errors":[{"message":"Authorization is required"}]}`},
		{At: "2, too many wrong keys", Says: "429", Show: `
		test TestGuessingIsSlow in api
		test TestGuessingMessageSaysHowLong in api`},
		{At: "2, unknown path", Says: "404", Show: `GET /api/v2/nothing -> 404 {"errors":[{"message":"Resource not found"}]}`},
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
