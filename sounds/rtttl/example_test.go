// SPDX-License-Identifier: Apache-2.0

package rtttl_test

import (
	"fmt"

	"github.com/ledpost/ledpost/sounds/rtttl"
)

func ExampleParse() {
	tune, err := rtttl.Parse("two:d=4,o=5,b=120:a,8p,16c6.")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, n := range tune.Notes {
		fmt.Printf("%.0f Hz for %v\n", n.Hz, n.For)
	}
	_, err = rtttl.Parse("two:d=4,o=5,b=120:a,8x")
	fmt.Println(tune.Length(), err)
	// Output:
	// 880 Hz for 500ms
	// 0 Hz for 250ms
	// 1047 Hz for 187.5ms
	// 937.5ms rtttl: the note "8x": want a note such as 8c, f#6., 16p or 4g
}
