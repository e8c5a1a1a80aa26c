package dataset_test

import (
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/ingest"
	"github.com/seed-05176fc3/idem/internal/testenv"
)

// idTimes are IDs of many producers, and IDs that come near to them. An empty time
// says that there is none.
var idTimes = []struct{ id, time string }{
	{"MOD021KM.A2005032.0145.061.2017194024125", "2005-02-01T01:45:00Z"},
	{"MOD13Q1.A2025209.h09v05.061.2025227005847", "2025-07-28T00:00:00Z"},
	{"OPERA_L3_DIST-ALERT-HLS_T22KCV_20211012T134209Z_20231101T120439Z_S2B_30_v1_VEG-DIST-STATUS", "2021-10-12T13:42:09Z"},
	{"OPERA_L2_RTC-S1_T141-301435-IW2_20230101T211239Z_20230102T010203Z_S1A_30_v1.0", "2023-01-01T21:12:39Z"},
	{"S1A_IW_SLC__1SSV_20150313T020743_20150313T020811_005007_00646F_366F-SLC", "2015-03-13T02:07:43Z"},
	{"S1_372326_IW3_20141017T151617_VV_3B42-BURST", "2014-10-17T15:16:17Z"},
	{"HLS.L30.T18UXG.2021245T154154.v2.0", "2021-09-02T15:41:54Z"},
	{"ATL24_20241107224836_08042507_006_01_001_01", "2024-11-07T22:48:36Z"},
	{"GEDI02_A_2019108002012_O01959_03_T03909_02_003_01_V002", "2019-04-18T00:20:12Z"},
	{"AST_08_00412312019162928_20250906110231", "2019-12-31T16:29:28Z"},
	{"AQUA_MODIS.20171231.L3m.DAY.CHL.chlor_a.9km", "2017-12-31T00:00:00Z"},
	{"A2002185000000.L2_LAC", "2002-07-04T00:00:00Z"},
	{"SNDR.SNPP.CRIMSS.20160101T0006.m06.g001.L2", "2016-01-01T00:06:00Z"},
	{"20220111135840-NAVO-L2P_GHRSST-SST1m-VIIRS_NPP-v02.0-fv03.0", "2022-01-11T13:58:40Z"},
	{"IASI_xxx_1C_M02_20130109150553Z_20130109150857Z_N_O", "2013-01-09T15:05:53Z"},
	{"LC08_L1TP_042034_20170616_20170629_01_T1", "2017-06-16T00:00:00Z"},
	{"vt_m_4307307_ne_18_030_20230622_20231113", "2023-06-22T00:00:00Z"},
	{"GSM-2_2002094-2002120_GRAC_UTCSR_BA01_0600", "2002-04-04T00:00:00Z"},
	{"20210903_150800_60_2458", "2021-09-03T00:00:00Z"},

	// What is no time of observation, or not known to be one.
	{"CMIP6.CMIP.AS-RCEC.TaiESM1.amip.r1i1p1f1.Amon.tas.gn.v20200817", ""},
	{"FOOL2.v2.01.bba34792-f256-4c54-81dd-9977e432c204", ""},
	{"pg-PR1A0000-2016110701_000_001", ""},
	{"OR_ABI-L1b-RadF-M6C01_G16_s20210010000209_e20210010009517_c20210010009582", ""},
	{"LC80120302018040LGN00", ""},
	{"AIRS.2005.02.01.001.L1B", ""},
	{"CAL_LID_L2_05kmCLay-Prov-V3-01.2006-06-12T23-21-12ZN", ""},
	{"tas_Amon_TaiESM1_historical_r1i1p1f1_gn_185001-201412", ""},
	{"CER_SSF_Terra-FM1-MODIS_Edition4A_404405.2005020100", ""},
	{"", ""},
	{"A", ""},

	// The date must exist, and stand by itself.
	{"20040229", "2004-02-29T00:00:00Z"},
	{"20050229", ""},
	{"20050001", ""},
	{"20051301", ""},
	{"20050100", ""},
	{"20050431", ""},
	{"2004366", "2004-12-31T00:00:00Z"},
	{"2005366", ""},
	{"2005000", ""},
	{"18991231", ""},
	{"19000101", "1900-01-01T00:00:00Z"},
	{"20991231", "2099-12-31T00:00:00Z"},
	{"21000101", ""},
	{"200502011", ""},
	{"x20050201", ""},
	{"20050201x", ""},
	{"é20050201é", "2005-02-01T00:00:00Z"},
	{"XA2005032", ""},
	{"-A2005032-", "2005-02-01T00:00:00Z"},
	{"a2005032", ""},
	{"A20050201T0102", "2005-02-01T01:02:00Z"},
	{"20050431.20050430", "2005-04-30T00:00:00Z"},

	// ... and so must the time of day.
	{"20050201T235959", "2005-02-01T23:59:59Z"},
	{"20050201T235959Z", "2005-02-01T23:59:59Z"},
	{"20050201T240000", ""},
	{"20050201T236000", ""},
	{"20050201T235960", ""},
	{"20050201T2359595", ""},
	{"20050201T23", ""},
	{"20050201T", ""},
	{"20050201Tile", ""},
	{"20050201T2359x", ""},
	{"20050201T2359Zx", ""},
	{"20050201Z", ""},
	{"20050201T2400_20050202", "2005-02-02T00:00:00Z"},
	{"20050201235959", "2005-02-01T23:59:59Z"},
	{"20050201240000", ""},
	{"20050201235959T0000", ""},
	{"2005032235959Z", "2005-02-01T23:59:59Z"},
	{"00302012005235959", "2005-02-01T23:59:59Z"},
	{"01302012005235959", ""},
	{"00302302005235959", ""},
	{"A2005032.2359", "2005-02-01T23:59:00Z"},
	{"A2005032.2400.1", "2005-02-01T00:00:00Z"},
	{"A2005032.23590", "2005-02-01T00:00:00Z"},
	{"A2005032.2359x", "2005-02-01T00:00:00Z"},
	{"A2005032.235", "2005-02-01T00:00:00Z"},
	{"2005032.2359", "2005-02-01T00:00:00Z"},
	{"A2005032_2359", "2005-02-01T00:00:00Z"},
}

