// SPDX-License-Identifier: Apache-2.0

package update

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
)

// ErrContent is returned for a file that is not the one the manifest names.
var ErrContent = errors.New("update: not the file that the manifest names")

// Copy writes r to w and returns nil only if it was f, to the last byte. It reads at
// most one byte more than f has. On an error the caller must remove the written bytes.
func (f File) Copy(w io.Writer, r io.Reader) error {
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(w, sum), io.LimitReader(r, f.Size+1))
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return Worded(f.Name+": the connection has ended", fmt.Errorf("update: %s: %w", f.Name, err))
	case err != nil:
		return fmt.Errorf("update: %s: %w", f.Name, err)
	case n < f.Size:
		return fmt.Errorf("%w: %s ends after %d of %d bytes", ErrContent, f.Name, n, f.Size)
	case n > f.Size:
		return fmt.Errorf("%w: %s is longer than %d bytes", ErrContent, f.Name, f.Size)
	case hex.EncodeToString(sum.Sum(nil)) != f.SHA256:
		return fmt.Errorf("%w: %s has another SHA-256", ErrContent, f.Name)
	}
	return nil
}
