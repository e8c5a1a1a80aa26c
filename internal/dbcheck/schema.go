package dbcheck

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"strings"
)

// An Engine is a kind of database.
type Engine int

// The engines whose schemas can be read. MySQL is MariaDB too.
const (
	PostgreSQL Engine = iota
	MySQL
	SQLite
)

func (e Engine) decimal() string {
	return [...]string{"numeric(28,0)", "decimal(28,0)", "text"}[e]
}

func (e Engine) binary() string {
	return [...]string{`collate "C"`, "character set ascii collate ascii_bin", "collate binary"}[e]
}

// A Report is what Check found out.
type Report struct {
	Columns  int // of IDs that were looked at
	Findings []Finding
}

// Check reads the schema of the database that db is connected to: with PostgreSQL all
// schemas but its own. Findings are in the order of tables and columns.
func Check(ctx context.Context, db *sql.DB, e Engine) (Report, error) {
	var r Report
	rows, err := db.QueryContext(ctx, queries[e])
	if err != nil {
		return r, fmt.Errorf("dbcheck: read the schema: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		c, err := scan(rows, e)
		if err != nil {
			return r, fmt.Errorf("dbcheck: read the schema: %w", err)
		}
		if isID(c.Name) {
			r.Columns++
		}
		if f, found := judge(e, c); found {
			r.Findings = append(r.Findings, f)
		}
	}
	if err := rows.Err(); err != nil {
		return r, fmt.Errorf("dbcheck: read the schema: %w", err)
	}
	return r, nil
}

// The columns of a query: table, name, type, collation, and what tells whether the
// collation ignores case. The database's own collation stands behind "default"; the
// columns that name it differ between versions of PostgreSQL, hence the JSON.
var queries = [...]string{
	PostgreSQL: `
		select n.nspname || '.' || c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
			case when l.collname <> 'default' then l.collname
				when to_jsonb(d)->>'datlocprovider' in ('i', 'b')
					then coalesce(to_jsonb(d)->>'datlocale', to_jsonb(d)->>'daticulocale', 'icu')
				else d.datcollate end,
			case when l.collisdeterministic is false or t.typname = 'citext' then 'ci' else '' end
		from pg_attribute a
		join pg_class c on c.oid = a.attrelid
		join pg_namespace n on n.oid = c.relnamespace
		join pg_type t on t.oid = a.atttypid
		join pg_database d on d.datname = current_database()
		left join pg_collation l on l.oid = a.attcollation
		where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
			and n.nspname <> 'information_schema' and n.nspname not like 'pg\_%'
		order by 1, a.attnum`,
	MySQL: `
		select c.table_name, c.column_name, c.column_type, c.collation_name, c.collation_name
		from information_schema.columns c
		join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
		where c.table_schema = database() and t.table_type = 'BASE TABLE'
		order by c.table_name, c.ordinal_position`,
	SQLite: `
		select m.name, p.name, p.type, m.sql, m.sql
		from sqlite_master m join pragma_table_info(m.name) p
		where m.type = 'table' and m.name not like 'sqlite\_%' escape '\'
		order by m.name, p.cid`,
}

func scan(rows *sql.Rows, e Engine) (c Column, err error) {
	var collation, equal sql.NullString
	if err := rows.Scan(&c.Table, &c.Name, &c.Type, &collation, &equal); err != nil {
		return c, err
	}
	switch e {
	case PostgreSQL:
		c.Collation, c.IgnoresCase = collation.String, equal.String == "ci"
	case MySQL:
		c.Collation = collation.String
		c.IgnoresCase = strings.HasSuffix(c.Collation, "_ci") || strings.HasSuffix(c.Collation, "_ai")
	case SQLite:
		c.Collation = sqliteCollation(collation.String, c.Name)
		c.IgnoresCase = strings.EqualFold(c.Collation, "nocase")
	}
	return c, nil
}

var collateWord = regexp.MustCompile("(?i)\\bcollate\\s+[\"'`\\[]?(\\w+)")

// sqliteCollation finds the collation of a column in the statement that made its
// table, which is the only place that tells it. Without one it is "binary".
func sqliteCollation(create, column string) string {
	_, body, _ := strings.Cut(create, "(")
	for _, definition := range topLevel(body) {
		definition = strings.TrimSpace(definition)
		name, rest, _ := strings.Cut(definition, " ")
		if !strings.EqualFold(strings.Trim(name, "\"'`[]"), column) {
			continue
		}
		if match := collateWord.FindStringSubmatch(rest); match != nil {
			return strings.ToLower(match[1])
		}
		return "binary"
	}
	return "binary"
}

// topLevel splits at the commas that are in no parentheses.
func topLevel(list string) (parts []string) {
	depth, start := 0, 0
	for i, r := range list {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth == 0:
			parts = append(parts, strings.Join(strings.Fields(list[start:i]), " "))
			start = i + 1
		}
	}
	return append(parts, strings.Join(strings.Fields(list[start:]), " "))
}
