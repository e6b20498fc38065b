// SPDX-License-Identifier: Apache-2.0

package page

import (
	"syscall"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
)

// TestPageMissesTheDevice: one that stands still, with its connections open, is no
// longer called live, what is sent says so, and all is well when it goes on.
func TestPageMissesTheDevice(t *testing.T) {
	ctx := browse(t, 1100, 900, lightScheme)
	r := rig.Launch(t, nil)
	signIn(t, ctx, r)
	do(t, ctx, until(`document.getElementById('link').dataset.state === 'live'`))
	if err := r.Cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	defer r.Cmd.Process.Signal(syscall.SIGCONT)
	do(t, ctx,
		until(`document.getElementById('link').dataset.state === 'wait'`),
		js(`document.getElementById('text').value = 'lost'; document.querySelector('#send').requestSubmit()`),
		until(`document.body.innerText.includes('The device does not answer')`),
	)
	if err := r.Cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, until(`document.getElementById('link').dataset.state === 'live'`))
}
