// SPDX-License-Identifier: Apache-2.0

//go:build race

package testtool

// Raced reports whether the race detector runs: a raced test runs a raced device, which needs
// more memory, and ends with another exit code when it has raced.
const Raced = true
