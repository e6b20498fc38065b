// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package output

func findALSA(string, int) (Choice, error) { return Choice{}, ErrNone }
