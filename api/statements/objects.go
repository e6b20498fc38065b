// SPDX-License-Identifier: Apache-2.0

package statements

// objects are section 5 of docs/decisions.md.
func objects() []Statement {
	return []Statement{
		{At: "5, display", Says: "on, limit, range, type, active", Original: "has neither on nor screensaver.active", Show: `
		GET display -> 200 "on":true & "brightness_range":{"min":0,"max":100} & "brightness_limit":{limit} & "width":{width},"height":{height},"type":"{type}" & "active":false
		PUT display {"on":false} -> 200 "on":false`},
		{At: "5, times", Says: "GMT and local; one keeps the other; start inside, end outside",
			Only: "its times belong to a new device two hours east of Greenwich", Show: `
		GET display -> 200 "start_time":"20:00:00","end_time":"04:00:00","local_start_time":"22:00:00","local_end_time":"06:00:00"
		PUT display {"screensaver":{"mode":"time_based","mode_params":{"start_time":"19:00:00"}}} -> 200 "start_time":"19:00:00","end_time":"04:00:00","local_start_time":"21:00:00","local_end_time":"06:00:00"
		test TestGMTIsDerivedFromLocalTime in device
		test TestTimeBasedOverClockChanges in device
		test TestWindow in device/walltime`},
		{At: "5, screensaver PUT", Says: "a mode with the master switches to it", Show: `
		PUT display {"screensaver":{"enabled":true,"mode":"time_based","mode_params":{"enabled":true}}} -> 200 "time_based":{"enabled":true & "when_dark":{"enabled":false}
		PUT display {"screensaver":{"enabled":true,"mode":"when_dark"}} -> 200 "time_based":{"enabled":false & "when_dark":{"enabled":true}`},
		{At: "5, screensaver PUT", Says: "a mode that is off is off, whatever else is said", Show: `
		PUT display {"screensaver":{"enabled":true,"mode":"time_based","mode_params":{"enabled":true}}} -> 200
		PUT display {"screensaver":{"enabled":true,"mode":"time_based","mode_params":{"enabled":false,"start_time":"01:00:00"}}} -> 200 "screensaver":{"enabled":true & "time_based":{"enabled":false,"start_time":"01:00:00"`},
		{At: "5, screensaver PUT", Says: "the master alone brings back the last one used", Show: `
		PUT display {"screensaver":{"mode":"when_dark","mode_params":{"enabled":true}}} -> 200 "screensaver":{"enabled":false
		PUT display {"screensaver":{"mode":"when_dark","mode_params":{"enabled":false}}} -> 200 "when_dark":{"enabled":false}
		PUT display {"screensaver":{"enabled":true}} -> 200 "screensaver":{"enabled":true & "when_dark":{"enabled":true}`},
		{At: "5, screensaver PUT", Says: "times alone switch nothing", Show: `
		PUT display {"screensaver":{"mode":"time_based","mode_params":{"end_time":"05:00:00"}}} -> 200 "screensaver":{"enabled":false & "time_based":{"enabled":false & "end_time":"05:00:00"`},
		{At: "5, screensaver PUT", Says: "parameters without a mode", Show: `
		PUT display {"screensaver":{"enabled":true,"mode":"when_dark"}} -> 200
		PUT display {"screensaver":{"mode_params":{"start_time":"19:00:00"}}} -> 200 "time_based":{"enabled":false,"start_time":"19:00:00" & "when_dark":{"enabled":true}
		PUT display {"screensaver":{"mode_params":{"enabled":false}}} -> 200 "time_based":{"enabled":false & "when_dark":{"enabled":false}
		PUT display {"screensaver":{"mode_params":{"enabled":true,"end_time":"05:00:00"}}} -> 200 "time_based":{"enabled":true,"start_time":"19:00:00","end_time":"05:00:00"`},
		{At: "5, screensaver.widget", Says: "32 hex digits", Show: `GET display -> 200 "widget":"{widget}"`},
		{At: "5, screensaver.widget", Says: "any widget", Show: `
		PUT display {"screensaver":{"widget":"x"}} -> 400 screensaver.widget: there is no widget`},
		{At: "5, screensaver.brightness", Says: "its own while it shows, never above the display's", Device: Saving,
			Original: "has no brightness of the screensaver", Show: `
		GET display -> 200 "active":true & "brightness":3}
		PUT display {"brightness":40,"brightness_mode":"manual"} -> 200 "brightness_now":3
		PUT display {"screensaver":{"brightness":20}} -> 200 "brightness_now":20
		PUT display {"brightness":10} -> 200 "brightness_now":10
		PUT display {"screensaver":{"brightness":0}} -> 200 "brightness_now":0
		PUT display {"screensaver":{"brightness":101}} -> 400 screensaver.brightness: 101, want 0 to 100
		PUT display {"screensaver":{"enabled":false}} -> 200 "brightness_now":10
		test TestSaverBrightness in device`},
		{At: "5, audio", Says: "its fields",
			Show: `GET audio -> 200 {"available":{audible},"volume":50,"volume_range":{"min":0,"max":100},"volume_limit":{"min":0,"max":100}}`},
		{At: "5, brightness in force", Says: "also in auto", Original: "has no brightness_now", Show: `
		GET display -> 200 "brightness":60,"brightness_mode":"auto","brightness_now":{now}
		PUT display {"brightness_now":5} -> 200 "brightness_now":{now}
		test TestBrightnessNow in device`},
		{At: "5, brightness in auto", Says: "the bias shifts the curve", Original: "has no brightness_bias", Show: `
		GET display -> 200 "brightness_now":{now} & "brightness_bias":0
		PUT display {"brightness_bias":-50} -> 200 "brightness_bias":-50
		GET display -> 200 "brightness_bias":-50
		PUT display {"brightness_bias":901} -> 400 brightness_bias: 901, want -99 to 900
		PUT display {"brightness_mode":"manual"} -> 200 "brightness_now":60
		test TestBrightnessBias in device`},
		{At: "5, limits", Says: "above is refused, below is kept, 0 is dark", Only: "a device may have other limits", Show: `
		PUT display {"brightness":1,"brightness_mode":"manual"} -> 200 "brightness":1, & "brightness_now":2
		PUT display {"brightness":0} -> 200 "brightness":0, & "brightness_now":0
		PUT display {"brightness":101} -> 400
		PUT audio {"volume":-1} -> 400
		test TestLimitsLowered in device`},
		{At: "5, update_available", Says: "absent", Only: "a device may know of a newer release",
			Show: `GET . -> 200 !update_available`},
		{At: "5, bluetooth", Says: "its fields, and a PUT", Only: "it is about a certain adapter", Show: `
		GET bluetooth -> 200 {"available":true,"active":false,"discoverable":true,"pairable":false,"name":"LM0001","address":"58:63:56:23:1E:06","mac":"58:63:56:23:1E:06"}
		PUT bluetooth {"active":true,"address":"x"} -> 200 "active":true & "address":"58:63:56:23:1E:06"`},
		{At: "5, bluetooth", Says: "without an adapter", Device: Alone, Show: `
		GET bluetooth -> 200 "available":false
		PUT bluetooth {"active":false} -> 200
		PUT bluetooth {"active":true} -> 400 active: the device has no Bluetooth adapter`},
		{At: "5, wifi", Says: "both generations of names", Only: "it is about a certain network",
			Show: `GET wifi -> 200 "available":true,"active":true,"address":"58:63:56:23:1E:07","mac":"58:63:56:23:1E:07","encryption":"WPA2","essid":"home","ssid":"home","ip":"192.168.1.5","ipv4":"192.168.1.5","mode":"dhcp","netmask":"255.255.255.0","strength":80,"signal_strength":80,"rssi":-60}`},
		{At: "5, wifi", Says: "without Wi-Fi", Device: Alone,
			Show: `GET wifi -> 200 "active":false & "ip":"0.0.0.0" & "strength":null,"signal_strength":null,"rssi":null}`},
		{At: "5, device", Says: "who it is", Original: "has no firmware",
			Show: `GET . -> 200 "id":"{id}" & "serial_number":"{serial}" & "model":"sa8" & "os_version":"3.2.7" & "firmware":"{firmware}" & "mode":"auto"`},
		{At: "5, fields=", Says: "unknown ones are ignored", Show: `
		GET .?fields=nonsense,id -> 200 {"id":"{id}"}
		GET .?fields= -> 200 "id" & "wifi"`},
		{At: "5, index", Says: "as the API writes it", Show: `GET /api/v2 -> 200 notifications{/:id} & update{/:id}`},
		{At: "5, index", Says: "braces where they are wanted", Device: Braces,
			Show: `GET /api/v2 -> 200 notifications/{:id}`},
	}
}
