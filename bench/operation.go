package main

import "fmt"

// An operation does something n times. It calls a function value each time, which
// takes a nanosecond or two; the row "empty call" of a table has nothing else in it.
type operation func(n int)

// samples is how many different IDs or texts an operation goes through.
const samples = 256

// take returns as many values of f.
func take[T any](f func() T) []T {
	vs := make([]T, samples)
	for i := range vs {
		vs[i] = f()
	}
	return vs
}

// convert returns what f makes of each value.
func convert[T, R any](vs []T, f func(T) R) []R {
	rs := make([]R, len(vs))
	for i, v := range vs {
		rs[i] = f(v)
	}
	return rs
}

func each[T any](f func() T) operation {
	return func(n int) {
		for range n {
			f()
		}
	}
}

// over is for functions of one value.
func over[T, R any](vs []T, f func(T) R) operation {
	return func(n int) {
		for i := range n {
			f(vs[i%samples])
		}
	}
}

// overSure is for those that may fail, but must not for these values.
func overSure[T, R any](vs []T, f func(T) (R, error)) operation {
	for _, v := range vs {
		if _, err := f(v); err != nil {
			panic(fmt.Sprint("value of a benchmark: ", err))
		}
	}
	return func(n int) {
		for i := range n {
			_, _ = f(vs[i%samples])
		}
	}
}

// room is enough for any text, and for what an append function writes past its end.
const room = 128

// appending writes texts into a buffer, from methods without an error.
func appending[T any](vs []T, f func(T, []byte) []byte) operation {
	return func(n int) {
		buf := make([]byte, 0, room)
		for i := range n {
			f(vs[i%samples], buf)
		}
	}
}

// appendingText does so from encoding.TextAppender methods.
func appendingText[T any](vs []T, f func(T, []byte) ([]byte, error)) operation {
	return func(n int) {
		buf := make([]byte, 0, room)
		for i := range n {
			_, _ = f(vs[i%samples], buf)
		}
	}
}

// eachText makes IDs and their strings.
func eachText[T any](f func() T, text func(T) string) operation {
	return func(n int) {
		for range n {
			text(f())
		}
	}
}

// eachAppended makes IDs and writes their texts into a buffer.
func eachAppended[T any](f func() T, text func(T, []byte) ([]byte, error)) operation {
	return func(n int) {
		buf := make([]byte, 0, room)
		for range n {
			_, _ = text(f(), buf)
		}
	}
}

// batch is how many IDs are made at once where many are.
const batch = 1000

// filling makes batches.
func filling[T any](fill func([]T) error) operation {
	return func(n int) {
		ids := make([]T, batch)
		for range n {
			if err := fill(ids); err != nil {
				panic(err)
			}
		}
	}
}
