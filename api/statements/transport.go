// SPDX-License-Identifier: Apache-2.0

package statements

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
