// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
)

// pages are the paths of the live picture, which people have open in a browser.
var pages = map[string]bool{"/screen": true, "/fullscreen": true}

//go:embed screen.js
var screenScript string

// screenPolicy allows the page its own script, its style and questions to the device alone.
var screenPolicy = func() string {
	sum := sha256.Sum256([]byte(screenScript))
	return "default-src 'none'; connect-src 'self'; style-src 'unsafe-inline'; script-src 'sha256-" +
		base64.StdEncoding.EncodeToString(sum[:]) + "'"
}()

const (
	usualFPS = 30
	mostFPS  = 60
)

// page returns the live picture of the panel as a page. fps says how often a second it asks.
func page(w http.ResponseWriter, r *http.Request) []byte {
	fps, err := strconv.Atoi(r.URL.Query().Get("fps"))
	if err != nil || fps <= 0 {
		fps = usualFPS
	}
	width := "min(100vw, 64rem)"
	if r.URL.Path == "/fullscreen" {
		width = "100vw"
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", screenPolicy)
	return fmt.Appendf(nil, `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Screen</title>
<style>body{margin:0;min-height:100vh;display:grid;place-items:center;background:#000}
canvas{width:%s;max-height:100vh;object-fit:contain;image-rendering:pixelated}</style>
<canvas data-columns="%d" data-fps="%d" aria-label="What the panel shows"></canvas>
<script>%s</script>
`, width, columns, min(fps, mostFPS), screenScript)
}
