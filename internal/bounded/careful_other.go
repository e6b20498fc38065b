// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package bounded

// Careful is 0: the code that needs it runs as root, on Linux alone.
const Careful = 0
