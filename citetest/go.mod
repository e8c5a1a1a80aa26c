module github.com/seed-05176fc3/idem/citetest

go 1.26.0

require (
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	github.com/seed-05176fc3/idem v0.0.0
)

require golang.org/x/text v0.43.0 // indirect

replace github.com/seed-05176fc3/idem => ../
