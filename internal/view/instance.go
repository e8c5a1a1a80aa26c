package view

// An Instance is an instance as the server shows it: what it is, and every entry
// and stored query that has it.
type Instance struct {
	// Identifier is the canonical text of the identifier that was asked for, without
	// qualifiers: they are no part of the identity, and nobody has checked them.
	Identifier string  `json:"identifier"`
	Instance   string  `json:"instance"` // dsi:1:set: and 64 hexadecimal digits
	DI         string  `json:"di"`       // 32 hexadecimal digits; empty if no entry has it
	Count      uint64  `json:"count"`
	Root       string  `json:"root"`              // 64 hexadecimal digits; "-" for the empty set
	Entries    []Entry `json:"entries"`           // by dataset and then by age; empty if only queries have it
	Queries    []Query `json:"queries,omitempty"` // stored ones whose result it is, in the same order
}
