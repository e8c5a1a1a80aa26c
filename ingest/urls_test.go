package ingest_test

import (
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/ingest"
)

// The ID of one URL, looked at on its own.
func TestURL(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ url, id string }{
		// The name of the file.
		{"https://h/ATL24/001/2024/11/07/ATL24_20241107224836_08042507_006_01_001_01.h5", "ATL24_20241107224836_08042507_006_01_001_01"},
		{"https://h/p/AQUA_MODIS.20171231.L3m.DAY.CHL.chlor_a.9km.nc", "AQUA_MODIS.20171231.L3m.DAY.CHL.chlor_a.9km"},
		{"https://h/a.nc", "a"},
		{"s3://bucket/a.nc", "a"},
		{"ftp://h/d/a.HDF5", "a"},
		{"FILE:///d/a.TIFF", "a"},
		{"gs://b/d/a.b.c", "a.b.c"},
		{"globus+x-1.0://h/a.nc", "a"},
		{`"https://h/d/a.nc"`, "a"},
		// Query and fragment.
		{"https://h/d/a.nc?x=/b.h5", "a"},
		{"https://h/d/a.nc#b/c?d", "a"},
		{"https://h/d/a?b#c", "a"},
		// Percent-encoding, which keys do not have.
		{"https://h/d/a%3A00%20%c3%a9%2Fb.nc", "a:00 é/b"},
		{"https://h/G%2B20190101/G%2B20190101_B1.tif", "G+20190101"},
		{"s3://b/d/a%3A00.nc", "a%3A00"},
		{"GS://b/d/100%.nc", "100%"},
		// Several extensions, and dots that begin none.
		{"https://h/d/a.tar.gz", "a"},
		{"https://h/d/a.nc4.nc4?T2M[0:23]", "a"},
		{"https://h/d/S1A_IW_SLC.SAFE.zip", "S1A_IW_SLC"},
		{"https://h/d/N37W122.SRTMGL1.hgt.zip", "N37W122.SRTMGL1.hgt"},
		{"https://h/d/x.met.nc", "x.met"},
		{"https://h/d/x.v1.0", "x.v1.0"},
		{"https://h/d/.nc", ".nc"},
		{"https://h/d/a.", "a."},
		{"https://h/d/a.extension", "a.extension"},
		// The folder of a granule.
		{"s3://b/AST_08.004/AST_08_00412312019162928_20250906110231/AST_08_00412312019162928_20250906110231_SKT_QA_DataPlane2.tif", "AST_08_00412312019162928_20250906110231"},
		{"s3://b/HLSS30.020/HLS.S30.T55TCJ.2021259T011649.v2.0/HLS.S30.T55TCJ.2021259T011649.v2.0.B05.tif", "HLS.S30.T55TCJ.2021259T011649.v2.0"},
		{"https://h/EMIT/EMIT_L2A_RFL_001_20220903T163129_2224611_012/EMIT_L2A_MASK_001_20220903T163129_2224611_012.nc", "EMIT_L2A_RFL_001_20220903T163129_2224611_012"},
		{"https://h/2020/7/S2A_36QWD_20200701_0_L2A/B8A.tif", "S2A_36QWD_20200701_0_L2A"},
		// Folders of many granules.
		{"https://h/MOD13Q1/MOD13Q1.A2001177.h09v05.hdf", "MOD13Q1.A2001177.h09v05"},
		{"https://h/GRID_0063/GRID_0063_x.nc", "GRID_0063_x"},
		{"https://h/20190815/20190815_sst.nc", "20190815_sst"},
		{"https://h/MOD.20190509/MOD.20190509.1430.hdf", "MOD.20190509.1430"},
		{"https://h/A2019227/MOD08_D3.A2019227.nc", "MOD08_D3.A2019227"},
		{"https://h/gn/v20190815/tas_Amon_UKESM1_gn_201501-210012.nc", "tas_Amon_UKESM1_gn_201501-210012"},
		{"https://h/gn/v20190815/orog_fx_UKESM1-0-LL_gn.nc", "orog_fx_UKESM1-0-LL_gn"},
		{"https://h/DEM_20150101/N37W122.tif", "N37W122"},
		{"s3://S2A_36QWD_20200701_0_L2A/B8A.tif", "B8A"},
	} {
		got := readText(c.url+"\n", ingest.Options{})
		if len(got.granules) != 1 || got.granules[0] != "1:"+c.id {
			t.Errorf("%s:\ngot  %q, bad %q, %v\nwant %q", c.url, got.granules, got.bad, got.err, c.id)
		}
	}
}

