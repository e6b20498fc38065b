// SPDX-License-Identifier: Apache-2.0

package command

import (
	"fmt"
	"io"
	"os"
)

// WriteFile creates the file path with f. If that fails, it leaves no partial file.
func WriteFile(path string, f func(io.Writer) error) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := f(file); err != nil {
		file.Close()
		os.Remove(path)
		return fmt.Errorf("%s: %w", path, err)
	}
	return file.Close()
}
