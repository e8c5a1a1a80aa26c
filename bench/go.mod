module github.com/seed-05176fc3/idem/bench

go 1.26.0

require (
	github.com/gofrs/uuid/v5 v5.5.1
	github.com/google/uuid v1.6.0
	github.com/oklog/ulid/v2 v2.1.2
	github.com/rs/xid v1.6.0
	github.com/seed-05176fc3/idem v0.0.0
	github.com/segmentio/ksuid v1.0.4
	github.com/sqids/sqids-go v0.4.1
)

replace github.com/seed-05176fc3/idem => ../
