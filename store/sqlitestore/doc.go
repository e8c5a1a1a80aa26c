// Package sqlitestore keeps a store in one SQLite file. It is the default
// engine: one machine, any number of processes on the file at the same time, no
// server.
//
// # The file
//
// A store is a SQLite 3 database in WAL mode with application_id 0x6964656d
// ("idem" in ASCII) and user_version 1, the version of this format. While it is
// open, and after a crash, the files PATH-wal and PATH-shm belong to it. Its
// whole schema:
//
//	CREATE TABLE pages (id INTEGER PRIMARY KEY, hash BLOB NOT NULL, data BLOB NOT NULL)
//	CREATE INDEX pages_key ON pages (substr(hash, 1, 8))
//	CREATE TABLE logs (name TEXT PRIMARY KEY, id INTEGER NOT NULL, first INTEGER NOT NULL,
//		count INTEGER NOT NULL, next TEXT NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID
//	CREATE TABLE entries (id INTEGER PRIMARY KEY, sum INTEGER NOT NULL, data BLOB NOT NULL)
//
// Pages are stored in the order in which they were put, so that they lie densely
// and those written together lie together. Only the first 8 bytes of a hash are
// in the index; the whole hash in the row decides. No row is ever changed.
//
// A log has one row: its id (1, 2 … in the order of creation), the number of the
// oldest entry that is kept, the number of entries ever appended (so that
// count−1 is the newest), and in next the name of the log that follows in byte
// order, empty for the last. A row with the empty name begins this chain; its
// count is the number of logs. Thus the absence of a log is something that is
// written down and can be checked, not something that is missing: the row before
// the name says that what follows is greater.
//
// Entry seq of a log is the row of id log<<36 | seq.
//
// Each sum is a CRC-32C (Castagnoli), integers as 8 bytes, big endian: in logs
// over id, first, count, the length of name, name and next; in entries over id
// and data. Pages need none, for their readers verify them.
//
// # Example
//
// Two entries "x" and "y" appended to a log "a" of an empty store make
//
//	logs     name ''   id 0  first 0  count 1  next 'a'  sum 1646188349
//	         name 'a'  id 1  first 0  count 2  next ''   sum 3014417453
//	entries  id 68719476736  sum 1277092053  data x'78'
//	         id 68719476737  sum 2911040226  data x'79'
//
// # Compatibility
//
// Whatever changes the format raises user_version. A store of a newer version is
// refused with store.ErrNewer, and so is, with other errors, a file that is not a
// store: nothing is ever written to it.
//
// # Durability
//
// synchronous is FULL: a call that stores something returns after one fsync of
// the WAL. What a crash, kill -9 or loss of power leaves is a prefix of what was
// written, with all that was acknowledged.
//
// # Damage
//
// Damage to the file is reported as store.ErrDamaged with the path and what is
// damaged: SQLite's own checks, the schema's text, the sums, the chain of names,
// an entry missing between first and count. A page that is not found is an
// absence only if the index of the pages is sound; the first time that a page is
// not found the store checks this, which takes a pass over all pages, once in
// the life of a Store.
package sqlitestore
