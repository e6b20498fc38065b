// SPDX-License-Identifier: Apache-2.0

package output

func findPulse(int) (Choice, error) { return Choice{}, ErrNone }
