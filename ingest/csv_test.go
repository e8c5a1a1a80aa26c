package ingest_test

import (
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/ingest"
)

func TestCSV(t *testing.T) {
	t.Parallel()
	runCases(t, []readCase{
		{
			name: "package documentation",
			text: "RTC Burst ID, SAFE file ID, Polygon\n" +
				"T141-301435-IW2, S1B_IW_SLC__1SDH_20171228T085649-SLC, POLYGON((-40.1 58.3, -38.5 58.3))\n" +
				"T141-301436-IW1, None, POLYGON((-38.7 58.0, -37.2 58.0))\n",
			granules: []string{"2:S1B_IW_SLC__1SDH_20171228T085649-SLC"}, passed: [2]int64{1, 0},
		},
		{name: "comma", text: "id,size\na,1\nb,2\n", granules: []string{"2:a", "3:b"}},
		{name: "semicolon", text: "size;Granule ID\r\n1,5;a\r\n2,5;b", granules: []string{"2:a", "3:b"}},
		{name: "tab", text: "x\tGRANULE_UR\n\ta\n1\tb c\n", granules: []string{"2:a", "3:b c"}},
		{name: "tab and bare quotes", text: "id\tshape\na\t{\"type\": \"Point\"}\nb\t5\"\n", granules: []string{"2:a", "3:b"}},
		{name: "byte order mark", text: "\xef\xbb\xbfid,size\na,1\n", granules: []string{"2:a"}},
		{name: "one column", text: "granule_ur\na\nb\n", granules: []string{"2:a", "3:b"}},
		{name: "one quoted column", text: "\"a\"\n\"b,c\"\n", granules: []string{"1:a", "2:b,c"}},
		{name: "one quoted column with header", text: "\"Szene\"\n\"G1\"\n\"G2\"\n", granules: []string{"2:G1", "3:G2"}},
		{name: "header only", text: "granule,size\n"},
		{name: "blank lines and rows", text: "\n , \nid,size\n\n,\na,1\n", granules: []string{"6:a"}},
		{name: "order of names", text: "id,file_id,granule\n1,2,a\n3,4,b\n", granules: []string{"2:a", "3:b"}},
		{name: "a value like a name", text: "G0000001,granule\nG0000002,granule\n", granules: []string{"1:G0000001", "2:G0000002"}},
		{name: "trailing separators", text: "granule,\na,\nb,\n", granules: []string{"2:a", "3:b"}},
		{name: "placeholders", text: "id,x\nNone,1\na,None\n nan ,2\n", granules: []string{"3:a"}, passed: [2]int64{2, 0}},
		{name: "empty cell", text: "id,x\n,1\nb,2\n", granules: []string{"3:b"}, bad: []string{"2:the granule ID is empty"}},
		{name: "bad ID", text: "id,x\na\x01,1\nb,2\n", granules: []string{"3:b"}, bad: []string{"2:not a granule ID"}},

		{name: "quoted cells", text: "id,x\n\"a,\"\"b\",1\n c, \"1,2\"\n", granules: []string{"2:a,\"b", "3:c"}},
		{name: "line ends in cells", text: "x,id\n\"1\n2\r\n\n3\",a\n4,b\n\"5\n6\",c\n", granules: []string{"2:a", "6:b", "7:c"}},
		{name: "line end in the ID", text: "id,x\n\"a\nb\",1\nc,2\n", granules: []string{"4:c"}, bad: []string{"2:not a granule ID"}},
		{name: "long quoted cell", text: "id,x\na,\"" + strings.Repeat("1,", 10_000) + "\"\nb,2\n", granules: []string{"2:a", "3:b"}},
		{name: "bare quote beside a quoted cell", text: "id,x,y\na,\"1\",2\"\nb,2,3\n", granules: []string{"3:b"}, bad: []string{"2:a \" inside a cell"}},
		{name: "text behind a quoted cell", text: "id,x\na,\"1\"2\nb,2\n", granules: []string{"3:b"}, bad: []string{"2:does not end"}},
		{name: "quote that ends in another row", text: "id,x\na,\"1\nb,\"2\nc,3\n", err: "lines 2 to 3"},
		{name: "quote without end", text: "id,x\na,1\nb,\"2\nc,3\n", granules: []string{"2:a"}, err: "line 3: a quoted cell has no end"},
		{name: "quote without end in a long file", text: "id,x\na,\"" + strings.Repeat("1\n", ingest.MaxLine/2), err: "line 2: a quoted cell has no end"},

		{name: "short row of two lines", text: "x,id\n\"1\n2\"\n3,b\n", granules: []string{"4:b"}, bad: []string{"2:ends in column 1"}},
		{name: "bare quote behind a line end", text: "x,id\n\"1\n2\",3\"\n4,b\n", err: "lines 2 to 3"},

		{name: "more cells than the header", text: "id,x\na,1,2\nb,1\nc,1,,\n", granules: []string{"2:a", "3:b", "4:c"}},
		{name: "fewer cells than the header", text: "id,x,y\na\nb,1\nc,1,2\n", granules: []string{"3:b", "4:c"}, bad: []string{"2:ends in column 1"}},
		{name: "ID missing", text: "x,id\n1\n2,b\n", granules: []string{"3:b"}, bad: []string{"2:ends in column 1"}},
		{name: "ID missing, quoted", text: "x,id\n\"1\"\n2,b\n", granules: []string{"3:b"}, bad: []string{"2:ends in column 1"}},
		{name: "unquoted separator in the ID", text: "x,id\n1,a,b\n2,b\n3,c, ,\n", granules: []string{"3:b", "4:c"}, bad: []string{"2:more than the 2 columns"}},
		{name: "the same, quoted", text: "x,id\n\"1\",a,b\n\"2\",b\n\"3\",c,\n", granules: []string{"3:b", "4:c"}, bad: []string{"2:more than the 2 columns"}},
		{name: "long line", text: "id,x\na,1\n" + strings.Repeat("x", ingest.MaxLine) + "\nb,2\n", granules: []string{"2:a", "4:b"}, bad: []string{"3:longer than"}},
	})
}

