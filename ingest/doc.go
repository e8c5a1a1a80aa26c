// Package ingest reads granule lists: files in which others have written down
// which granules there are. A [Reader] delivers the granules one at a time, with
// file and line, in constant memory.
//
// # Every file
//
// A file is UTF-8 text; a byte order mark at its beginning is dropped. It may be
// compressed with gzip or zstd (in one member or frame or several), whatever its
// name. Lines end in LF or CRLF, and the last one may lack its end. Blanks are spaces
// and tabs. Blank lines are passed over. A line has at most [MaxLine] bytes.
//
// An ID is delivered without the blanks around it and otherwise as it stands: not
// unescaped, not normalised, and as often as it occurs. Programs write a missing ID
// as None, null, NULL, NaN, nan or NA: exactly these words are no granules, and are
// counted.
//
// # Format list
//
// One ID a line, all of the line. There are no comments: an ID may begin with #.
//
// # Format csv
//
// A table, separated by tabs, commas or semicolons: of those that nine tenths of
// the rows hold, the one that comes first. A cell that begins with a quote is
// quoted as in RFC 4180 and may hold separators and line ends; a quote elsewhere
// is a character like others. Behind a comma or semicolon blanks are skipped.
//
// The column of the IDs is the one that [Options] names, by a name in the first
// row (as it is written, or else without regard to case and to all but letters and
// digits) or by its number. Otherwise it is looked for:
//
//   - A header that has one of these names, the first of them in this order:
//     granule_ur, granule_id, granule_name, granule, producer_granule_id, scene_id,
//     scene_name, safe_file_id, safe_id, hls_id, product_id, product_name,
//     dataset_id, instance_id, file_id, item_id, identifier, id, name. Case and all
//     but letters and digits do not matter: granuleID, "Granule UR". A word that the
//     row below repeats is not a name.
//   - Else the first column whose cells look like IDs: eight bytes or more (or, if
//     there is no such column, fewer), with a letter and a digit and without a
//     blank, no number, time or URL, and not all the same.
//
// The first row is a header if it has one of these names, or if the column is given
// by its name, or if the other cells of the column look like IDs and its own does not.
//
// Rows may have more cells than the header, since a last column is often written
// with unquoted commas; but not if the last column is the one of the IDs. Nor may a
// row end with the ID or before it where the header goes on: it was cut off.
//
//	RTC Burst ID, SAFE file ID, Polygon
//	T141-301435-IW2, S1B_IW_SLC__1SDH_20171228T085649-SLC, POLYGON((-40.1 58.3, -38.5 58.3))
//	T141-301436-IW1, None, POLYGON((-38.7 58.0, -37.2 58.0))
//
// is one granule, S1B_IW_SLC__1SDH_20171228T085649-SLC, and one placeholder.
//
// [Options] may name a column of checksums, too. A cell of it is ALGORITHM:VALUE, or a
// value alone: then the column's name tells the algorithm if it holds one (md5,
// "SHA-256 checksum"), or else the length does. An empty cell or a placeholder is none.
//
// # Format urls
//
// One URL a line: scheme://host/path, of any scheme. A line that begins with # is a
// comment. Query and fragment are dropped; %XX is decoded, but not after s3:// and
// gs://, which are followed by keys. The ID is the name of the file without its
// extensions. Only known extensions of data are cut (such as hdf, h5, nc, tif, zip
// and gz, in any case), as many as there are, for IDs hold dots.
//
// A granule of several files has a folder, and then the ID is the folder's name.
// With number for a run of four digits or more, that is so if the folder's name has
// a number of six digits or more and a letter in front of its first _ . or -, and
//
//   - the file's name begins with the same word and has the same numbers in the
//     same order, or
//   - the file's name is shorter and has fewer than three digits, as B04 has.
//
// So the rule looks at one URL only: a URL has the same ID in every list.
//
// Sidecars, which describe or show a granule, are passed over and counted: metadata
// (such as xml, json, met, dmrpp), checksums (md5, sha256) and images (jpg, png).
// If all URLs in the first 64 KiB end in one and the same of these extensions, they
// are what the list is about, and are read as data is; a file of data further down
// is then an error. A list of nothing but sidecars of several kinds is an error.
//
//	https://host/MOD13Q1.061/MOD13Q1.A2021209.h09v05/MOD13Q1.A2021209.h09v05.hdf
//	https://host/MOD13Q1.061/MOD13Q1.A2021209.h09v05/MOD13Q1.A2021209.h09v05.cmr.xml
//	s3://bucket/AST_08.004/AST_08_00412312019162928/AST_08_00412312019162928_SKT_QA.tif
//	s3://bucket/2024/11/07/ATL24_20241107224836_08042507.h5?versionId=3
//
// are the granules MOD13Q1.A2021209.h09v05, AST_08_00412312019162928 and
// ATL24_20241107224836_08042507, and one sidecar.
//
// # Format sums
//
// One file a line, with its checksum, as md5sum, sha256sum, cksum and their like write
// it: VALUE, a blank, a second one or *, and the file's name; or ALGORITHM (NAME) =
// VALUE; or VALUE SIZE NAME, for cksum. Of a value without a name the length tells
// the algorithm: MD5, SHA-1, SHA-224, SHA-256, SHA-384 or SHA-512. In a line
// that begins with a backslash, \\ \n and \r in the name are unescaped. A line that
// begins with # is a comment.
//
// The ID is found in name and folder as it is in a URL, and sidecars are passed over
// as there. A granule of several files comes several times, each time with the name
// of the file, its Part, and that file's checksum.
//
//	d41d8cd98f00b204e9800998ecf8427e  ATL24_20241107224836_08042507.h5
//	MD5 (AST_08_00412312019162928/AST_08_00412312019162928_SKT.tif) = 900150983cd24fb0d6963f7d28e17f72
//
// # Records
//
// The formats below hold records, which say more of a granule than its ID; a
// [Granule] holds it. Names and versions stay the text they are: the versions 006
// and 6 are two. Only if [Options] say so are those in PDRs made what Cumulus makes
// of them. A record has at most [MaxRecord] bytes. Lines are counted as in a
// list, and several records may begin in one line.
//
// Checksums are those of the files of data, as far as they are given, not those of
// files with the extension of a sidecar. Algorithms and values are brought into
// one form, which [Checksum] describes. The algorithm SHA2 is the one that the
// length of the value tells; cksum (POSIX) values are decimal. A checksum that has
// no value of its algorithm is left out and counted: others write such.
//
// JSON is one value, or several behind each other, as in NDJSON: a record, an
// array of records, or an object that holds records where the format says so, at
// most eight values deep. Members that a format does not name, or that are null, do
// not matter. All values lie at most 10,000 deep in each other. Names of members are
// told apart by case; of a member that comes twice the last one counts. JSON and XML are
// UTF-8, all of it.
//
// # Format umm-g
//
// Metadata records of the CMR in JSON: bare records, or an answer of its search
// with items[].umm. The ID is GranuleUR, the collection that of
// CollectionReference if it gives ShortName and Version, and the producer's ID the
// identifier of type ProducerGranuleId. Checksums are those of
// ArchiveAndDistributionInformation; of a package those of its files if it has none.
//
//	{"GranuleUR": "DEMO01.A2030001", "CollectionReference": {"ShortName": "DEMO01", "Version": "002"}}
//
// # Format cmr
//
// An answer of the CMR's search in its own JSON, with feed.entry[]. The ID is
// title, which is the GranuleUR; the producer's ID is producer_granule_id. The
// collection is not given.
//
//	{"feed": {"entry": [{"title": "SC:DEMO01.002:1", "producer_granule_id": "DEMO01.A2030001.h5"}]}}
//
// # Format stac
//
// Items of a SpatioTemporal Asset Catalog (GeoJSON Features), or an ItemCollection
// with features[]. The ID is id. The collection is collection: NAME___VERSION, or
// a name without a version, since other ways of joining the two cannot be told
// apart. Checksums are the multihashes file:checksum of the assets that have the
// role data or no role, in the order of the assets' names.
//
//	{"type": "Feature", "id": "DEMO01.A2030001", "collection": "DEMO01___002", "assets": {
//	  "data": {"href": "DEMO01.A2030001.nc", "file:checksum": "d50110d41d8cd98f00b204e9800998ecf8427e"}}}
//
// # Format cnm
//
// Cloud notification messages of any version, one or several. They may lie in the
// input of a Cumulus task or the payload of its message, or as a string in the Message of an SNS notification or
// the body of an SQS message, be it in the Records of an event or as they were
// received. The ID is product.name, from its last / on; the collection is
// collection: a name, or an object with name and version (product.dataVersion is
// another thing); the producer's ID is product.producerGranuleId. Checksums are
// those of the files of type data, also in filegroups; md5 if no type is given.
//
// A response names the granule that a message was about, or none. It is passed over
// and counted unless it tells of a success and holds the product.
//
//	{"version": "1.6.1", "submissionTime": "2030-01-01T00:00:00Z", "identifier": "msg-1",
//	 "collection": {"name": "DEMO01", "version": "002"},
//	 "product": {"name": "DEMO01.A2030001", "files": []}}
//
// # Format pdr
//
// A product delivery record in the Parameter Value Language: one statement
// KEY = VALUE a line, the semicolon, the blanks and quotes around the value being
// optional; comments /* */ that are all of a line; END ends the file. Each
// FILE_GROUP is a granule, with the collection DATA_TYPE and DATA_VERSION. Its ID is
// the FILE_ID of its first FILE_SPEC of data (of the FILE_TYPE HDF, HDF-EOS, SCIENCE
// or TGZ), without known extensions of data.
//
// A FILE_SPEC must have FILE_ID, DIRECTORY_ID, FILE_SIZE and a known FILE_TYPE, and
// both or none of FILE_CKSUM_TYPE and FILE_CKSUM_VALUE, the value being one of the
// type; otherwise its FILE_GROUP is a bad record. Other objects and statements do not matter.
//
//	OBJECT = FILE_GROUP;
//	  DATA_TYPE = DEMO01;
//	  DATA_VERSION = 002;
//	  OBJECT = FILE_SPEC;
//	    DIRECTORY_ID = /out;
//	    FILE_ID = DEMO01.A2030001.002.hdf;
//	    FILE_TYPE = HDF;
//	    FILE_SIZE = 12;
//	  END_OBJECT = FILE_SPEC;
//	END_OBJECT = FILE_GROUP;
//
// is the granule DEMO01.A2030001.002.
//
// # Format cumulus
//
// Granules of Cumulus: bare ones, or lists of them in granules[] or, in answers of
// its API, results[]; such a list may be in the payload of a workflow message or the
// input of a task. The ID is granuleId, the producer's ID producerGranuleId, the
// collection collectionId or else dataType and version. Checksums are those of the
// files of type data or of no type.
//
//	{"granules": [{"granuleId": "DEMO01.A2030001_wJJ69jjW", "producerGranuleId": "DEMO01.A2030001",
//	  "collectionId": "DEMO01___002", "files": []}]}
//
// # Format echo10
//
// Granule elements of ECHO 10 in XML in UTF-8, without a document type: one, or the
// answer of a search of the CMR, or another document that holds them. The ID is GranuleUR, the collection
// Collection/ShortName and VersionId, the producer's ID
// DataGranule/ProducerGranuleId. Checksums are that of DataGranule and those of its
// AdditionalFile elements. Blanks and line ends around a text do not matter.
//
//	<Granule>
//	  <GranuleUR>SC:DEMO01.002:1</GranuleUR>
//	  <Collection><ShortName>DEMO01</ShortName><VersionId>002</VersionId></Collection>
//	  <DataGranule><ProducerGranuleId>DEMO01.A2030001.hdf</ProducerGranuleId></DataGranule>
//	</Granule>
//
// # Finding the format
//
// The first 64 KiB decide, never the name of the file. JSON is of the format that
// alone has one of its first members, XML of that of its first element, and KEY =
// VALUE statements with a FILE_GROUP are a PDR. What is known to be something else
// (UTF-16, an archive, other JSON or XML, a script …) is refused with an error that
// names it. Checksums and names in nine tenths of the lines are sums, a known header
// makes a table. Else nine tenths of the lines decide: URLs, lines with a separator (a
// table), quoted lines (a table of one column). A file in which URLs, checksums or a
// separator are in more than a tenth of the lines, but not in nine tenths, is refused: its format must be named. All else is a list.
//
// # Bad lines
//
// A line or record that holds no granule though it should is reported as a
// [*LineError]; it is for the caller to stop or to go on. What cannot be skipped
// ends the reading, since nobody can tell how many granules are behind it: text that
// is no JSON or XML in UTF-8, statements of a PDR that do not fit together, a record that is
// too long, a quoted cell that does not end where it should, over several lines. So
// do a read error and compressed data that is damaged or cut off.
package ingest
