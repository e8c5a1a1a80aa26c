package publicid_test

import (
	"crypto/aes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"math/big"
	"slices"
)

// What the package doc says of the sealed form, done once more in the plainest
// way, with nothing of the package: HKDF by hand, integers and texts by math/big.

// modelKeys returns K1 and K2.
func modelKeys(key []byte, id byte, prefix, kind string) (k1, k2 []byte) {
	mac := func(key []byte, parts ...[]byte) []byte {
		h := hmac.New(sha256.New, key)
		for _, p := range parts {
			h.Write(p)
		}
		return h.Sum(nil)
	}
	info := slices.Concat([]byte("idem publicid sealed 1"), []byte{0, id}, []byte(prefix), []byte{0}, []byte(kind))
	prk := mac(make([]byte, 32), key)
	k1 = mac(prk, info, []byte{1})
	k2 = mac(prk, k1, info, []byte{2})
	return k1, k2
}

func modelAES(key, in []byte) []byte {
	c, err := aes.NewCipher(key)
	if err != nil {
		panic(err)
	}
	out := make([]byte, 16)
	c.Encrypt(out, in)
	return out
}

// modelText writes 8 bytes as 11 digits of base 62.
func modelText(b []byte) string {
	const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	v := new(big.Int).SetUint64(binary.BigEndian.Uint64(b))
	out := make([]byte, 11)
	for i := 10; i >= 0; i-- {
		d := new(big.Int)
		v.DivMod(v, big.NewInt(62), d)
		out[i] = digits[d.Int64()]
	}
	return string(out)
}

// modelSeal writes the sealed form of an integer.
func modelSeal(key []byte, id byte, prefix, kind string, v *big.Int) string {
	k1, k2 := modelKeys(key, id, prefix, kind)
	c := modelAES(k1, v.FillBytes(make([]byte, 16)))
	text := prefix + "_" + string(id) + modelText(c[:8]) + modelText(c[8:])
	if kind == "uuid" || kind == "distributed128" {
		text += modelText(modelAES(k2, c)[:8])
	}
	return text
}
