// SPDX-License-Identifier: Apache-2.0

package conform_test

import (
	"fmt"
	"os"

	"github.com/ledpost/ledpost/api/statements"
	"github.com/ledpost/ledpost/hil/conform"
)

// Run returns what became of each statement; TAP is the report that CI servers read.
func ExampleTAP() {
	all := []conform.Result{
		{Statement: statements.Statement{At: "2, errors", Says: "an unknown path is answered by 404"}},
		{Statement: statements.Statement{At: "4, list", Says: "the newest comes last"},
			Verdict: conform.Failed, Why: "GET notifications: 500"},
		{Statement: statements.Statement{At: "Sound", Says: "a sound plays"},
			Verdict: conform.Skipped, Why: "it would be heard"},
	}
	if err := conform.TAP(os.Stdout, all); err != nil {
		fmt.Println(err)
	}
	fmt.Println(conform.Count(all))
	// Output:
	// TAP version 13
	// 1..3
	// ok 1 - 2, errors: an unknown path is answered by 404
	// not ok 2 - 4, list: the newest comes last
	// # GET notifications: 500
	// ok 3 - Sound: a sound plays # SKIP it would be heard
	// 1 hold, 1 fails, 0 differ, 1 were not tried
}
