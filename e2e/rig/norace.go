//go:build !race

package rig

var raced []string
