// Package dbcheck finds columns of IDs in the schema of a database whose type loses
// digits, or whose collation does not sort as the IDs do. It reads the schema only,
// never rows.
//
// A column counts as one of IDs when its name is "id" or ends with "_id", "Id" or
// "ID". What it holds cannot be seen in the schema, so a finding says what would go
// wrong with which IDs. Integers, UUIDs and bytes are never found fault with.
package dbcheck

import (
	"regexp"
	"strconv"
	"strings"
)

// A Column is a column of a live schema.
type Column struct {
	Table     string `json:"table"`
	Name      string `json:"column"`
	Type      string `json:"type"`                // as the database writes it, with its sizes
	Collation string `json:"collation,omitempty"` // of text

	// IgnoresCase tells of a collation that takes different texts for equal.
	IgnoresCase bool `json:"-"`
}

// A Finding is what is wrong with a column.
type Finding struct {
	Column
	Problem string `json:"problem"`
	Advice  string `json:"advice"`
}

// digits is how many digits a distributed ID of 93 bits has.
const digits = 28

var (
	decimalType = regexp.MustCompile(`^(?:numeric|decimal|dec|fixed|number)(?:\((\d+)(?:,\s*(-?\d+))?\))?`)
	floatType   = regexp.MustCompile(`^(?:real|double|float)`)
	textType    = regexp.MustCompile(`^(?:char|varchar|character|bpchar|text|tinytext|mediumtext|longtext|clob|citext|nchar|nvarchar)`)
)

// isID tells by its name whether a column holds IDs.
func isID(name string) bool {
	return strings.EqualFold(name, "id") || strings.HasSuffix(strings.ToLower(name), "_id") ||
		strings.HasSuffix(name, "Id") || strings.HasSuffix(name, "ID")
}

// judge returns what is wrong with a column of an engine.
func judge(e Engine, c Column) (f Finding, found bool) {
	if !isID(c.Name) {
		return f, false
	}
	f.Column = c
	typ := strings.ToLower(c.Type)
	switch {
	case floatType.MatchString(typ):
		f.Problem = "a float keeps 15 digits of an ID and rounds the others away"
		f.Advice = e.decimal()
	case e == SQLite && sqliteNumeric(typ):
		f.Problem = "SQLite takes this type for numbers, and makes IDs of more than 18 digits floats that lose digits"
		f.Advice = e.decimal()
	case decimalType.MatchString(typ):
		whole, bounded := wholeDigits(e, decimalType.FindStringSubmatch(typ))
		if !bounded || whole >= digits {
			return f, false
		}
		f.Problem = "it holds " + strconv.Itoa(whole) + " digits before the point, and a distributed ID has 28"
		f.Advice = e.decimal()
	case textType.MatchString(typ) && c.IgnoresCase:
		f.Problem = "the collation takes IDs that differ in the case of letters for equal, and does not sort as they do"
		f.Advice = e.binary()
	case textType.MatchString(typ) && !bytewise(c.Collation):
		f.Problem = "the collation does not sort as Flax and alphanumeric IDs do"
		f.Advice = e.binary()
	default:
		return f, false
	}
	return f, true
}

// wholeDigits returns how many digits a decimal has before the point.
func wholeDigits(e Engine, match []string) (whole int, bounded bool) {
	if match[1] == "" { // no sizes: PostgreSQL has no bound then, MySQL 10 digits
		return 10, e == MySQL
	}
	precision, _ := strconv.Atoi(match[1])
	scale, _ := strconv.Atoi(match[2])
	return precision - scale, true
}

// bytewise tells whether a collation sorts ASCII by its bytes.
func bytewise(collation string) bool {
	name := strings.ToLower(collation)
	switch name {
	case "", "c", "posix", "ucs_basic", "c.utf-8", "c.utf8", "binary":
		return true
	}
	return strings.HasSuffix(name, "_bin")
}

// sqliteNumeric tells whether a declared type has the affinity NUMERIC or REAL, by
// SQLite's own rules. Columns of integers are meant for other IDs.
func sqliteNumeric(typ string) bool {
	switch {
	case strings.Contains(typ, "int"):
		return false
	case strings.Contains(typ, "char"), strings.Contains(typ, "clob"), strings.Contains(typ, "text"):
		return false
	case strings.Contains(typ, "blob"), typ == "":
		return false
	}
	return true
}
