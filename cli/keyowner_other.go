// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package cli

import (
	"context"
	"errors"
)

// ownerOf returns nil: this system has no users of services.
func ownerOf(string) *struct{} { return nil }

// runAs is never called.
func (c *keyCmd) runAs(context.Context, Streams, *struct{}) error { return errors.ErrUnsupported }
