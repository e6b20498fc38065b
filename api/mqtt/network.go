// SPDX-License-Identifier: Apache-2.0

//go:build !js

package mqtt

import (
	"context"

	"github.com/ledpost/ledpost/internal/multicast"
)

// An entry is a broker that announces itself.
type entry = multicast.Instance

// onNetwork is the lookup outside of tests.
func onNetwork(ctx context.Context, service string, seen func(entry)) error {
	return multicast.Browse(ctx, nil, seen, service)
}
