// Package ent is generated from the schema below it, except for this file. Run
// "go mod tidy" after "go generate": the generator needs more modules than the code.
package ent

//go:generate go run -mod=mod entgo.io/ent/cmd/ent generate ./schema