func TestIDTime(t *testing.T) {
	t.Parallel()
	for _, test := range idTimes {
		got, ok := dataset.IDTime([]byte(test.id))
		if test.time == "" {
			if ok || !got.IsZero() {
				t.Errorf("%q: got %v, %v, want none", test.id, got, ok)
			}
			continue
		}
		if !ok || got.Format(time.RFC3339) != test.time || got.Location() != time.UTC {
			t.Errorf("%q: got %v, %v, want %s", test.id, got, ok, test.time)
		}
	}
}

// idTimeForms are the forms of a time with the layouts of package time. They are a
// second telling of the rule.
var idTimeForms = []struct {
	form    *regexp.Regexp
	layouts []string
}{
	{regexp.MustCompile(`^([0-9]{7}|[0-9]{8})(?:[^0-9A-Za-z]|$)`), []string{"2006002", "20060102"}},
	{regexp.MustCompile(`^((?:[0-9]{7}|[0-9]{8})T[0-9]{4})Z?(?:[^0-9A-Za-z]|$)`), []string{"2006002T1504", "20060102T1504"}},
	{regexp.MustCompile(`^((?:[0-9]{7}|[0-9]{8})T[0-9]{6})Z?(?:[^0-9A-Za-z]|$)`), []string{"2006002T150405", "20060102T150405"}},
	{regexp.MustCompile(`^([0-9]{13}|[0-9]{14})Z?(?:[^0-9A-Za-z]|$)`), []string{"2006002150405", "20060102150405"}},
	{regexp.MustCompile(`^00[0-9]([0-9]{14})Z?(?:[^0-9A-Za-z]|$)`), []string{"01022006150405"}},
}

var (
	idTimeBefore = regexp.MustCompile(`(?:^|[^0-9A-Za-z])A?$`)
	idTimeMinute = regexp.MustCompile(`^[0-9]{7}\.([0-9]{4})(?:[^0-9A-Za-z]|$)`)
)

// idTimeByForms does what IDTime does, slowly.
func idTimeByForms(id string) (time.Time, bool) {
	for i := range len(id) {
		if !idTimeBefore.MatchString(id[:i]) {
			continue
		}
		for _, f := range idTimeForms {
			m := f.form.FindStringSubmatch(id[i:])
			for _, layout := range f.layouts {
				if m == nil || len(m[1]) != len(layout) {
					continue
				}
				t, err := time.Parse(layout, m[1])
				if err != nil || t.Year() < 1900 || t.Year() > 2099 {
					continue
				}
				if m := idTimeMinute.FindStringSubmatch(id[i:]); m != nil && i > 0 && id[i-1] == 'A' {
					if day, err := time.Parse("1504", m[1]); err == nil {
						t = t.Add(time.Duration(day.Hour())*time.Hour + time.Duration(day.Minute())*time.Minute)
					}
				}
				return t, true
			}
		}
	}
	return time.Time{}, false
}

func checkIDTime(t *testing.T, id string) {
	t.Helper()
	got, ok := dataset.IDTime([]byte(id))
	want, wantOK := idTimeByForms(id)
	if ok != wantOK || !got.Equal(want) {
		t.Errorf("%q: got %v, %v, want %v, %v", id, got, ok, want, wantOK)
	}
}

