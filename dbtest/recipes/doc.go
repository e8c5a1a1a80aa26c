// Package recipes shows how ORMs and generators take the ID types of this module. Each
// recipe is a test against real databases; copy the model, not the test.
//
//	cd dbtest/recipes && ../../scripts/servers go test ./...
package recipes
