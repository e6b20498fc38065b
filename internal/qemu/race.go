//go:build race

package qemu

const raced = true
