// SPDX-License-Identifier: Apache-2.0

package photo

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // what cameras write
	_ "image/png"
	"io"

	"github.com/ledpost/ledpost/internal/bounded"
)

// maxFile bounds the file of a photograph, in bytes.
const maxFile = 64 << 20

// Decode reads a photograph, JPEG or PNG, of at most MaxPixels, as it is seen: turned by
// EXIF's orientation, where the file has one.
func Decode(in io.Reader) (image.Image, error) {
	data, err := bounded.Read(in, maxFile)
	if err != nil {
		return nil, fmt.Errorf("photo: %w", err)
	}
	head, _, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case errors.Is(err, image.ErrFormat):
		return nil, errors.New("photo: this is neither JPEG nor PNG")
	case err != nil:
		return nil, fmt.Errorf("photo: %w", err)
	case head.Width < 1 || head.Height < 1 || head.Width > MaxPixels/head.Height:
		return nil, fmt.Errorf("photo: the photograph has %d×%d pixels, want at most %d million", head.Width, head.Height, MaxPixels>>20)
	}
	m, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("photo: %w", err)
	}
	return stand(m, orientation(data)), nil
}
