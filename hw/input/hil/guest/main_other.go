//go:build !linux

// Command guest runs as the first program of an emulated machine; see main.go.
package main

func main() {}
