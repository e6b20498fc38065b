// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package install

import (
	"errors"
	"os"
)

// Nothing installs updates on such a system.

func flock(*os.File, bool) error { return errors.ErrUnsupported }

func heldByOthers(*os.File) bool { return false }

func freeBytes(string) int64 { return -1 }
