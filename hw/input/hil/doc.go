// SPDX-License-Identifier: Apache-2.0

// Package hil proves the reading of buttons against a real kernel: GPIO lines with
// their edges, keys of the kernel's drivers, and keyboards that come and go, by
// programs of 64 and of 32 bits. It is a test; there is nothing to import.
package hil
