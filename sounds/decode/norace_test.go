//go:build !race

package decode_test

const raced = false