func TestCSVColumn(t *testing.T) {
	t.Parallel()
	const table = "Ordnung; Name der Szene ;Datum\n1;G1;2001-01-02\n2;G2;2001-01-03\n"
	runCases(t, []readCase{
		{name: "name", text: table, column: "Name der Szene", granules: []string{"2:G1", "3:G2"}},
		{name: "name with other case", text: table, column: "name_der_szene", granules: []string{"2:G1", "3:G2"}},
		{name: "number", text: table, column: "2", granules: []string{"2:G1", "3:G2"}},
		{name: "other name", text: table, column: "Szene", err: `stdin: there is no column "Szene": the first row is "Ordnung" "Name der Szene" "Datum"`},
		{name: "number too large", text: table, column: "4", err: "there is no column 4: rows have 3 columns"},
		{name: "number 0", text: table, column: "0", err: "there is no column 0"},
		{name: "negative number", text: table, column: "-1", err: "there is no column -1"},
		{name: "two of the name", text: "a_b,A-B,x\n1,2,3\n", column: "ab", err: `"a_b" or "A-B"`},
		{name: "exact name of two", text: "a_b,A-B,x\nG1,G2,G3\n", column: "A-B", granules: []string{"2:G2"}},
		{name: "name of signs", text: "a,-\nG1,G2\n", column: "-", granules: []string{"2:G2"}},
		{name: "no name of signs", text: "a,_\nG1,G2\n", column: "-", err: `there is no column "-"`},
		{name: "number, all the same", text: "Nr,Szene\n1,G1\n2,G1\n", column: "2", granules: []string{"2:G1", "3:G1"}},
		{name: "number without header", text: "a,x\nb,y\n", column: "2", granules: []string{"1:x", "2:y"}},
		{name: "list", text: "id\na\nb\n", column: "id", granules: []string{"2:a", "3:b"}},
		{name: "list without header", text: "a\nb\n", column: "1", granules: []string{"1:a", "2:b"}},
		{name: "several cells hold the name", text: "x,id\nid,id\n1,b\n", column: "2", granules: []string{"1:id", "2:id", "3:b"}},
		{name: "nothing", text: "", column: "id"},
	})
}

func TestCSVByLooking(t *testing.T) {
	t.Parallel()
	runCases(t, []readCase{
		{
			name: "no header", text: "2001-01-02T00:00:00Z,S2A,HLS.S30.T55TCJ.2021259,12\n2001-01-03T00:00:00Z,S2B,HLS.S30.T55TCJ.2021260,1e5\n",
			granules: []string{"1:HLS.S30.T55TCJ.2021259", "2:HLS.S30.T55TCJ.2021260"},
		},
		{
			name: "unknown header", text: "Sammlung,Szene\nMOD09GQ.006,MOD09GQ.A2017001\nMOD09GQ.006,MOD09GQ.A2017002\n",
			granules: []string{"2:MOD09GQ.A2017001", "3:MOD09GQ.A2017002"},
		},
		{name: "comma and blank, no header", text: "CMIP6.a1.v2019, hdl:21/f1\nCMIP6.a2.v2019, hdl:21/f2\n", granules: []string{"1:CMIP6.a1.v2019", "2:CMIP6.a2.v2019"}},
		{name: "one row", text: "MOD09GQ.A2017001,17\n", granules: []string{"1:MOD09GQ.A2017001"}},
		{name: "short IDs", text: "1,G1\n2,G2\n", granules: []string{"1:G1", "2:G2"}},
		{name: "comma before semicolon", text: "G1,a;b\nG2,c;d\n", granules: []string{"1:G1", "2:G2"}},
		{name: "semicolon before comma", text: "G1;1,5\nG2;2,5\n", granules: []string{"1:G1", "2:G2"}},
		{name: "separators in quotes only", text: "\"G1,a\"\n\"G2,b\"\n", granules: []string{"1:G1,a", "2:G2,b"}},
		{name: "no column", text: "1,2001-01-02\n2,2001-01-03\n", err: `no column looks like granule IDs; name the column: the first row is "1" "2001-01-02"`},
		{name: "no column but URLs", text: "1,https://h/G1\n2,https://h/G2\n", err: "no column looks like"},
		{name: "no column that differs", text: "G0000001,1\nG0000001,2\n", err: "no column looks like"},
		{name: "many columns", text: strings.Repeat("x,", 30) + "\n" + strings.Repeat("y,", 30) + "\n", err: `"x" and 11 more`},
		{name: "a broken first row", text: "\"a\"b,c\nG1,d\n", format: ingest.CSV, granules: []string{"2:G1"}, bad: []string{"1:does not end"}},
		{
			name: "a header of one long line and long rows", format: ingest.Auto,
			text:     "granule,shape\nG1,\"" + strings.Repeat("1 2,", 30_000) + "\"\nG2,3\n",
			granules: []string{"2:G1", "3:G2"},
		},
	})
}
