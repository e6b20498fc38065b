//go:build !race

package e2e

var raced []string
