// Package patricia is a set, and a map, with one hash for its contents: a Merkle
// Patricia tree over byte strings. Its shape depends on what it holds alone, not
// on the order in which that came or on how it is stored, so two trees with the
// same contents have the same root hash, and two that differ can be compared by
// looking only where they differ.
//
// The package is mathematics: it reads pages through a [Reader], hands new ones to
// a [Sink], and does no I/O of its own. [Builder] makes a tree from a sorted
// stream; a [Tree] is one that exists, and [Tree.Update] makes another from it. A
// [Proof] shows what is in a tree, and what is not, to who knows its root only.
//
// # The tree
//
// An ID is 1 to 255 bytes, none of them 0x00, and stands for the bits of its bytes,
// top bit first, followed by zeros without end. IDs are ordered by their bytes.
// The critical bit of two IDs is the first in which they differ. A tree of
//
//   - no ID is empty and has no hash,
//   - one ID is a leaf: SHA-256(0x00 ‖ id) in a set,
//     SHA-256(0x02 ‖ u16(len(id)) ‖ id ‖ value) in a map,
//   - more IDs is a branch at bit p, the critical bit of its smallest and its largest
//     ID: SHA-256(0x01 ‖ u16(p) ‖ u64(count) ‖ left ‖ right), where left and right are
//     the hashes of the trees of the IDs in which bit p is 0 and 1, and count is
//     their number.
//
// Numbers are big-endian. For the set of "a" (bits 01100001) and "b" (01100010) p is
// 6, and the root is SHA-256 of 01 0006 0000000000000002 and the hashes of the two
// leaves.
//
// # Pages
//
// Pages are how a tree is stored and sent; they are no part of its hash. A page is
// addressed by the hash of the subtree that it roots, which is computed anew from
// what the page holds whenever it is read: a page that was damaged or invented
// gives [ErrDamaged], never another answer.
//
// The level of a subtree of n IDs is 0 if n ≤ 128, 1 if n ≤ 1280, 2 if n ≤ 12800 and
// so on. A subtree has a page if it is the whole tree or of a lower level than the
// subtree above it. At level 0 the page holds the items (a leaf page), above it the
// branches down to the subtrees that have pages themselves (an upper page). A
// million IDs lie five pages deep.
//
// Leaf page: byte 0x10 (set) or 0x11 (map); varint: number of items; a section with
// the IDs; in a map, a section with the values. A section is
//
//	manner                byte
//	full size             varint, in manner 0x01 only: of the columns
//	size                  varint: of the rest
//	rest                  0x00: the columns
//	                      0x01: the columns compressed with DEFLATE (RFC 1951)
//	                      0x02: a grid
//
// and its columns are, for IDs and for values,
//
//	shared bytes          1 byte for each item: what its ID shares with the one before
//	length                1 byte for each item: of the whole ID
//	rest of the ID        for each item: the bytes that are not shared
//
//	length of the value   varint for each item
//	value                 for each item
//
// A grid has a row for each item, all of the same width: IDs have zeros after them
// up to the longest one, and values can be a grid only if they have one length.
// A column of the grid that is the same in all rows is written once; of the others
// each has a range of symbols, out of an alphabet that they have in common:
//
//	width                 byte
//	ranges                byte: number of ranges of bytes that make the alphabet,
//	                      then for each, in order: first byte, number of bytes less 1
//
// and from here on bits, top bit first, where b is the number of bits of the greatest
// rank in the alphabet, at least 1:
//
//	same column           for each column: bit 0, 8 bits: its byte
//	other column          or: bit 1, b bits: rank of the first of its symbols,
//	                      b bits: their number less 1
//	small                 6 bits, for IDs only, if there is any other column
//	row                   for each row: its words
//
// The other columns make words, from the left and as many as possible in each: a word
// is a number whose digits are the columns, each less its first rank, and the product
// of their numbers of symbols, the bases, is 2⁵⁶ at most. A word is written in
// the bits that its greatest number takes, but the first word of a row of IDs as
// its difference to that of the row before, 0 for the first row: in small
// bits if small is the bits of the word, else bit 0 and small bits, or bit 1 and the
// bits of the word. Zeros fill the last byte.
//
// The grid of "a1", "a2" and "b4" is 02, 03 31 01 34 00 61 01, b3 08 11 c0: the alphabet
// is 1, 2, 4, a and b, so b is 3. The first column has 2 symbols from rank 3 on (1 011 001),
// the second has 3 from rank 0 on (1 000 010). Both make one word of a number below
// 6, in 3 bits; the words are 0, 1 and 5. With small 1 (000001) the rows are 0 0, 0 1
// and 1 100.
//
// Upper page: byte 0x12, then the branches from the top, each followed by its left and
// then its right subtree:
//
//	branch                varint: its bit less the bit of the branch above it (-1 at the top)
//	subtree with a page   byte 0x00, varint: number of its IDs, 32 bytes: its hash
//
// Varints are those of encoding/binary. Pages of the same subtree may differ in the
// manners and alphabets of their sections only. Version 1 of the format is fixed;
// a later one will use other first bytes.
package patricia
