//go:build race

package alsa

const raced = true
