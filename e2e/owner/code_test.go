// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/qr"
)

// TestPageShowsCode: the code is that of the page's address with the key, and is gone with
// its dialog.
func TestPageShowsCode(t *testing.T) {
	ctx := browse(t, 390, 844, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	do(t, ctx, click("#code-open"), until(`document.querySelector('#code svg path') !== null`))
	shoot(t, ctx, "code.png")
	rows, err := qr.Rows(home(t, r) + "/#" + r.Key)
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for _, row := range rows {
		for _, c := range row {
			if c == '1' {
				want++
			}
		}
	}
	if got := value[int](t, ctx, `document.querySelector('#code path').getAttribute('d').split('M').length - 1`); got != want {
		t.Errorf("%d dark modules, want %d", got, want)
	}
	do(t, ctx, click("#code-close"), until(`document.querySelector('#code svg') === null`))
}
