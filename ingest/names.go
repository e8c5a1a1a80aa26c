package ingest

import "bytes"

// kind is what a file is by its extension.
type kind uint8

const (
	other   kind = iota // unknown: the name is left as it is
	data                // cut off
	sidecar             // describes or shows a granule
)

// kindOf returns the kind of an extension in lower case, without its dot.
func kindOf(extension []byte) kind {
	switch string(extension) {
	case "hdf", "hdf4", "hdf5", "h4", "h5", "he4", "he5", "hdfeos", "nc", "nc3", "nc4", "cdf",
		"tif", "tiff", "gtiff", "jp2", "img", "vrt", "bil", "bip", "bsq", "dat", "bin", "raw", "grd",
		"grb", "grb2", "grib", "grib2", "bufr", "fits", "sp3", "rnx",
		"ntf", "asc", "las", "laz", "csv", "txt", "parquet", "geojson", "gpkg", "shp", "safe", "sen3", "zarr",
		"gz", "bz2", "xz", "zst", "zip", "tar", "tgz", "7z":
		return data
	case "xml", "json", "met", "cmr", "iso", "aux", "dmrpp", "odl", "prj", "tfw", "html", "pdf", "qa", "log",
		"md5", "sha1", "sha256", "sha512", "sum", "sig",
		"jpg", "jpeg", "png", "gif", "bmp", "svg", "webp", "kml", "kmz":
		return sidecar
	}
	return other
}

// cutExtensions returns name without its extensions, the last extension (without
// its dot), and its kind. Extensions of data are cut as many as there are, below
// one of a sidecar and its cmr, iso or aux. What is cut never leaves nothing.
func cutExtensions(name []byte) (stem, extension []byte, kind kind) {
	stem = name
	for {
		shorter, ext, k := cutExtension(stem)
		if extension == nil {
			extension, kind = ext, k
		}
		switch {
		case k == data,
			k == sidecar && len(stem) == len(name),
			k == sidecar && kind == sidecar && isInner(ext):
			stem = shorter
		default:
			return stem, extension, kind
		}
	}
}

// isInner reports whether ext stands before the extension of a sidecar, as in
// cmr.xml.
func isInner(ext []byte) bool {
	switch string(ext) {
	case "cmr", "iso", "aux", "CMR", "ISO", "AUX":
		return true
	}
	return false
}

// cutExtension splits the last extension off; other is the kind if there is none.
func cutExtension(name []byte) (stem, extension []byte, k kind) {
	dot := bytes.LastIndexByte(name, '.')
	var lower [8]byte
	extension = name[dot+1:]
	if dot <= 0 || len(extension) > len(lower) {
		return name, extension, other
	}
	for i, c := range extension {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		lower[i] = c
	}
	return name[:dot], extension, kindOf(lower[:len(extension)])
}

// isGranuleFolder reports whether the granule of a file is the folder that it
// lies in; file is the name without extensions. Numbers are runs of four digits
// or more. The folder has a number of six digits or more and a letter in its first
// word, and either the file begins with the same word and has the same numbers, or
// it has fewer than three digits and is shorter than the folder's name.
func isGranuleFolder(folder, file []byte) bool {
	word := firstWord(folder)
	if !hasLetter(word) || !hasDate(folder) {
		return false
	}
	if bytes.Equal(word, firstWord(file)) && sameNumbers(folder, file) {
		return true
	}
	return len(file) < len(folder) && digits(file) < 3
}

// firstWord returns name up to the first _ . or -.
func firstWord(name []byte) []byte {
	for i, c := range name {
		if c == '_' || c == '.' || c == '-' {
			return name[:i]
		}
	}
	return name
}

func hasLetter(name []byte) bool {
	for _, c := range name {
		if 'a' <= c|0x20 && c|0x20 <= 'z' {
			return true
		}
	}
	return false
}

func hasDate(name []byte) bool {
	for {
		number, rest := nextNumber(name)
		if len(number) >= 6 {
			return true
		}
		if len(number) == 0 {
			return false
		}
		name = rest
	}
}

func sameNumbers(a, b []byte) bool {
	for {
		var x, y []byte
		x, a = nextNumber(a)
		y, b = nextNumber(b)
		if !bytes.Equal(x, y) {
			return false
		}
		if len(x) == 0 {
			return true
		}
	}
}

// nextNumber returns the first run of four digits or more and what follows it.
func nextNumber(name []byte) (number, rest []byte) {
	for i := 0; i < len(name); i++ {
		start := i
		for i < len(name) && isDigit(name[i]) {
			i++
		}
		if i-start >= 4 {
			return name[start:i], name[i:]
		}
	}
	return nil, nil
}

func digits(name []byte) int {
	n := 0
	for _, c := range name {
		if isDigit(c) {
			n++
		}
	}
	return n
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
