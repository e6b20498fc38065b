// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"bytes"
	"encoding/base64"
	"image/jpeg"
	"image/png"
	"strings"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/icons"
)

const (
	maxRef   = 64       // bytes: longer than any number or name of an icon; anything longer is a picture
	maxJPEG  = 64 << 10 // bytes
	maxPixel = 64       // width and height of a JPEG
)

// iconOf returns the icon for a number, a name, or a picture in base64 with or
// without the prefix of a data URI. If it cannot be read, there is no icon.
func iconOf(l wire.Label) icons.Ref {
	s := strings.TrimSpace(l.Text)
	if len(s) > maxRef {
		s = pictureOf(s)
	}
	ref, _ := icons.Parse(s)
	return ref
}

// pictureOf returns a picture in base64 as a data URI of a type that icons can
// have. A JPEG, which the original shows, becomes a PNG.
func pictureOf(s string) string {
	head, body, ok := strings.Cut(s, ",")
	if !ok {
		head, body = "data:;base64", s
	}
	if len(body) > 2*maxJPEG {
		return head + "," + body
	}
	data, err := base64.StdEncoding.DecodeString(body)
	if err != nil || len(data) > maxJPEG || !bytes.HasPrefix(data, []byte("\xff\xd8")) {
		return head + "," + body
	}
	c, err := jpeg.DecodeConfig(bytes.NewReader(data))
	if err != nil || c.Width > maxPixel || c.Height > maxPixel {
		return ""
	}
	m, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		return ""
	}
	var b bytes.Buffer
	if png.Encode(&b, m) != nil {
		return ""
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes())
}
