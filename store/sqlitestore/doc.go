// Package sqlitestore keeps a store in one SQLite file. It is the default
// engine: one machine, no server, any number of processes on the file at once.
//
// # The file
//
// A store is a SQLite 3 database in WAL mode with application_id 0x6964656d
// ("idem" in ASCII), user_version 1, the version of this format, and pages of
// 4096 bytes. While it is open, and after a crash, the files PATH-wal and
// PATH-shm belong to it: who copies a store then copies all three, or closes it
// first. Its whole schema:
//
//	CREATE TABLE pages (id INTEGER PRIMARY KEY, hash BLOB NOT NULL,
//		sum INTEGER NOT NULL, data BLOB NOT NULL)
//	CREATE INDEX pages_key ON pages (substr(hash, 1, 8))
//	CREATE TABLE logs (name TEXT PRIMARY KEY, id INTEGER NOT NULL,
//		first INTEGER NOT NULL, count INTEGER NOT NULL,
//		next TEXT NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID
//	CREATE TABLE entries (id INTEGER PRIMARY KEY, sum INTEGER NOT NULL,
//		data BLOB NOT NULL)
//
// Pages lie in the order in which they were put: densely, and those written
// together are together. Only the first 8 bytes of a hash are in the index; the
// whole hash in the row decides. No row of pages or entries is ever changed; rows
// are deleted when pages are forgotten and logs are trimmed.
//
// A log has one row: its id (1, 2 … in the order of creation), the number of the
// oldest entry that is kept, the number of entries ever appended (so that
// count−1 is the newest), and in next the name of the log that follows in byte
// order, empty for the last. A row with the empty name begins this chain; its
// count is the number of logs. Thus the absence of a log is written down and can
// be checked: the row before its name says that a greater name follows.
//
// Entry seq of a log is the row with id log<<36 | seq.
//
// Each sum is a CRC-32C (Castagnoli): in pages of hash and data; in logs of id,
// first, count, the length of name, name and next; in entries of id and data.
// Integers go into it as 8 bytes, big endian.
//
// # Example
//
// An empty store, to which a page "page" with the hash "0123456789abcdef" twice
// and the entries "x" and "y" of the log "a" are added, holds
//
//	pages    id 1  hash x'3031…6566'  sum 1066538103  data x'70616765'
//	logs     name ''   id 0  first 0  count 1  next 'a'  sum 3282383933
//	         name 'a'  id 1  first 0  count 2  next ''   sum 2780811867
//	entries  id 68719476736  sum 2158515295  data x'78'
//	         id 68719476737  sum 1633767211  data x'79'
//
// # Room
//
// The room of deleted rows is used for new ones. [Store.Compact] gives it back: it is
// SQLite's VACUUM, one transaction that writes all rows anew. Writers wait for it, about
// a second for 100 MB, those of other processes for 10 seconds at most; readers do
// not.
//
// # Compatibility
//
// Whatever changes the format raises user_version. A store of a newer version is
// refused with [store.ErrNewer], and so is, with other errors, a file that is not
// a store; nothing is written to either.
//
// # Durability
//
// synchronous is FULL: what stores something returns after one fsync of the WAL.
// A crash, kill -9 or loss of power leaves a prefix of what was written, with
// all that was acknowledged.
//
// # Damage
//
// Damage to the file is reported as [store.ErrDamaged] with the path and what is
// damaged. It shows in SQLite's own checks, the text of the schema, the sums, the
// chain of names, and the entries from first to count−1, which are all there. A
// page that is not found is an absence only if the index is sound: the first such
// page makes the store compare the index with the table, a pass over all pages
// (some seconds a gigabyte), once in the life of a Store.
//
// Opening looks through the WAL too, which SQLite by itself would read up to the
// damage and quietly forget from there on. Damage to the last one or two
// transactions that a crash has left there cannot be told from a crash in the
// middle of a write; neither can a WAL that is cut short or gone.
package sqlitestore
