// SPDX-License-Identifier: Apache-2.0

package network

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"time"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/cli/command"
)

// mcpCmd hands the messages of an agent's host, lines of JSON on standard input, to /mcp of a device, and prints
// the answers. The tools are the device's: the program needs not be of the same version.
type mcpCmd struct {
	remoteFlags
	version string // of the protocol, which the device has agreed to
}

func newMCP(set *pflag.FlagSet) command.Run {
	c := &mcpCmd{}
	c.flags(set)
	return c.run
}

// Bounds of a message.
const (
	maxMessage  = 64 << 10 // bytes of one to the device
	maxLine     = 1 << 20  // bytes of a line that are read, so that the answer to a longer message has its id
	messageTime = 30 * time.Second
)

func (c *mcpCmd) run(ctx context.Context, std command.Streams, args []string) error {
	if err := command.None(args); err != nil {
		return err
	}
	c.limit = messageTime
	lines, fault := readLines(ctx, std.In)
	for {
		select {
		case <-ctx.Done():
			return nil
		case line, more := <-lines:
			if !more {
				return *fault
			}
			if answer := c.answer(ctx, line); answer != nil {
				if _, err := std.Out.Write(append(answer, '\n')); err != nil {
					return err
				}
			}
		}
	}
}

// readLines returns the lines of r until ctx ends, and why there are no more once they end.
func readLines(ctx context.Context, r io.Reader) (<-chan []byte, *error) {
	lines, fault := make(chan []byte), new(error)
	go func() { // ends with the program at the latest: a read from standard input cannot be ended
		defer close(lines)
		in := bufio.NewReader(r)
		for *fault == nil {
			var line []byte
			if line, *fault = readLine(in); len(line) == 0 {
				continue
			}
			select {
			case lines <- line:
			case <-ctx.Done():
				return
			}
		}
		if *fault == io.EOF {
			*fault = nil
		}
	}()
	return lines, fault
}

// readLine returns the next line without the spaces around it, and of a long one the first maxLine bytes and one more.
func readLine(in *bufio.Reader) (line []byte, err error) {
	for err = bufio.ErrBufferFull; err == bufio.ErrBufferFull; {
		var part []byte
		part, err = in.ReadSlice('\n')
		line = append(line, part[:min(len(part), maxLine+1-len(line))]...)
	}
	return bytes.TrimSpace(line), err
}

// mcpMessage is what has to be known of a message.
type mcpMessage struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name string                     `json:"name"`
		URI  string                     `json:"uri"`
		Meta map[string]json.RawMessage `json:"_meta"`
	} `json:"params"`
}

// mcpAnswer is what has to be known of an answer.
type mcpAnswer struct {
	ID      json.RawMessage `json:"id"`
	Version string          `json:"jsonrpc"`
	Error   json.RawMessage `json:"error"`
	Result  *struct {
		Protocol string `json:"protocolVersion"`
	} `json:"result"`
}

// answers reports whether a is an answer to the message with that id, which may be written in another way.
func (a *mcpAnswer) answers(id json.RawMessage) bool {
	var asked, got any
	return a.Version != "" && (a.Result != nil) != (a.Error != nil) && json.Unmarshal(id, &asked) == nil &&
		json.Unmarshal(a.ID, &got) == nil && reflect.DeepEqual(asked, got)
}

// answer returns the device's answer to a message; nil if it sends none.
func (c *mcpCmd) answer(ctx context.Context, line []byte) []byte {
	var m mcpMessage
	fault := json.Unmarshal(line, &m) // the device refuses a message that it cannot read
	if len(line) > maxMessage {
		if fault == nil && len(m.ID) == 0 {
			return nil
		}
		return rpcError(m.ID, fmt.Errorf("the message has more than %d KiB", maxMessage>>10))
	}
	c.header = c.headers(&m)
	answer, err := c.call(ctx, http.MethodPost, "/mcp", raw(line))
	if len(m.ID) == 0 { // a notification, to which nobody wants an answer
		return nil
	}
	var out bytes.Buffer
	var said mcpAnswer
	if json.Unmarshal(answer, &said) == nil && said.answers(m.ID) && json.Compact(&out, answer) == nil {
		if m.Method == "initialize" && said.Result != nil {
			c.version = said.Result.Protocol
		}
		return out.Bytes()
	}
	if err == nil {
		err = fmt.Errorf("%s does not speak this protocol: it is an older version, or another device", c.to)
	}
	return rpcError(m.ID, err)
}

// headers are those that say by HTTP what is in the message.
func (c *mcpCmd) headers(m *mcpMessage) http.Header {
	h := http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	var version string
	_ = json.Unmarshal(m.Params.Meta["io.modelcontextprotocol/protocolVersion"], &version) // "" where there is none
	for name, value := range map[string]string{
		"MCP-Protocol-Version": cmp.Or(version, c.version), "Mcp-Method": m.Method,
		"Mcp-Name": cmp.Or(m.Params.Name, m.Params.URI),
	} {
		if value != "" {
			h.Set(name, value)
		}
	}
	return h
}

// rpcError is an answer that says that there is none of the device.
func rpcError(id json.RawMessage, err error) []byte {
	const internal = -32603                 // JSON-RPC 2.0, 5.1
	body, _ := json.Marshal(map[string]any{ // strings, and an id that was JSON
		"jsonrpc": "2.0", "id": id, "error": map[string]any{"code": internal, "message": command.Plain(err.Error())},
	})
	return body
}
