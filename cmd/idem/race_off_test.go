//go:build !race

package main

const less = 1
