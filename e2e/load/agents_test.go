// SPDX-License-Identifier: Apache-2.0

//go:build linux

package load

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestHostileAgents: as many agents as there are connections, with keys of every scope, send the
// messages of their protocol that cost most. That ends no device of 128 MiB, and its owner is
// served.
func TestHostileAgents(t *testing.T) {
	r, keys := launchIn(t, "128x64")
	a := &attack{url: r.URL, routes: []route{{method: http.MethodPost, path: "/mcp", json: true, example: `{}`}},
		keys: keys, json: agentsSay(), answers: map[string]int{}}
	ctx, stop := context.WithTimeout(t.Context(), 6*time.Second)
	defer stop()
	var clients sync.WaitGroup
	for i := range connections - 2 { // the owner has two
		clients.Go(func() { a.client(ctx, i) })
	}
	served := owner(ctx, t, r.Device)
	clients.Wait()
	a.report(t)
	report(t, served, time.Minute)
	r.check()
}

// agentsSay returns messages of about as many bytes as one may have.
func agentsSay() (all []string) {
	const most = 63 << 10
	say := func(method, params string) {
		all = append(all, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params))
	}
	tool := func(name, arguments string) {
		say("tools/call", fmt.Sprintf(`{"name":%q,"arguments":%s}`, name, arguments))
	}
	deep := strings.Repeat(`{"a":`, 9000) + "1" + strings.Repeat("}", 9000)
	many := func(one string) string { return strings.TrimSuffix(strings.Repeat(one+",", most/(len(one)+1)), ",") }
	say("initialize", `{"protocolVersion":"2025-06-18","capabilities":`+deep+`,"clientInfo":{"name":"x","version":"1"}}`)
	say("initialize", `{"protocolVersion":"`+strings.Repeat("9", most)+`","capabilities":{},"clientInfo":{}}`)
	say("tools/list", `{"cursor":"`+strings.Repeat("x", most)+`"}`)
	say("tools/list", `{}`)
	say("resources/read", `{"uri":"ledpost://icons"}`)
	say("resources/read", `{"uri":"ledpost://log"}`)
	say(strings.Repeat("x", most), `{}`)
	say("tools/call", deep)
	tool("show_message", `{"text":"`+strings.Repeat("äж字🌧", most/11)+`"}`)
	tool("show_message", `{"regions":[`+many(`{"role":"title","text":"a"}`)+`]}`)
	tool("show_message", `{"regions":[`+many(`{"icon":"a"}`)+`]}`)
	tool("show_message", `{"regions":[`+many(`{"":0}`)+`]}`)
	tool("show_message", `{"text":"x","icon":"`+strings.Repeat("rain ", most/5)+`"}`)
	tool("show_message", deep)
	tool("look_at_panel", `{}`)
	tool("list_apps", `{}`)
	tool("why_not_shown", `{}`)
	tool("show_app", `{"app":"../../../../live/keys"}`)
	tool("agent_status", `{"agent":"`+strings.Repeat("x", most)+`","state":"running"}`)
	return append(all, `[`+many(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)+`]`,
		`{`+many(`"method":"ping"`)+`}`, `{"jsonrpc":"2.0","id":"`+strings.Repeat("x", most)+`","method":"ping"}`,
		strings.Repeat("[", most), `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
}
