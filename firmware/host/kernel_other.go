// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package host

import "time"

// Lock does nothing on systems without this kind of lock.
func Lock(string) (unlock func(), err error) { return func() {}, nil }

// monotonic returns 0 on systems without the service manager, which uses this time.
func monotonic() time.Duration { return 0 }
