// Package distid makes and reads distributed IDs: unique numbers that any number of
// machines create without talking to one another, that sort by time, and that cannot
// be guessed.
//
// [ID] has 93 bits and is a decimal of 28 digits; it fits DECIMAL(28,0). [ID128] has
// 128 bits, practically no limit of rate and no collisions, and looks like a UUID.
// [New] and [New128] make one. Programs that need other IDs in their tests take a
// context and call [NewFrom]; [WithGenerator] changes what that yields.
//
// # ID
//
// An ID is timestamp * 2^48 + random. The timestamp counts milliseconds since
// 1900-01-01T00:00:00Z and has 45 bits: it ends on 3014-12-13 at 12:41:28.831 UTC.
//
//	 0       3                                              48                                              96
//	+-------+----------------------------------------------+-----------------------------------------------+
//	|  000  |  timestamp, 45 bits                          |  random, 48 bits, not 0                       |
//	+-------+----------------------------------------------+-----------------------------------------------+
//
// The timestamp lies 1 to 1000 ms before the true time of creation, normally 1000 ms:
// see [Generator]. Rows made from time a until time b therefore carry timestamps from
// a minus one second.
//
// Readers accept every integer from 0 to 10^28-1, generated or not.
//
//	decimal        1088824355131185736905670087
//	timestamp      3868281180285 = 2022-07-31T18:33:00.285Z
//	random         0xb2ad82883dc7
//	binary         00000000 0384a786 907db2ad 82883dc7       big endian
//	hexadecimal    000384A786907DB2AD82883DC7                the last 13 bytes, 26 digits
//	alphanumeric   3zfAkCP7ZtzfeQYp                          16 characters
//	UUID           00000000-0384-a786-907d-b2ad82883dc7      the binary form; has no version
//
// The decimal is a plain integer and the text of an ID in JSON, logs and databases. It
// has 28 digits from 2012-07-31T08:54:38.801Z on.
//
// # ID128
//
//	 0                       48   52            64 65                                                     128
//	+-----------------------+----+-------------+-+--------------------------------------------------------+
//	|  timestamp, 48 bits   |0111| random high |0|  random low, 63 bits                                   |
//	+-----------------------+----+-------------+-+--------------------------------------------------------+
//
// The timestamp counts milliseconds since 1700-01-01T00:00:00Z and is the time of
// creation. The random part has 75 bits, is not 0, and is added to as one number: a
// carry skips bit 64. That bit is 0, so that the low half is a non-negative int64; so
// is the high half until the year 6159.
//
// Bits 48 to 51 are those of a version 7 UUID, but an ID128 is none of RFC 9562: its
// bit 64 stands for the older variant 0, and its time counts from 1700, so that tools
// for version 7 read a date 270 years too late.
//
// Readers accept all values of 128 bits.
//
//	UUID           094954a8-622c-76ad-1b93-cdefcbdf0888
//	timestamp      10210557583916 = 2023-07-24T17:59:43.916Z
//	random         0x3569b93cdefcbdf0888
//	decimal        12343806695858578540815039138052901000    38 digits from 1962 until 4321
//	hexadecimal    094954A8622C76AD1B93CDEFCBDF0888
//	alphanumeric   0nQkrErwxJd2MnCm41WZ5s                    22 characters
//	two int64      669159101819549357, 1987158290401790088
//
// The UUID form, in lower case, is the text of an ID128 in JSON, logs and databases.
//
// # Forms
//
// Hexadecimal is written in upper case and read in either. An alphanumeric is made of
// blocks: 8 bytes as 11 digits of base 62, 0-9 A-Z a-z, padded with 0; the first block
// of an ID keeps its last five digits only. Lengths are exact. But for the case of
// hexadecimal digits, no two texts of one form are the same ID.
//
// Texts of each form sort bytewise as the IDs do; decimals if they have the same number
// of digits.
//
// # Databases
//
// Scan and Value work with these columns:
//
//	             ID              ID128
//	PostgreSQL   numeric(28)     uuid
//	MySQL        decimal(28,0)   char(36) in ascii
//	SQL Server   decimal(28,0)   char(36)
//	SQLite       text            text
//
// SQLite makes floats of decimals, which loses digits. For other columns convert to what
// they take: to uuid.UUID or another [16]byte, to bytes by id[:], to the two halves of
// [ID128.Split], to one of the texts. Scan reads UUID text and 16 bytes of either type.
// Alphanumeric text needs a binary collation, such as COLLATE "C" or ascii_bin: others
// mix upper and lower case. SQL Server's uniqueidentifier does not sort by time.
//
// # Compatibility
//
// Formats and generators are those of the .NET package Architect.Identities 2.1. It reads
// two kinds of text that are refused here: blocks of 2^64 and more, and letters
// outside ASCII.
package distid
