// SPDX-License-Identifier: Apache-2.0

// Package uinput makes keyboards of the kernel for tests: what reads them cannot tell them
// from real ones. It is there on Linux only, and needs /dev/uinput.
package uinput
