// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"context"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"regexp"

	"github.com/ledpost/ledpost/internal/bounded"
)

// Source returns the picture that r stands for, as Icon would find it: from
// the data URI, the user's folder, the built-in icons, the cache, the gallery.
// Unlike Icon it reads and fetches before it returns, and does not need Run.
func (s *Store) Source(ctx context.Context, r Ref) ([]byte, error) {
	if r.key == dataKey {
		return Data(r.text)
	}
	if file, ok := s.folder.find(r.key); ok {
		return bounded.ReadFile(file.path, MaxBytes)
	}
	if !r.IsZero() {
		if one := s.builtin.find(r); one != nil {
			ic, err := one.icon()
			if err != nil {
				return nil, err
			}
			return encodeGIF(ic), nil
		}
	}
	if !isNumber(r.key) {
		return nil, fmt.Errorf("icons: there is no icon %q", r)
	}
	return s.sourceOfNumber(ctx, r.key)
}

func (s *Store) sourceOfNumber(ctx context.Context, number string) ([]byte, error) {
	if data := s.kept.get(number); data != nil {
		return data, nil
	}
	_, data, err := s.gallery.fetchNow(ctx, number)
	return data, err
}

// Export writes the composited frames of a picture to the folder dir, which
// it makes: 000_100ms.png, 001_40ms.png and so on, with the time that each
// stands (0ms for a still one). Files with such names from an earlier export are
// removed first. The frames are fitted into size×size pixels; size 0 leaves
// them as they are. It returns how many files it wrote.
func Export(dir string, data []byte, size int) (int, error) {
	if err := Check(data); err != nil {
		return 0, fmt.Errorf("icons: %w", err)
	}
	if err := makeRoom(dir); err != nil {
		return 0, fmt.Errorf("icons: %w", err)
	}
	n := 0
	var fitted *image.RGBA
	_, err := walk(data, func(f Frame, changed image.Rectangle) error {
		m := f.Image
		if size > 0 {
			if fitted == nil {
				fitted = blank(size)
			}
			newFitter(m.Rect.Size(), room{side: size}).scale(fitted, m, changed)
			m = fitted
		}
		path := filepath.Join(dir, fmt.Sprintf("%03d_%dms.png", n, f.Delay.Milliseconds()))
		n++
		return writePNG(path, m)
	})
	return n, err
}

// frameFile is the name of a file that Export writes.
var frameFile = regexp.MustCompile(`^[0-9]{3}_[0-9]+ms\.png$`)

// makeRoom creates dir, and removes the frames of an earlier export from it.
func makeRoom(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, f := range files {
		if !frameFile.MatchString(f.Name()) {
			continue
		}
		if err := os.Remove(filepath.Join(dir, f.Name())); err != nil {
			return err
		}
	}
	return nil
}

func writePNG(path string, m image.Image) error {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("icons: %w", err)
	}
	if err = png.Encode(f, m); err != nil {
		f.Close()
		return fmt.Errorf("icons: %w", err)
	}
	return f.Close()
}
