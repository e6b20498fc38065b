// SPDX-License-Identifier: Apache-2.0

package device

import "github.com/ledpost/ledpost/icons"

func ref(s string) icons.Ref {
	r, err := icons.Parse(s)
	if err != nil {
		panic(err)
	}
	return r
}
