// SPDX-License-Identifier: Apache-2.0

package firmware

import "context"

// forward returns a task that calls f with each value from c until its context
// ends. It ignores errors of f, and the device goes on.
func forward[T any](c <-chan T, f func(context.Context, T) error) func(context.Context) error {
	return func(ctx context.Context) error {
		for {
			select {
			case <-ctx.Done():
				return nil
			case v := <-c:
				_ = f(ctx, v)
			}
		}
	}
}