// TestIDTimeModel compares with the forms on IDs put together from parts of IDs.
func TestIDTimeModel(t *testing.T) {
	t.Parallel()
	parts := []string{
		"A", "T", "Z", "Z", ".", "_", "-", "x", "v", "é", "0", "1", "2400", "0145", "2359", "12",
		"2005032", "2004366", "2005366", "20050201", "20050229", "134209", "235960",
		"2017194024125", "20241107224836", "00412312019162928", "20050201T", "_A2005032.",
	}
	random := rand.New(rand.NewPCG(1, 2))
	timed := 0
	for range 5000 {
		var id strings.Builder
		for range random.IntN(6) {
			id.WriteString(parts[random.IntN(len(parts))])
		}
		checkIDTime(t, id.String())
		if _, ok := dataset.IDTime([]byte(id.String())); ok {
			timed++
		}
	}
	if timed < 300 {
		t.Errorf("only %d of the IDs have a time", timed)
	}
}

func FuzzIDTime(f *testing.F) {
	for _, test := range idTimes {
		f.Add(test.id)
	}
	f.Fuzz(checkIDTime)
}

// TestIDTimeLists reads the times of real lists, where the producers put them.
func TestIDTimeLists(t *testing.T) {
	t.Parallel()
	dir := testenv.Data(t)
	for _, test := range []struct{ file, form, layout string }{
		{"opera-s1-slc-ids.csv.gz", `^S1[AB]_IW_SLC__1S.._(.{15})_`, "20060102T150405"},
		{"opera-s1c-slc-ids.csv", `^S1C_IW_SLC__1S.._(.{15})_`, "20060102T150405"},
		{"opera-unique-safe-ids.txt", `^S1[AB]_IW_SLC__1S.._(.{15})_`, "20060102T150405"},
		{"mod13q1-h09v05-granules.txt", `^MOD13Q1\.A(.{7})\.`, "2006002"},
		{"mod13q1-h09v05-urls.txt", `^MOD13Q1\.A(.{7})\.`, "2006002"},
		{"atl24-s3-urls.txt", `^ATL24_(.{14})_`, "20060102150405"},
		{"aqua-modis-l3m-chl-urls.txt", `^AQUA_MODIS\.(.{8})[._]`, "20060102"},
		{"ast08-s3-urls.txt", `^AST_08_00.(.{14})_`, "01022006150405"},
		{"opera-dist-alert-units-001-180.csv.gz", `^OPERA_L3_DIST-ALERT-HLS_T....._(.{16})_`, "20060102T150405Z"},
		{"opera-dist-alert-218-v1sample.csv", `^OPERA_L3_DIST-ALERT-HLS_T....._(.{16})_`, "20060102T150405Z"},
		{"asf-s1-stack-granule-urs.txt", `^S1._.._SLC__1S.._(.{15})_`, "20060102T150405"},
		{"asf-slc-burst-file-ids.txt", `^S1_......_IW._(.{15})_`, "20060102T150405"},
		{"c3s-cmip6-release3-dataset-ids-20210317.txt.gz", "", ""},
	} {
		t.Run(test.file, func(t *testing.T) {
			t.Parallel()
			form := regexp.MustCompile(test.form)
			r := ingest.NewReader([]string{filepath.Join(dir, "lists", test.file)}, ingest.Options{})
			n := 0
			for g, err := range r.All() {
				if err != nil {
					t.Fatal(err)
				}
				if n++; n%100 == 1 { // slow
					checkIDTime(t, string(g.ID))
				}
				got, ok := dataset.IDTime(g.ID)
				if test.form == "" {
					if ok {
						t.Errorf("%s: got %v, want none", g.ID, got)
					}
					continue
				}
				m := form.FindSubmatch(g.ID)
				if m == nil {
					t.Fatalf("%s has another form", g.ID)
				}
				if want, err := time.Parse(test.layout, string(m[1])); err != nil || !ok || !got.Equal(want) {
					t.Errorf("%s: got %v, %v, want %v, %v", g.ID, got, ok, want, err)
				}
			}
			if n == 0 {
				t.Error("no granules")
			}
		})
	}
}

func TestIDTimeAllocs(t *testing.T) {
	for _, test := range idTimes {
		id := []byte(test.id)
		if n := testing.AllocsPerRun(10, func() { dataset.IDTime(id) }); n != 0 {
			t.Errorf("%q: %v allocations", test.id, n)
		}
	}
}

func BenchmarkIDTime(b *testing.B) {
	for _, i := range []int{0, 2, 9, 19} {
		b.Run(idTimes[i].id[:5], func(b *testing.B) {
			id := []byte(idTimes[i].id)
			b.SetBytes(int64(len(id)))
			for b.Loop() {
				dataset.IDTime(id)
			}
		})
	}
}
