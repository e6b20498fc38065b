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

// message returns the i-th message: three frames of 0.9 MB in all. The first one is critical
// and stays.
func message(i int) (string, error) {
	var frames []map[string]any
	for range 3 {
		icon, err := picturePNG(225_000)
		if err != nil {
			return "", err
		}
		frames = append(frames, map[string]any{"text": fmt.Sprint("message ", i), "icon": icon})
	}
	priority := "info"
	if i == 0 {
		priority = "critical"
	}
	body, err := json.Marshal(map[string]any{
		"priority": priority, "lifetime": 24 * 3600_000, "model": map[string]any{
			"cycles": 0, "frames": frames, "sound": map[string]any{"category": "alarms", "id": "alarm1", "repeat": 0},
		},
	})
	return string(body), err
}

// picturePNG returns a PNG of 8×8 and n bytes, as a data URI.
func picturePNG(n int) (string, error) {
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
