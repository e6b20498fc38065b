//go:build !race

package main

var raced []string
