// Package sqlc is generated from schema.sql and query.sql, except for this file;
// sqlc.yaml gives the columns their types.
package sqlc

//go:generate go run github.com/sqlc-dev/sqlc/cmd/sqlc@v1.31.1 generate
