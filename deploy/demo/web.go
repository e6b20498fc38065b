// SPDX-License-Identifier: Apache-2.0

//go:build js

package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"syscall/js"

	"github.com/gorilla/websocket"
)

var client = http.Client{
	Transport:     &http.Transport{DialContext: new(net.Dialer).DialContext}, // else net/http asks the browser
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// request(asked, port) sends a request of the page to the device. The port gets the answer:
// {status, headers}, then its body in parts, and null at its end; {fault} if there is none.
// Whatever the port sends ends it.
func request(_ js.Value, args []js.Value) any {
	asked, port := args[0], args[1]
	var body []byte
	if b := asked.Get("body"); b.Truthy() {
		body = make([]byte, b.Length())
		js.CopyBytesToGo(body, b)
	}
	ctx, cancel := context.WithCancel(context.Background())
	heard := js.FuncOf(func(js.Value, []js.Value) any { cancel(); return nil })
	port.Set("onmessage", heard)
	go func() {
		defer heard.Release()
		defer cancel()
		if err := pass(ctx, asked, body, port); err != nil {
			port.Call("postMessage", map[string]any{"fault": err.Error()})
		}
		port.Call("close")
	}()
	return nil
}

// pass sends the request, and its answer to the port.
func pass(ctx context.Context, asked js.Value, body []byte, port js.Value) error {
	req, err := http.NewRequestWithContext(ctx, asked.Get("method").String(), "http://"+addr+asked.Get("path").String(),
		bytes.NewReader(body))
	if err != nil {
		return err
	}
	each(asked.Get("headers"), req.Header.Add)
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	headers := []any{}
	for name, values := range resp.Header {
		for _, value := range values {
			headers = append(headers, []any{name, value})
		}
	}
	port.Call("postMessage", map[string]any{"status": resp.StatusCode, "headers": headers})
	for part := make([]byte, 64<<10); ; {
		n, err := resp.Body.Read(part)
		if n > 0 {
			port.Call("postMessage", array(part[:n]))
		}
		if err == io.EOF {
			port.Call("postMessage", nil)
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// socket(asked, port) opens a WebSocket of the page to the device. The port gets {open: PROTOCOL}, its messages, and
// {closed: CODE}; what it sends goes to the device, and null closes the socket.
func socket(_ js.Value, args []js.Value) any {
	asked, port := args[0], args[1]
	dialer := websocket.Dialer{NetDialContext: new(net.Dialer).DialContext}
	for i := range asked.Get("protocols").Length() {
		dialer.Subprotocols = append(dialer.Subprotocols, asked.Get("protocols").Index(i).String())
	}
	url := "ws://" + addr + asked.Get("path").String()
	go func() {
		defer port.Call("close")
		ws, resp, err := dialer.Dial(url, nil)
		if err != nil {
			code := websocket.CloseAbnormalClosure
			if resp != nil {
				resp.Body.Close()
			}
			port.Call("postMessage", map[string]any{"closed": code})
			return
		}
		defer ws.Close()
		port.Call("postMessage", map[string]any{"open": ws.Subprotocol()})
		defer send(ws, port)()
		port.Call("postMessage", map[string]any{"closed": receive(ws, port)})
	}()
	return nil
}

// mostWaiting is how many messages of the page may wait for a socket. One that takes no more is closed.
const mostWaiting = 256

// send gives the socket what the port sends, in order, until stop is called.
func send(ws *websocket.Conn, port js.Value) (stop func()) {
	acts := make(chan func() error, mostWaiting)
	heard := js.FuncOf(func(_ js.Value, args []js.Value) any {
		act := ws.Close
		if m := args[0].Get("data"); m.Type() == js.TypeString {
			text := m.String()
			act = func() error { return ws.WriteMessage(websocket.TextMessage, []byte(text)) }
		}
		select {
		case acts <- act:
		default:
			go ws.Close()
		}
		return nil
	})
	go func() {
		for act := range acts {
			if act() != nil {
				return
			}
		}
	}()
	port.Set("onmessage", heard)
	return func() {
		port.Set("onmessage", nil)
		heard.Release()
		close(acts)
	}
}

// receive gives the port what comes from the socket, and returns the code of its end.
func receive(ws *websocket.Conn, port js.Value) int {
	for {
		kind, m, err := ws.ReadMessage()
		if err != nil {
			if closed, ok := err.(*websocket.CloseError); ok {
				return closed.Code
			}
			return websocket.CloseAbnormalClosure
		}
		if kind == websocket.TextMessage {
			port.Call("postMessage", string(m))
			continue
		}
		port.Call("postMessage", array(m))
	}
}

// each calls add for each pair of a list.
func each(list js.Value, add func(name, value string)) {
	for i := range list.Length() {
		add(list.Index(i).Index(0).String(), list.Index(i).Index(1).String())
	}
}

// array copies bytes to the browser.
func array(b []byte) js.Value {
	a := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(a, b)
	return a
}
