package export

import (
	"strings"
	"text/template"
	"time"
)

// readme says how to read an export with common tools.
var readme = template.Must(template.New(readmeFile).Parse(`The dataset {{.Dataset}} and its whole history, as plain text.

  newest entry  {{.Seq}}{{if .At}}, from {{.At}} on{{end}}
  granules      {{.Count}}
  instance
    {{.Instance}}
{{- if .DI}}
  DI            {{.DI}}{{end}}

All files are UTF-8 with line feeds; granules are sorted by bytes (LC_ALL=C).
With the tools of any Unix, in this folder:

Is everything as it was written?

  sha256sum -c SHA256SUMS

Which granules are in it now? granules.txt has one a line.
{{- if .Has.content}} Where checksums
are known, content.tsv has them after granule and tab.{{end}}

What was it when? ledger.ndjson has a line for each entry, oldest first: "at" is
the time from which on it holds, "instance" identifies the granules.

Which granules were in it at entry 3? changes.tsv has a line for each granule
that an entry touched: the entry's number, + (came), - (went) or = (other
content), and the granule, with tabs between them. A fourth column is the
content after + and =, and after - the granule that took its place.

  awk -F '\t' -v n=3 '$1 > n {exit} $2 == "+" {s[$3]} $2 == "-" {delete s[$3]}
    END {for (id in s) print id}' changes.tsv | LC_ALL=C sort > 3.txt

Which granules have come since then, and which have gone?

  LC_ALL=C comm -13 3.txt granules.txt
  LC_ALL=C comm -23 3.txt granules.txt

Is the identifier of entry n right? It is the SHA-256 of four lines of
descriptors.txt, from line 4n+1 on. For entry 3:

  sed -n '13,16p' descriptors.txt | sha256sum

Is entry n what it was? Its "hash" is that of its line, number n+1, without it;
the "prev" of the entry after it is the same. For entry 3:

  sed -n 4p ledger.ndjson | sed 's/"hash":"[0-9a-f]*",//' |
    tr -d '\n' | sha256sum

{{if .DI}}Is the DI right? It is the last of the values h(1) = md5(id(1) LF),
h(n) = md5(h(n-1) LF id(n) LF) over the sorted granules, in hexadecimal digits.

  while IFS= read -r id; do h=$(printf '%s\n' ${h:+$h} "$id" | md5sum)
    h=${h%% *}; done < granules.txt; echo "$h"

{{end}}{{if .Has.about}}about.ndjson says title, creators and so on: what holds now is its last line.

{{end}}{{if .Has.query}}query.ndjson has the stored queries, each with the identifier of its result.

{{end}}{{if .Has.checkpoint}}checkpoint.ndjson has signed checkpoints of the ledger (C2SP tlog-checkpoint),
each as a JSON string.

{{end -}}
To have it in a store again, everything in it recomputed and compared:

  idem dataset import .

A root is that of a binary tree over the sorted granules. A granule is a leaf,
SHA-256(0x00 ID). An inner node is SHA-256(0x01 bit count left right): bit is
the first one in which the first and the last granule below it differ, when 0x00
bytes follow each ID, in 2 bytes; count is that of the granules below it, in 8
bytes, both with the highest byte first; left are those granules in which that
bit is 0, right the others.
`))

func (w *writer) writeReadme() error {
	f, err := w.create(readmeFile)
	if err != nil {
		return err
	}
	e := w.head
	about := struct {
		Dataset      string
		Seq, Count   uint64
		At           string
		Instance, DI string
		Has          map[string]bool
	}{Dataset: e.Dataset, Seq: e.Seq, Count: e.Root.Count, Instance: e.Identifier().String(), Has: map[string]bool{}}
	for name := range w.sums {
		kind, _, _ := strings.Cut(name, ".")
		about.Has[kind] = true
	}
	if e.Seq > 0 {
		about.At = e.At.UTC().Format(time.RFC3339Nano)
	}
	if e.HasDI() {
		about.DI = e.DI.String()
	}
	if err := readme.Execute(f, about); err != nil {
		return err
	}
	return w.close(f)
}
