// SPDX-License-Identifier: Apache-2.0

//go:build !linux

// Command guest runs as the first program of an emulated machine; see main.go.
package main

func main() {}
