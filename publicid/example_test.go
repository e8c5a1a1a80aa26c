package publicid_test

import (
	"fmt"

	"github.com/seed-05176fc3/idem/publicid"
)

func ExampleConverter() {
	key, err := publicid.ParseKey("k7fBDJcQam02hsByaOWPeP2CqeDeGXvrPUkEAQBtAFc=")
	if err != nil {
		panic(err)
	}
	c, err := publicid.NewConverter(key)
	if err != nil {
		panic(err)
	}
	id := c.EncodeUint64(42)
	fmt.Println(id)
	fmt.Println(id.Hex())
	fmt.Println(id.Alphanumeric())

	received, err := publicid.Parse("64y8UN7rWYGEhNPO23PIrt")
	if err != nil {
		panic(err)
	}
	fmt.Println(c.DecodeUint64(received))
	// Output:
	// 46d1c388-f89a-e734-ab37-3d452d5eb7fd
	// 46D1C388F89AE734AB373D452D5EB7FD
	// 64y8UN7rWYGEhNPO23PIrt
	// 42 <nil>
}

func ExampleSealer() {
	ring, err := publicid.NewKeyRing('a', publicid.GenerateKey())
	if err != nil {
		panic(err)
	}
	users, err := publicid.NewInt64Sealer(ring, "user")
	if err != nil {
		panic(err)
	}
	invoices, err := publicid.NewInt64Sealer(ring, "invoice")
	if err != nil {
		panic(err)
	}
	text, err := users.Encode(42) // such as user_aHCBMc0mWLoz6yW2tE8xWs0
	if err != nil {
		panic(err)
	}
	fmt.Println(users.Decode(text))
	fmt.Println(invoices.Decode(text))
	// Output:
	// 42 <nil>
	// 0 publicid: invalid public ID
}

// A key is changed in three steps, and each ring is distributed before the next.
func ExampleKeyRing() {
	ring, err := publicid.ParseKeyRing([]byte(`{
		"primary": "a",
		"keys": {"a": "k7fBDJcQam02hsByaOWPeP2CqeDeGXvrPUkEAQBtAFc="}
	}`))
	if err != nil {
		panic(err)
	}
	fmt.Println(ring)
	if ring, err = ring.Add('b', publicid.GenerateKey()); err != nil {
		panic(err)
	}
	fmt.Println(ring)
	if ring, err = ring.Promote('b'); err != nil {
		panic(err)
	}
	fmt.Println(ring)
	// Output:
	// key ring: primary a
	// key ring: primary a, also b
	// key ring: primary b, also a
}
