// SPDX-License-Identifier: Apache-2.0

// Package guest is what programs share that are the first ones of an emulated
// machine. What such a program prints after "hil: " is for its test.
package guest
