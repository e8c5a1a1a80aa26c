// Package dbtest proves that the ID types of this module live well in databases:
// what goes in comes out, in the order of the IDs, whatever driver is between. It
// has a go.mod of its own, so that drivers never reach the go.sum of users.
//
// scripts/servers starts PostgreSQL and MariaDB for the tests:
//
//	cd dbtest && ../scripts/servers go test ./...
package dbtest
