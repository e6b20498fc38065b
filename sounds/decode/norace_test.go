// SPDX-License-Identifier: Apache-2.0

//go:build !race

package decode_test

const raced = false