func TestURLs(t *testing.T) {
	t.Parallel()
	manySidecars := strings.Repeat("https://h/d/a.cmr.xml\n", 4000)
	runCases(t, []readCase{
		{
			name: "package documentation",
			text: "https://host/MOD13Q1.061/MOD13Q1.A2021209.h09v05/MOD13Q1.A2021209.h09v05.hdf\n" +
				"https://host/MOD13Q1.061/MOD13Q1.A2021209.h09v05/MOD13Q1.A2021209.h09v05.cmr.xml\n" +
				"s3://bucket/AST_08.004/AST_08_00412312019162928/AST_08_00412312019162928_SKT_QA.tif\n" +
				"s3://bucket/2024/11/07/ATL24_20241107224836_08042507.h5?versionId=3\n",
			granules: []string{"1:MOD13Q1.A2021209.h09v05", "3:AST_08_00412312019162928", "4:ATL24_20241107224836_08042507"},
			passed:   [2]int64{0, 1},
		},
		{
			name: "other lines", text: "# comment\r\n https://h/d/a.nc \r\nNone\n\nhttps://h/d/b.nc\n", format: ingest.URLs,
			granules: []string{"2:a", "5:b"}, passed: [2]int64{1, 0},
		},
		{
			name: "bad lines", format: ingest.URLs,
			text: "a\nhttps://h\nhttps://h/\nhttps://h/d/\nhttps://h/d/?a.nc\nhttps://h/%zz\nhttps://h/%4\n" +
				"https://h/a.nc,17\nhttps://h/a b.nc\n://h/a\nhttps:/h/a\nhttps://h/%00\n\x00\n1x://h/a\n",
			bad: []string{
				"1:not a URL", "2:no file is named", "3:no file is named", "4:no file is named", "5:no file is named", "6:hexadecimal", "7:hexadecimal",
				"8:more than a URL", "9:more than a URL", "10:not a URL", "11:not a URL", "12:not a granule ID", "13:not a URL", "14:not a URL",
			},
		},
		{
			name:     "sidecars",
			text:     "https://h/d/a.hdf\nhttps://h/d/a.hdf.xml\nhttps://h/d/a.cmr.xml\nhttps://h/d/BROWSE.a.1.JPG\nhttps://h/d/b.hdf\nhttps://h/d/b.hdf.md5\n",
			granules: []string{"1:a", "5:b"}, passed: [2]int64{0, 4},
		},
		{name: "images only", text: "https://h/d/a.png\nhttps://h/d/b.PNG\n", granules: []string{"1:a", "2:b"}},
		{name: "metadata only", text: "https://h/d/a.hdf.cmr.xml\nhttps://h/d/b.ISO.xml\n", granules: []string{"1:a", "2:b"}},
		{name: "sidecars of two kinds", text: "https://h/d/a.png\nhttps://h/d/a.xml\n", err: "none of 2 files holds data", passed: [2]int64{0, 2}},
		{
			name: "other sidecars behind many", text: manySidecars + "https://h/d/a.png\n",
			granules: slicesOfLines("a", 4000), passed: [2]int64{0, 1},
		},
		{
			name: "data behind many sidecars", text: manySidecars + "https://h/d/a.nc\n",
			granules: slicesOfLines("a", 4000), err: "line 4001: a data file, but xml files before it",
		},
		{name: "not nine tenths", text: strings.Repeat("https://h/d/a.nc\n", 8) + "a\nb\n", err: "8 of the first 10 lines are URLs"},
		{
			name: "nine tenths", text: strings.Repeat("https://h/d/a.nc\n", 9) + "404\n",
			granules: slicesOfLines("a", 9), bad: []string{"10:not a URL"},
		},
		{name: "commas in queries", text: "https://h/a.nc?b=1,2\nhttps://h/b.nc?b=1,2\n", granules: []string{"1:a", "2:b"}},
	})
}
