package inspect

// nanoLength is the length where none is asked for.
const nanoLength = 21

func readNanoID(c *candidate) {
	if !consists(c.text, nanoLength, kinds62|dash) {
		return
	}
	r := Reading{
		Scheme: "nanoid", Title: "Nano ID, or another random text of 21 characters", Form: "text", Canonical: c.text,
		Unit:   Character,
		Fields: []Field{{"random", 0, nanoLength, c.text, "6 bits a character"}},
		Random: 6 * nanoLength,
		Notes:  []string{"Nano IDs can have other lengths and alphabets, and then look like any other text"},
	}
	c.add(r, evidence{facts: []string{"21 characters of A-Z, a-z, 0-9, - and _"}, free: 6 * nanoLength})
}
