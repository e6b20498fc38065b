// SPDX-License-Identifier: Apache-2.0

package network

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/cli/command"
)

// TestMCP: each message goes to the device with the headers that it needs there, and each call gets one answer
// in one line, whatever the device answers.
func TestMCP(t *testing.T) {
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	const failed = `{"error":{"code":-32603,"message":"`
	for _, row := range []struct {
		why, in string
		status  int
		answer  string
		out     string
	}{
		{"an answer", ping, 200, "{\"jsonrpc\":\"2.0\",\n \"id\":1,\"result\":{}}", `{"jsonrpc":"2.0","id":1,"result":{}}`},
		{"a refusal of the protocol", ping, 400, `{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"x"}}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"x"}}`},
		{"an answer with the id in other letters", `{"jsonrpc":"2.0","id":"\u0061","method":"ping"}`, 200,
			`{"jsonrpc":"2.0","id":"a","result":{}}`, `{"jsonrpc":"2.0","id":"a","result":{}}`},
		{"an answer to another call", ping, 200, `{"jsonrpc":"2.0","id":2,"result":{}}`, "does not speak this protocol"},
		{"an answer without an id", ping, 200, `{"jsonrpc":"2.0","result":{}}`, "does not speak this protocol"},
		{"a call in place of an answer", ping, 200, `{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage"}`,
			"does not speak this protocol"},
		{"a result and an error", ping, 200, `{"jsonrpc":"2.0","id":1,"result":{},"error":{}}`,
			"does not speak this protocol"},
		{"an answer to a notification", `{"jsonrpc":"2.0","method":"x"}`, 200, `{"jsonrpc":"2.0","id":1,"result":{}}`, ""},
		{"a notification", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, 202, "", ""},
		{"a notification that is refused", `{"jsonrpc":"2.0","method":"x"}`, 400, `{"errors":[{"message":"no"}]}`, ""},
		{"a wrong key", ping, 401, `{"errors":[{"message":"Authorization is required"}]}`,
			failed + `the device answers 401 Unauthorized: Authorization is required"},"id":1,"jsonrpc":"2.0"}`},
		{"an older version", ping, 404, `{"errors":[{"message":"Resource not found"}]}`,
			failed + `the device answers 404 Not Found: Resource not found"},"id":1,"jsonrpc":"2.0"}`},
		{"another program", ping, 200, "<html>hello</html>", "does not speak this protocol"},
		{"an endless answer", ping, 200, strings.Repeat("x", maxAnswer+1), failed},
		{"no JSON", "hello", 400, `{"errors":[{"message":"no"}]}`, ""},
		{"a long message", `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", maxMessage) + `"}`, 500, "",
			failed + `the message has more than 64 KiB"},"id":1,"jsonrpc":"2.0"}`},
		{"a long notification", `{"jsonrpc":"2.0","method":"` + strings.Repeat("x", maxMessage) + `"}`, 500, "", ""},
		{"a line without an end", strings.Repeat("x", 3*maxLine), 500, "",
			failed + `the message has more than 64 KiB"},"id":null,"jsonrpc":"2.0"}`},
		{"the line after a long one", strings.Repeat(" ", 3*maxLine) + "\n" + ping, 200,
			`{"jsonrpc":"2.0","id":1,"result":{}}`,
			`{"jsonrpc":"2.0","id":1,"result":{}}`},
		{"empty lines", "\n \n", 500, "", ""},
	} {
		device := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if _, key, _ := r.BasicAuth(); key != mine || r.URL.Path != "/mcp" || r.Header.Get("Accept") == "" {
				t.Errorf("%s: %s %s %v", row.why, r.Method, r.URL, r.Header)
			}
			w.WriteHeader(row.status)
			_, _ = io.WriteString(w, row.answer)
		}))
		var out bytes.Buffer
		err := room.Run(t.Context(), []string{"mcp", "--to", device.URL, "--key", mine},
			command.Streams{In: strings.NewReader(row.in + "\n"), Out: &out})
		device.Close()
		if got := out.String(); err != nil || !strings.Contains(got, row.out) || (got == "") != (row.out == "") ||
			strings.Count(got, "\n") > 1 {
			t.Errorf("%s: %v, prints %q, want %q", row.why, err, got, row.out)
		}
	}
}

// TestMCPHeaders: what HTTP says of a message is what the message says.
func TestMCPHeaders(t *testing.T) {
	var asked []string
	device := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, fmt.Sprintf("%s|%s|%s", r.Header.Get("MCP-Protocol-Version"), r.Header.Get("Mcp-Method"),
			r.Header.Get("Mcp-Name")))
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18"}}`)
	}))
	defer device.Close()
	in := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"show_message"}}
{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"ledpost://panel",` +
		`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}
`
	err := room.Run(t.Context(), []string{"mcp", "--to", device.URL, "--key", mine},
		command.Streams{In: strings.NewReader(in), Out: io.Discard})
	want := "|initialize| 2025-06-18|tools/call|show_message 2026-07-28|resources/read|ledpost://panel"
	if got := strings.Join(asked, " "); err != nil || got != want {
		t.Errorf("%v, asks %q, want %q", err, got, want)
	}
}

// TestMCPGoesOn: neither a message that is too long is the end, nor a device that is away.
func TestMCPGoesOn(t *testing.T) {
	var out bytes.Buffer
	args := []string{"mcp", "--to", "http://127.0.0.1:1", "--key", mine}
	ping := strings.Repeat(`{"jsonrpc":"2.0","id":"a","method":"ping"}`+"\n", 2) + strings.Repeat("x", maxMessage+1)
	err := room.Run(t.Context(), args, command.Streams{In: strings.NewReader(ping), Out: &out})
	if err != nil || strings.Count(out.String(), `"id":"a"`) != 2 || strings.Count(out.String(), "\n") != 3 ||
		!strings.Contains(out.String(), "connection refused") {
		t.Errorf("no device: %v, %q", err, &out)
	}
}
