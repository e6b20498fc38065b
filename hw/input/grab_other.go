// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package input

import (
	"errors"
	"os"
)

func grabDevice(*os.File) error { return errors.ErrUnsupported }
