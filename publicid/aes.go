package publicid

import (
	"crypto/aes"
	"unsafe"
)

// A blockCipher is AES under one key, for single blocks on the stack. It holds the
// methods of a cipher.Block and not the block itself, which fmt would print with its
// round keys; see Key.
type blockCipher struct {
	enc, dec func(dst, src []byte)
}

// newBlockCipher panics for keys of a wrong length, which Key does not have.
func newBlockCipher(key []byte) blockCipher {
	b, err := aes.NewCipher(key)
	if err != nil {
		panic("publicid: " + err.Error())
	}
	return blockCipher{b.Encrypt, b.Decrypt}
}

// encrypt encrypts a block in place.
func (c blockCipher) encrypt(b *[16]byte) {
	p := noescape(b)
	c.enc(p[:], p[:])
}

// decrypt is the inverse of encrypt.
func (c blockCipher) decrypt(b *[16]byte) {
	p := noescape(b)
	c.dec(p[:], p[:])
}

// noescape hides a pointer from escape analysis. Whatever goes through an
// interface or a function value counts as escaping, and a block on the heap takes longer
// than its encryption; a pool of blocks would take as long, and would keep
// plaintext. It is sound because the AES of the standard library does not keep
// the slices that it is given.
func noescape(b *[16]byte) *[16]byte {
	p := *(*uintptr)(unsafe.Pointer(&b))
	return *(**[16]byte)(unsafe.Pointer(&p))
}
