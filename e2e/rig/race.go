// SPDX-License-Identifier: Apache-2.0

//go:build race

package rig

// raced: a raced test runs a raced device, which ends with another exit code
// when it has raced.
var raced = []string{"-race"}
