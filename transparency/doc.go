// Package transparency makes the ledger of a dataset a transparency log: whoever keeps
// a signed checkpoint can find out later whether anything that it covers was changed
// or taken away. It does no I/O.
//
// The hashes, checkpoints and signatures are those of the Go checksum database and of
// Certificate Transparency, so that any tool for them can check a ledger. Most
// programs need [ParseProof] and [ParseVerifiers].
//
// What a checkpoint proves is that its signer cannot show another history to
// somebody else without leaving evidence. It does not prove that the entries are
// true, nor when they were signed.
//
// What follows is the specification of every text that is stored or exchanged. Each
// thing has one text, and readers refuse any other.
//
// # The tree
//
// The leaves are the bytes of the entries, as the ledger stores them, in their order.
// The Merkle tree over them is that of RFC 6962, section 2.1:
//
//	leaf   SHA-256(0x00 entry)
//	node   SHA-256(0x01 left right)
//
// # Keys
//
// A key has a name: 1 to 255 characters of printable ASCII without space and plus,
// without a scheme, without a slash at either end, for example archive.example. It is
// an Ed25519 key in the two texts of golang.org/x/mod/sumdb/note. The hash is that of the
// name and the verifier key:
//
//	PRIVATE+KEY+<name>+<hash>+<base64 of 0x01 and the seed>
//	<name>+<hash>+<base64 of 0x01 and the public key>
//
// The first one is secret. It is a file of one line that only its owner may read. The
// second one, the verifier key, is for everybody. A file of verifier keys has one a line;
// empty lines and those that begin with # do not count. Verifier keys of witnesses may
// be of C2SP's tlog-cosignature with Ed25519, which have 0x04 for 0x01.
//
// # Checkpoints
//
// A checkpoint is a text of three lines as in C2SP's tlog-checkpoint: the origin, the
// number of entries that it covers, and the root hash in base64. There are no other
// lines.
//
// The origin names the ledger, and no other ledger has it. It has at most 255 bytes of
// UTF-8 without spaces and control characters. It is the name of the key, a
// slash, and the name of the dataset, in which a plus becomes %2B. If the name of the
// key ends so already, it is the origin. So an archive has one key for all of its
// datasets, archive.example, or one for each, archive.example/US.FOOL2.002, which
// C2SP recommends; both make the same origin. What follows the last slash is
// always the dataset.
//
// A signed checkpoint is a signed note (C2SP signed-note): the text, an empty line, and
// a line for each signature, at most 100 of them and 256 KiB in all:
//
//	archive.example/US.FOOL2.002
//	3
//	RSJlOwjP7J2QeazdlNF/CsKrwyA6ZNHQyHYFtsLV4h4=
//
//	— archive.example zCV6tVyN0lf8K9VRJNaB4OHbCzriwRh/v9UT0WuT3QkUL5AY4nQgq4vEOu48g2ZxoKZlvC38MhsnAAtVNkFLgZr7hgM=
//
// Its key is
//
//	archive.example+cc257ab5+AYgtDqOyhk56WH8+aYzqRFmZgxLmVeBfpei1EZ2LqsjN
//
// A key vouches for a ledger if its name is the origin, or the origin without what
// follows the last slash. All other keys are witnesses: their signatures are kept,
// and checked if the key is known, but one of a key that vouches is needed besides.
// A key signs a checkpoint once. Signatures of kinds that are not known are kept too.
//
// # Proofs
//
// A proof is a JSON object of at most 4 MiB, in one line, with or without a line feed
// at its end. Its members stand in the order in which they are listed here, without
// white space; strings are UTF-8, in which only ", \, line feed, U+2028 and U+2029
// are escaped. Hashes are in base64, at most 64 of them.
//
// A proof of consistency shows that a ledger only grew. It holds for somebody who
// compares old with the checkpoint that he has kept:
//
//	v       version of the format, 1
//	kind    "consistency"
//	origin  of both checkpoints
//	old     the older checkpoint, signed
//	new     the newer one, signed; may be the same
//	hashes  the consistency proof of RFC 6962, section 2.1.2
//
// A proof of inclusion shows that a ledger holds an entry:
//
//	v           version of the format, 1
//	kind        "inclusion"
//	origin      of the checkpoint
//	checkpoint  signed
//	index       number of the entry
//	entry       its bytes
//	hashes      the audit path of RFC 6962, section 2.1.1
//
// For example (one line in truth), that the ledger above holds entry 1, which package
// dataset has as its example:
//
//	{"v":1,"kind":"inclusion","origin":"archive.example/US.FOOL2.002",
//	"checkpoint":"archive.example/US.FOOL2.002\n3\nRSJlOwjP7J2QeazdlNF/CsKrwyA6ZNHQyHYFtsLV4h4=\n
//	\n— archive.example zCV6tVyN0lf8K9VRJNaB4OHbCzriwRh/v9UT0WuT3QkUL5AY4nQgq4vEOu48g2ZxoKZlvC38MhsnAAtVNkFLgZr7hgM=\n",
//	"index":1,"entry":"{\"added\":11,\"at\":\"2001-01-02T00:00:00Z\",\"chain\":\"md5\",\"count\":11,
//	\"dataset\":\"US.FOOL2.002\",\"di\":\"7fb1e8ba9b0c9888858b66f6a1732d2c\",
//	\"hash\":\"6c340a0c902579b6d961c0d7ac1da7e4b9bbd086f03d103feaaf232c27d98f1c\",
//	\"instance\":\"27a62658e097e3e244a784e4a259ec5f9d54507fa723d8320e447788ddbf09ca\",
//	\"op\":\"add\",\"prev\":\"4612796ce927ab744640e4b65eeb7915981c426153535d098581be222c69050d\",
//	\"recorded\":\"2001-01-02T08:00:00Z\",\"removed\":0,
//	\"root\":\"7a5340242c7206952825179bb11ff766a50c2ed9d9fc8b15aa765dcf14df7665\",\"seq\":1,\"v\":1}",
//	"hashes":["tasW4YkgYk6YmWbSlBvCz3gG6KkhoANK1tqf7z29zl8=","8LXd6pW7hnf9mSqW/iiKgF0cc6EGG5ZeMMyvJpHla5M="]}
//
// To check it with other tools: the member entry, decoded, is the leaf, and
//
//	jq -r '"c2sp.org/tlog-proof@v1", "index \(.index)", .hashes[], "", (.checkpoint | rtrimstr("\n"))'
//
// writes the proof as C2SP's tlog-proof.
//
// # Versions
//
// A reader refuses a version that it does not know. Proofs of version 1 will stay
// readable; a checkpoint has no version and will not change.
package transparency
