// Package export writes a dataset with its whole history as plain text that can be read
// without idem, and reads it into another store. Reading makes every change again and
// compares what comes of it with what is written, so that all identifiers are
// recomputed when a dataset moves from one technology to the next.
//
// Most programs need [Write] and [Import]. What follows is the specification of an
// export.
//
// # The folder
//
// An export is a folder with these files. Those marked with * are there only if they
// have something to say; files with other names do not belong to it.
//
//	README.txt           how to read the others, for people
//	SHA256SUMS           checksums of all others
//	ledger.ndjson        the entries of the ledger
//	descriptors.txt      the descriptors of the instances
//	changes.tsv          what each entry did
//	granules.txt         the granules of the newest instance
//	content.tsv        * their content, as far as it is known
//	about.ndjson       * the log of metadata
//	query.ndjson       * the log of stored queries
//	checkpoint.ndjson  * the log of signed checkpoints
//
// All are UTF-8, and every line ends with a line feed. Granules stand in the order of
// their bytes, as LC_ALL=C sort gives it. Nothing depends on the time or place
// of writing: two exports of one state of a dataset are the same, byte by byte. One
// that is cut off leaves a folder whose name ends with .partial, and nothing else.
//
// SHA256SUMS is what sha256sum writes and checks: a line for each other file, in the
// order of their names, with 64 hexadecimal digits, two spaces and the name.
//
// ledger.ndjson holds the entries as package dataset specifies them, entry n in line
// n+1, from entry 0 on.
//
// descriptors.txt holds the descriptors that package dataset specifies, of all
// entries: that of entry n is the four lines from line 4n+1 on. Their SHA-256 is the
// member instance of the entry.
//
// changes.tsv has a line for each granule that an entry touched, by entry and then by
// granule. Its columns are separated by tabs, which no granule ID holds:
//
//	number of the entry   decimal, without zeros in front
//	sign                  + the granule came, - it went, = it stayed, with other content
//	granule               its ID
//	and, where there is something to say,
//	  after + and =       its content from now on
//	  after -             the granule that took its place
//
// Contents are those of package dataset. granules.txt has a line for each ID, content.tsv
// the ID, a tab and the content.
//
// The other logs have a line for each entry, oldest first. An entry that is a JSON
// object in one line is that line. Any other is a JSON string with its text. Escaped are
// only ", \, control characters, as \b, \f, \n, \r, \t or \u and four digits, and U+2028
// and U+2029.
//
// # Example
//
// The changes of the dataset US.FOOL2.002, in which a granule was removed by entry 4 and
// a better one was added by entry 5, end with
//
//	2	+	FOOL2.v2.12.bdc9dc33-38bd-403c-991e-48dcd4762ca7
//	3	+	FOOL2.v2.13.f8f9564d-cc2a-4760-b1bc-13f1ef5cbdcb
//	4	-	FOOL2.v2.10.533b2a95-d57f-4f75-9b7d-914d3d220310
//	5	+	FOOL2.v2.10.6e58a410-60e7-4956-aeaf-37f76a16b171
//	5	+	FOOL2.v2.14.4814ed46-0e41-4e3f-8f73-33d0cd2ef0bc
//
// Which 12 granules were in it with entry 2, and that their identifier is
// c3285726c66ef9e594e0de40a55cdaa640c39f497906c6a053be221149f05792, say
//
//	awk -F '\t' -v n=2 '$1 > n {exit} $2 == "+" {s[$3]} $2 == "-" {delete s[$3]}
//		END {for (id in s) print id}' changes.tsv | LC_ALL=C sort
//	sed -n '9,12p' descriptors.txt | sha256sum
//
// # Limits
//
// Readers refuse what is not as written here. They read no file but these, none of
// which may be a link, and no line longer than 8 MiB.
package export
