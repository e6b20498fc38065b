//go:build !unix

package firmware

// lock does nothing on systems without this kind of lock.
func lock(string) (unlock func(), err error) { return func() {}, nil }
