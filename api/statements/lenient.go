// SPDX-License-Identifier: Apache-2.0

package statements

import "strings"

// lenient are section 3 of docs/decisions.md.
func lenient() []Statement {
	return []Statement{
		{At: "3, null", Says: "absent", Show: `POST notifications {"priority":null,"model":{"sound":null,"frames":[{"icon":null,"text":"a"}]}} -> 200`},
		{At: "3, null", Says: "of a PUT, too", Show: `PUT display {"brightness":null,"on":null,"screensaver":{"enabled":null,"mode":null,"mode_params":null}} -> 200 "brightness":60`},
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
		{At: "3, unknown keys", Says: "ignored", Show: `POST notifications {"font":1,"model":{"frames":[{"text":"a","index":3,"bold":{}}]}} -> 200`},
		{At: "3, repeat and cycles", Says: "0 and more", Show: `
		POST notifications {"model":{"cycles":0,"frames":[{"text":"a"}],"sound":{"id":"cat","repeat":0}}} -> 200
		POST notifications {"model":{"cycles":-1,"frames":[{"text":"a"}],"sound":{"id":"cat","repeat":-1}}} -> 400 model.cycles: -1 & model.sound.repeat: -1`},
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
