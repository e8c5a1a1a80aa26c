// Package dataset says what a dataset instance is: the exact set of granules that
// a dataset holds at a time. It has the rules for granule IDs, the two
// identifiers of a set with their texts, and the entries of a dataset's ledger.
// It does no I/O.
//
// Two archives that hold the same granules arrive at the same identifiers, in
// whatever order the granules came and went. Most programs need
// [ParseIdentifier], [Entry] and [ParseEntry].
//
// What follows is the specification of every text that is stored or exchanged.
// Lines end with a line feed, hexadecimal digits are in lower case, hashes are
// SHA-256 unless said otherwise. Each thing has one text, and readers refuse any
// other.
//
// # Granule IDs
//
// A granule ID is 1 to 255 bytes of valid UTF-8 without bytes below 0x20 and
// without 0x7f. IDs are compared and sorted as bytes. They are not normalised: the
// same characters in two Unicode forms are two IDs, and programs that read lists
// should warn of IDs that are not in form NFC.
//
// A dataset name is 1 to 128 ASCII letters, digits and . _ - ~ + and begins with a
// letter or a digit.
//
// # The instance identifier
//
// The IDs of the set form a Merkle Patricia tree (package patricia) with a root
// hash and a count. The instance identifier is the hash of the descriptor, a text
// of four lines:
//
//	dataset-instance v1
//	set sha-256-patricia
//	count 12
//	root c39b27945334734e93b3572fa298f1fa93e318417e7d7d88b990e1e78a215f71
//
// Its hash, as sha256sum prints it, is
// c3285726c66ef9e594e0de40a55cdaa640c39f497906c6a053be221149f05792. The count is
// decimal. The empty set has count 0 and the root "-". A map from IDs to values has
// "map" for "set" in the second line. There is no name, DOI or time in it, because
// mirrors must agree.
//
// # The chain
//
// The legacy identifier, DI, is the last of the MD5 values
//
//	h(1) = md5(id(1) "\n")
//	h(n) = md5(hex(h(n-1)) "\n" id(n) "\n")
//
// over the sorted IDs. The empty set has none. A DI proves nothing against a
// producer who wants two sets to have the same one, because MD5 collisions are
// easy to make. It is kept for compatibility, never as the only identifier. A
// dataset may do without; so must a process in which Go refuses MD5.
//
// The value after every 4096th ID is a checkpoint. A change recalculates the chain
// from the last checkpoint before the first ID that it adds or removes.
//
// # Content
//
// Which bytes a granule has is said by the checksums of its files of data, each
// written ALGORITHM:VALUE, the value in hexadecimal digits:
//
//	md5 (32 digits), sha-1 (40), sha-224 (56), sha-256 (64), sha-384 (96), sha-512 (128),
//	sm3 (64), cksum (that of POSIX; 8), crc32c (8), adler-32 (8), fletcher-32 (8),
//	fletcher-64 (16)
//
// The content text of a granule is its checksums in the order of their bytes, each
// once, with a space between two:
//
//	md5:900150983cd24fb0d6963f7d28e17f72 md5:d41d8cd98f00b204e9800998ecf8427e
//
// If that were longer than 1024 bytes, it is instead list-sha-256: and the SHA-256 of
// all of them, each followed by a line feed, as LC_ALL=C sort -u | sha256sum makes
// it. Names of files do not matter, for archives have their own.
//
// Granules with the same text have the same bytes, as far as their algorithms can
// tell: a cksum finds accidents, an MD5 no more than that either. Two texts with
// the same algorithms that differ tell of different bytes, or of another choice
// of files. Two texts with different algorithms cannot be compared, even if they
// are about the same bytes: archives that want to agree must publish checksums of
// the same algorithm.
//
// # Texts of identifiers
//
//	dsi:1:set:<64 hexadecimal digits>    instance identifier of a set
//	dsi:1:map:<64 hexadecimal digits>    instance identifier of a map
//	dsi:0:md5:<32 hexadecimal digits>    DI
//	DI:<32 hexadecimal digits>           the same DI, read but not written
//	ni:///sha-256;<43 base64url digits>  instance identifier of a set or a map (RFC 6920)
//
// The ni: form does not tell a set from a map. It is read as [KindAny] and written
// only for that. It has no authority, no query and no padding. The bits left
// over in its last digit are zero.
//
// The first three may be followed by qualifiers, each at most once and in this
// order. They say where the instance was seen and are no part of its identity:
//
//	;dataset=  name of the dataset, or "doi:" and its DOI: 1 to 1024 bytes of
//	           valid UTF-8 without control characters, U+2028 and U+2029;
//	           space, % and ; are written %20, %25 and %3B, and nothing else is escaped
//	;at=       a time at which the dataset was the instance
//	;count=    number of granules, decimal, at most 2^64-1
//
// For example:
//
//	dsi:1:set:c3285726c66ef9e594e0de40a55cdaa640c39f497906c6a053be221149f05792;dataset=doi:10.9999/US/FOOL2.v2;at=2001-01-05T00:00:00Z;count=12
//
// Times here and below are RFC 3339 in UTC, ended by Z, of the years 1000 to
// 9999. A fraction has one to three digits, the last of them not 0.
//
// # Ledger entries
//
// The ledger of a dataset is a sequence of entries, numbered from 0. It only
// grows. Entry 0 creates the dataset and holds the empty set. Each entry after it
// holds another set than the one before, or the same with other content. The instance at a time t is that of the
// last entry whose "at" is t or before; entry 0 holds before all others.
//
// An entry is a JSON object in the canonical form of RFC 8785, in UTF-8: members
// in the order of their names' bytes, no white space, in strings only " and \
// escaped. Numbers are whole and at most 2^53-1. No string holds a control
// character, U+2028 or U+2029. Members that may be absent are never empty.
//
//	actor        who made the change; at most 256 bytes; may be absent
//	added        number of granules that the entry before does not hold
//	at           time from which on the entry holds, not before that of the entry before;
//	             absent in entry 0
//	chain        "md5" if the dataset keeps the chain; absent if not. Entries may differ
//	changed      number of granules that both this entry and the one before hold, with
//	             other content; absent if there is none
//	checkpoints  {"count":…,"root":…} of a map from IDs to chain values (16 bytes);
//	             absent if there is none
//	content      {"count":…,"root":…} of a map from IDs to what is in the granules, as
//	             far as that is known; absent if there is none
//	count        number of granules
//	dataset      name of the dataset, the same in all entries
//	di           DI, 32 hexadecimal digits; absent without chain and for the empty set
//	doi          DOI of the dataset, 10.REGISTRANT/SUFFIX; at most 256 bytes;
//	             only in entry 0; may be absent
//	hash         hash of the entry without this member, 64 hexadecimal digits
//	history      {"count":…,"large":[…],"root":…}, see below; absent in most entries
//	instance     instance identifier of the set, 64 hexadecimal digits
//	op           "create" in entry 0; "add" with removed 0; "remove" with added 0;
//	             "replace" if other granules took the place of some or all
//	prev         hash of the entry before; absent in entry 0
//	reason       why the change was made; at most 4096 bytes; may be absent
//	recorded     time at which the entry was written
//	removed      number of granules that only the entry before holds
//	root         root hash of the set, 64 hexadecimal digits; "-" for the empty set
//	seq          number of the entry
//	title        title of the dataset; at most 1024 bytes; only in entry 0; may be absent
//	tombstones   {"count":…,"root":…} of a map of the granules that were removed, and
//	             not added again; absent if there is none
//	v            version of the format: 2 with changed, content, history or
//	             tombstones, 1 without
//
// So the count is that of the entry before, plus added, minus removed. An
// example, an entry 1 (one line in truth, without line feed):
//
//	{"added":11,"at":"2001-01-02T00:00:00Z","chain":"md5","count":11,
//	"dataset":"US.FOOL2.002","di":"7fb1e8ba9b0c9888858b66f6a1732d2c",
//	"hash":"6c340a0c902579b6d961c0d7ac1da7e4b9bbd086f03d103feaaf232c27d98f1c",
//	"instance":"27a62658e097e3e244a784e4a259ec5f9d54507fa723d8320e447788ddbf09ca",
//	"op":"add",
//	"prev":"4612796ce927ab744640e4b65eeb7915981c426153535d098581be222c69050d",
//	"recorded":"2001-01-02T08:00:00Z","removed":0,
//	"root":"7a5340242c7206952825179bb11ff766a50c2ed9d9fc8b15aa765dcf14df7665",
//	"seq":1,"v":1}
//
// Its hash is that of the same line without "hash":"…", so that two common tools
// can check it:
//
//	sed 's/"hash":"[0-9a-f]*",//' entry.json | sha256sum
//
// The trees of an entry are those of package patricia. The content has an instance
// identifier too, of the kind map: who holds the same set with the same content
// holds the same bytes.
//
// The value of a tombstone is the number of the entry that removed the granule, as a
// varint, and after it the ID of the granule that took its place, if one did.
// Varints are those of encoding/binary, in their shortest form.
//
// # History
//
// Each 16th entry has a history. It is about a span of entries of which that entry
// is the last: 16 of them, or 256 if the number of the entry divides by 256, or 4096 if
// by 4096. It is a map from each granule that these entries added or removed to
// their numbers: the first less the number of the entry before the span, each
// other less the one before it, as varints. Entries that added and removed more than
// 64 granules for each entry of the span are left out, and listed in large. Whoever asks
// when a granule came and went looks it up in the newest history, then in the one
// before the span of that, and so on, and in the sets of the few entries that no
// map is about. It came with the first of all these entries, went with the second, and
// so on by turns.
//
// # Metadata
//
// What is said of a dataset for those who cite it stands in a log of its own: it
// changes without the set, and the set without it. The newest entry holds for all
// instances. While there is none, title and DOI are those of ledger entry 0.
//
// An entry is a JSON object in the same canonical form, at most 1 MiB long:
//
//	actor        who said it; at most 256 bytes; may be absent
//	dataset      name of the dataset, the same in all entries
//	hash         hash of the entry without this member, 64 hexadecimal digits
//	metadata     all that is said, not what is new; never that of the entry before
//	prev         hash of the entry before; absent in entry 0
//	recorded     time at which the entry was written
//	seq          number of the entry, from 0
//	v            version of the format, 1
//
// The member metadata is an object, all of whose members may be absent; none is
// empty, and no text begins or ends with white space:
//
//	creators     array of persons and organisations, in the order in which they are
//	             cited. A person has "family" and may have "given" and "orcid", an
//	             organisation has "name" and may have "ror". Names are at most 256
//	             bytes, the other two the bare ID with its right check digits
//	doi          DOI, 10.REGISTRANT/SUFFIX; at most 256 bytes
//	published    year, month or day of publication: 2010, 2010-10 or 2010-10-20
//	publisher    at most 1024 bytes
//	title        at most 1024 bytes
//	url          of http or https, percent-encoded; at most 2048 bytes
//	version      of the dataset, as its producer counts; at most 256 bytes
//
// For example, in one line in truth:
//
//	{"dataset":"US.FOOL2.002",
//	"hash":"6e1f06b9bd7b90187194324b6f34201e5c8281a7c3850c22e7134b882af3aa19",
//	"metadata":{"creators":[{"family":"Tilmes","given":"Curt"},
//	{"name":"Goddard Space Flight Center","ror":"0171mag52"}],
//	"doi":"10.9999/US/FOOL2.v2","published":"2001-01-02","publisher":"US Archive",
//	"title":"FOO Level 2","version":"2"},
//	"prev":"fcd1076e5b072d4a654f84fe862c53b59b1491032a6a916fdd4b4b2954feecd5",
//	"recorded":"2010-10-20T10:21:55Z","seq":1,"v":1}
//
// # Times in granule IDs
//
// Producers write the time of an observation into the ID of its granule. The time of
// an ID is the first of its runs of digits that
//
//   - begins the ID or stands after a character that is neither an ASCII letter nor
//     a digit, or after an A that does,
//   - reads YYYYDDD, YYYYMMDD, YYYYDDDHHMMSS or YYYYMMDDHHMMSS, or vvvMMDDYYYYHHMMSS
//     with a version vvv from 000 to 009 (as ASTER has it), or is one of the first
//     two with THHMM or THHMMSS after it,
//   - ends the ID or stands before a character that is neither an ASCII letter nor a
//     digit; a Z may come between after a time of day,
//   - and is a time that exists, in UTC, of the years 1900 to 2099. There is no second 60.
//
// After AYYYYDDD a time of day may stand as .HHMM (as MODIS has it), alone in the
// same way; what is no time of day there is passed over. Without a time of day it is
// midnight. So the time of
//
//	MOD021KM.A2005032.0145.061.2017194024125
//	    is 2005-02-01T01:45:00Z,
//	OPERA_L3_DIST-ALERT-HLS_T22KCV_20211012T134209Z_20231101T120439Z_S2B_30_v1
//	    is 2021-10-12T13:42:09Z.
//
// It is not read where separators part the date (2005.02.01, 2006-06-12), where the
// year has two digits or the day is missing, after other letters (s2021001…, v20190830,
// which is a version), and from 9 to 12 digits in a row, which may hold a number of
// another kind. A time of day after another separator (20210903_150800) is passed
// over. Where a producer writes another time first, that one is read.
//
// # Queries
//
// A query names a part of a set. It is an object of canonical JSON, as below, with the
// members
//
//	from    time, the first of a range; may be absent
//	prefix  with which the IDs begin; at most 255 bytes; may be absent
//	to      time after from, the first after the range; may be absent
//
// The part is the granules to which all members apply. A granule whose ID has no
// time is in no range. The query {} names the whole set. The result is a set, and has
// the instance identifier that its granules give, as any set has.
//
// The queries of a dataset are stored in a log of their own. It only grows. A stored
// query is written as a ledger entry is, with the members
//
//	actor      who stored it; at most 256 bytes; may be absent
//	at         "at" of the ledger entry: the time as of which the result holds
//	count      number of granules in the result
//	dataset    name of the dataset, the same in all
//	entry      number of the ledger entry whose set was asked, from 1
//	entryhash  hash of that entry
//	hash       hash of the stored query without this member
//	instance   instance identifier of the result, 64 hexadecimal digits
//	name       of the query, as for a dataset; may be absent
//	prev       hash of the stored query before; absent in number 0
//	query      the query
//	recorded   time at which it was stored
//	root       root hash of the result; "-" for the empty set
//	seq        number of the stored query, from 0
//	v          version of the format, 1
//
// A query and its result stand in the log once for each name, and a name stands for
// one query. For example (one line in truth):
//
//	{"at":"2001-01-02T00:00:00Z","count":2,"dataset":"US.FOOL2.002","entry":1,
//	"entryhash":"6c340a0c902579b6d961c0d7ac1da7e4b9bbd086f03d103feaaf232c27d98f1c",
//	"hash":"986e4249ef7e58be08a2e1c982b20a6369d858bc8b06bd6c369821ece84cdb41",
//	"instance":"d006d5c7f91c7fe0853fc4bdeabd9210de017b32fde2a3c943ed85c9c80a7ddb",
//	"name":"from-10","query":{"prefix":"FOOL2.v2.1"},
//	"recorded":"2001-04-01T12:00:00.005Z",
//	"root":"1803a808cceeaa411fcfafa5199914f8f7b142f1112dabc5e78f9a31726793f8",
//	"seq":0,"v":1}
//
// # Proofs
//
// A proof shows what is in an instance, and what is not, to somebody who holds its
// identifier and nothing else. It is a JSON object of at most 64 MiB:
//
//	{"v":1,
//	"instance":"dsi:1:set:…",
//	"claims":[{"granule":"FOOL2.v2.10","present":true},
//		{"prefix":"FOOL2.v2.1","count":2}],
//	"tree":"…"}
//
// The tree is a part of the Merkle Patricia tree, in the binary form of
// patricia.Proof, in standard base64. To check a proof, recompute root and count from
// the tree, the instance identifier from these, and each claim by following the bits
// of the granule or prefix through the tree. A claim of a prefix is one of all
// granules that begin with it.
// A proof has one text, but for white space between tokens.
//
// Nobody can make an instance that has proofs of both answers for a granule, or of two
// counts for a prefix. But that nothing begins with a prefix is shown by a granule
// next to it, and rests on the form of the tree, which verification of the instance
// checks: see patricia.Proof.
//
// # Versions
//
// A member joins the entry only with a new version, so that no reader passes
// over what it does not know. In every version an entry is at most 1 MiB; its
// member "v" is the last; and its member "hash" is the only one of that name at
// any depth, not the last, and covers all other bytes. So a reader of an older
// version still tells an entry that is damaged from one that is newer. Entries of
// version 1 will stay readable. The descriptor and the chain will not change;
// another tree or hash gets another name in the descriptor.
package dataset
