package gormid

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
)

// A migrator sets the columns of models before the migrator of the dialect looks at
// them. GORM parses a model once and keeps the result, so both see the same one.
type migrator struct {
	gorm.Migrator
	db        *gorm.DB
	dialector *dialector
}

func (m migrator) AutoMigrate(models ...any) error {
	if err := m.set(models); err != nil {
		return err
	}
	return m.Migrator.AutoMigrate(models...)
}

func (m migrator) CreateTable(models ...any) error {
	if err := m.set(models); err != nil {
		return err
	}
	return m.Migrator.CreateTable(models...)
}

func (m migrator) AddColumn(model any, field string) error {
	if err := m.set([]any{model}); err != nil {
		return err
	}
	return m.Migrator.AddColumn(model, field)
}

func (m migrator) AlterColumn(model any, field string) error {
	if err := m.set([]any{model}); err != nil {
		return err
	}
	return m.Migrator.AlterColumn(model, field)
}

func (m migrator) MigrateColumn(model any, field *schema.Field, column gorm.ColumnType) error {
	m.dialector.setField(field)
	return m.Migrator.MigrateColumn(model, field, column)
}

func (m migrator) FullDataTypeOf(field *schema.Field) clause.Expr {
	m.dialector.setField(field)
	return m.Migrator.FullDataTypeOf(field)
}

// set sets the columns of models, and of the models they refer to, for which GORM
// makes tables too.
func (m migrator) set(models []any) error {
	seen := map[*schema.Schema]bool{}
	for _, model := range models {
		if _, isName := model.(string); isName {
			continue // of a table without a model
		}
		stmt := &gorm.Statement{DB: m.db}
		if err := stmt.ParseWithSpecialTableName(model, m.db.Statement.Table); err != nil {
			return err
		}
		m.setSchema(stmt.Schema, seen)
	}
	return nil
}

func (m migrator) setSchema(s *schema.Schema, seen map[*schema.Schema]bool) {
	if s == nil || seen[s] {
		return
	}
	seen[s] = true
	for _, field := range s.Fields {
		m.dialector.setField(field)
	}
	for _, relation := range s.Relationships.Relations {
		m.setSchema(relation.FieldSchema, seen)
		m.setSchema(relation.JoinTable, seen)
	}
}
