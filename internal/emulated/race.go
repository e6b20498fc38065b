//go:build race

package emulated

const raced = true
