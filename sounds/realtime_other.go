//go:build !linux

package sounds

func realTime() error { return nil }
