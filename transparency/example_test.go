package transparency_test

import (
	"errors"
	"fmt"

	"github.com/seed-05176fc3/idem/transparency"
)

// Who has the verifier key of an archive checks a proof without its store.
func ExampleParseProof() {
	proof := []byte(`{"v":1,"kind":"consistency","origin":"archive.example/US.FOOL2.002","old":"archive.example/US.FOOL2.002\n2\nXKAXu5dFkk43eTO/2zfpkbT4c7tSSon7vkmdmS9mZGI=\n\n— archive.example zCV6tcYU3O0MwCSA6/jxOk+laBoG4vSU/OU34fhqG8JorD384vLiJkNC8OEUHAsOwBtduaK9tfoeiaLbRfElnTnliwQ=\n","new":"archive.example/US.FOOL2.002\n3\nRSJlOwjP7J2QeazdlNF/CsKrwyA6ZNHQyHYFtsLV4h4=\n\n— archive.example zCV6tVyN0lf8K9VRJNaB4OHbCzriwRh/v9UT0WuT3QkUL5AY4nQgq4vEOu48g2ZxoKZlvC38MhsnAAtVNkFLgZr7hgM=\n","hashes":["8LXd6pW7hnf9mSqW/iiKgF0cc6EGG5ZeMMyvJpHla5M="]}`)
	known, err := transparency.ParseVerifiers("archive.example+cc257ab5+AYgtDqOyhk56WH8+aYzqRFmZgxLmVeBfpei1EZ2LqsjN")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := transparency.ParseProof(proof)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Check(known))
	fmt.Println(errors.Is(p.Check(nil), transparency.ErrUnverified))
	if c, ok := p.(*transparency.Consistency); ok {
		fmt.Println(c.Old.Size, c.New.Size, transparency.Dataset(c.New.Origin))
	}
	// Output:
	// <nil>
	// true
	// 2 3 US.FOOL2.002
}

func ExampleOrigin() {
	fmt.Println(transparency.Origin("archive.example", "US.FOOL2.002"))
	fmt.Println(transparency.Origin("archive.example/US.FOOL2.002", "US.FOOL2.002"))
	// Output:
	// archive.example/US.FOOL2.002
	// archive.example/US.FOOL2.002
}
