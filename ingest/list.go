package ingest

// readList reads one granule ID a line.
func readList(in *input) bool {
	return in.lines(func(line []byte) bool { return in.deliver(line, in.number) })
}
