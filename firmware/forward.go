package firmware

import "context"

// forward returns a task that hands f what comes from c, one after another, until
// its context ends. An error of f is f's own business: the device goes on.
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
