//go:build !linux

package render

func newPacer() pacer { return &timers{} }
