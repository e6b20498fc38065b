// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
)

// message returns the i-th message, of 0.9 MB but for the small ones. The first one is
// critical and stays.
func message(i int, kind string) (string, error) {
	var frames []map[string]any
	switch kind {
	case "small":
		frames = []map[string]any{{"text": fmt.Sprint("message ", i)}}
	case "icons":
		for range 3 {
			icon, err := picture(225_000)
			if err != nil {
				return "", err
			}
			frames = append(frames, map[string]any{"text": fmt.Sprint("message ", i), "icon": icon})
		}
	case "shapes":
		for range 32 {
			frames = append(frames, map[string]any{"draw": bitmap()})
		}
	default:
		return "", fmt.Errorf("no kind %q", kind)
	}
	priority := "info"
	if i == 0 {
		priority = "critical"
	}
	body, err := json.Marshal(map[string]any{
		"priority": priority, "lifetime": 24 * 3600_000,
		"model": map[string]any{"cycles": 0, "frames": frames, "sound": map[string]any{"category": "alarms", "id": "alarm1", "repeat": 0}},
	})
	return string(body), err
}

// picture returns a PNG of 8×8 and n bytes, as a data URI.
func picture(n int) (string, error) {
	m := image.NewRGBA(image.Rect(0, 0, 8, 8))
	for i := range 64 {
		m.SetRGBA(i%8, i/8, color.RGBA{uint8(4 * i), 255, 0, 255})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		return "", err
	}
	rest := make([]byte, n-b.Len()) // after the end, where no decoder looks
	_, _ = rand.Read(rest)          // never fails
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(append(b.Bytes(), rest...)), nil
}

// bitmap returns drawing commands of about 28 kB.
func bitmap() any {
	random := make([]byte, 3*2800)
	_, _ = rand.Read(random) // never fails
	pixels := make([]string, len(random)/3)
	for i := range pixels {
		pixels[i] = fmt.Sprintf("#%02X%02X%02X", random[3*i], random[3*i+1], random[3*i+2])
	}
	return []any{map[string]any{"bitmap": []any{0, 0, 70, 40, pixels}}}
}
