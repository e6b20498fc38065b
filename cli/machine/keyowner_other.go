// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package machine

import (
	"context"
	"errors"

	"github.com/ledpost/ledpost/cli/command"
)

// ownerOf returns nil: this system has no users of services.
func ownerOf(string) *struct{} { return nil }

// runAs is never called.
func (c *keyCmd) runAs(context.Context, command.Streams, *struct{}) error {
	return errors.ErrUnsupported
}
