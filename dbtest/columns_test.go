package dbtest

import (
	"testing"

	"github.com/seed-05176fc3/idem/distid"
	"github.com/seed-05176fc3/idem/flax"
	"github.com/seed-05176fc3/idem/payid"
)

// Ways to write IDs into columns that are not for their text.
func bytes93(id distid.ID) any       { return id[:] }
func uuid93(id distid.ID) any        { return id.UUID() }
func alpha93(id distid.ID) any       { return id.Alphanumeric() }
func hex93(id distid.ID) any         { return id.Hex() }
func bytes128(id distid.ID128) any   { return id[:] }
func decimal128(id distid.ID128) any { return id.Decimal() }
func alpha128(id distid.ID128) any   { return id.Alphanumeric() }
func bytesFlax(id flax.ID) any       { return id[:] }
func integerPay(id payid.ID) any     { return int64(id.Uint64()) }

func TestPostgresSQL(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"", "&default_query_exec_mode=exec", "&default_query_exec_mode=simple_protocol"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			checkPostgres(t, openPostgres(t, mode))
		})
	}
}

func checkPostgres(t *testing.T, e engine) {
	check(t, e, scheme93, column[distid.ID]{typ: "numeric(28)", ids: ids93()})
	check(t, e, scheme93, column[distid.ID]{typ: "numeric", ids: ids93()})
	check(t, e, scheme93, column[distid.ID]{typ: `text collate "C"`, ids: ids28()})
	check(t, e, scheme93, column[distid.ID]{typ: "uuid", ids: ids93(), write: uuid93})
	check(t, e, scheme93, column[distid.ID]{typ: "bytea", ids: ids93(), write: bytes93})
	check(t, e, scheme93, column[distid.ID]{typ: `char(16) collate "C"`, ids: ids93(), write: alpha93, read: distid.ParseAlphanumeric})
	check(t, e, scheme93, column[distid.ID]{typ: `char(26) collate "C"`, ids: ids93(), write: hex93, read: distid.ParseHex})

	check(t, e, scheme128, column[distid.ID128]{typ: "uuid", ids: ids128()})
	check(t, e, scheme128, column[distid.ID128]{typ: `text collate "C"`, ids: ids128()})
	check(t, e, scheme128, column[distid.ID128]{typ: "numeric(39)", ids: ids128(), write: decimal128})
	check(t, e, scheme128, column[distid.ID128]{typ: "bytea", ids: ids128(), write: bytes128})
	check(t, e, scheme128, column[distid.ID128]{typ: `char(22) collate "C"`, ids: ids128(), write: alpha128, read: distid.ParseAlphanumeric128})

	check(t, e, schemeFlax, column[flax.ID]{typ: `text collate "C"`, ids: idsFlax()})
	check(t, e, schemeFlax, column[flax.ID]{typ: `char(16) collate "C"`, ids: idsFlax()})
	check(t, e, schemeFlax, column[flax.ID]{typ: "bytea", ids: idsFlax(), write: bytesFlax})

	check(t, e, schemePay, column[payid.ID]{typ: `char(9) collate "C"`, ids: idsPay()})
	check(t, e, schemePay, column[payid.ID]{typ: "bigint", ids: idsPay(), write: integerPay})
}

func TestMariaDB(t *testing.T) {
	t.Parallel()
	for name, params := range map[string]string{"binary protocol": "", "text protocol": "?interpolateParams=true"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkMariaDB(t, openMariaDB(t, params))
		})
	}
}

func checkMariaDB(t *testing.T, e engine) {
	check(t, e, scheme93, column[distid.ID]{typ: "decimal(28,0)", ids: ids93()})
	check(t, e, scheme93, column[distid.ID]{typ: "varchar(28) collate ascii_bin", ids: ids28()})
	check(t, e, scheme93, column[distid.ID]{typ: "binary(16)", ids: ids93(), write: bytes93})
	check(t, e, scheme93, column[distid.ID]{typ: "char(16) collate ascii_bin", ids: ids93(), write: alpha93, read: distid.ParseAlphanumeric})
	check(t, e, scheme93, column[distid.ID]{typ: "char(26) collate ascii_bin", ids: ids93(), write: hex93, read: distid.ParseHex})

	check(t, e, scheme128, column[distid.ID128]{typ: "binary(16)", ids: ids128(), write: bytes128})
	check(t, e, scheme128, column[distid.ID128]{typ: "char(36) collate ascii_bin", ids: ids128()})
	check(t, e, scheme128, column[distid.ID128]{typ: "decimal(39,0)", ids: ids128(), write: decimal128})
	check(t, e, scheme128, column[distid.ID128]{typ: "char(22) collate ascii_bin", ids: ids128(), write: alpha128, read: distid.ParseAlphanumeric128})

	check(t, e, schemeFlax, column[flax.ID]{typ: "char(16) collate ascii_bin", ids: idsFlax()})
	check(t, e, schemeFlax, column[flax.ID]{typ: "varchar(16) collate utf8mb4_bin", ids: idsFlax()})
	check(t, e, schemeFlax, column[flax.ID]{typ: "binary(16)", ids: idsFlax()})
	check(t, e, schemeFlax, column[flax.ID]{typ: "binary(12)", ids: idsFlax(), write: bytesFlax})

	check(t, e, schemePay, column[payid.ID]{typ: "char(9) collate ascii_bin", ids: idsPay()})
	check(t, e, schemePay, column[payid.ID]{typ: "bigint", ids: idsPay(), write: integerPay})
}

func TestSQLite(t *testing.T) {
	t.Parallel()
	e := openSQLite(t)
	check(t, e, scheme93, column[distid.ID]{typ: "text", ids: ids28()})
	check(t, e, scheme93, column[distid.ID]{typ: "blob", ids: ids93(), write: bytes93})
	check(t, e, scheme93, column[distid.ID]{typ: "text /* alphanumeric */", ids: ids93(), write: alpha93, read: distid.ParseAlphanumeric})

	check(t, e, scheme128, column[distid.ID128]{typ: "text", ids: ids128()})
	check(t, e, scheme128, column[distid.ID128]{typ: "blob", ids: ids128(), write: bytes128})

	check(t, e, schemeFlax, column[flax.ID]{typ: "text", ids: idsFlax()})
	check(t, e, schemeFlax, column[flax.ID]{typ: "blob", ids: idsFlax(), write: bytesFlax})

	check(t, e, schemePay, column[payid.ID]{typ: "text", ids: idsPay()})
	check(t, e, schemePay, column[payid.ID]{typ: "integer", ids: idsPay(), write: integerPay})
}
