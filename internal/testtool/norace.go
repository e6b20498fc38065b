// SPDX-License-Identifier: Apache-2.0

//go:build !race

package testtool

// Raced reports whether the race detector runs.
const Raced = false
