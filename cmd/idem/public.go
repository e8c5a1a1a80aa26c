package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/distid"
	"github.com/seed-05176fc3/idem/publicid"
)

func newPublic() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "public",
		Short: "Hide IDs from those who may not read them, and read them again",
		Long: `Hide IDs from those who may not read them, and read them again.

The plain form encrypts an ID with one key. The sealed form has a prefix that
names the type, a key for each type and a key ring, so that keys can be changed.
Whoever may ask for a record still has to be checked: a public ID is no
permission.`,
		Example: `  idem public keygen > key
  idem public encode --key-file key --type distributed \
    1088824355131185736905670087
  idem public ring create ring.json
  idem public encode --key-ring ring.json --prefix user --type int64 42`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newKeygen(), newPublicCode("encode"), newPublicCode("decode"), newRing())
	return cmd
}

func newKeygen() *cobra.Command {
	return &cobra.Command{
		Use:     "keygen",
		Short:   "Make a key of the plain form: 32 random bytes in base64",
		Example: `  (umask 077; idem public keygen > key)`,
		Args:    argCount(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), publicid.GenerateKey().Base64())
			return err
		},
	}
}

// publicFlags say how public IDs are made and read.
type publicFlags struct {
	keyFile, keyRing, prefix, kind, to string
}

func newPublicCode(verb string) *cobra.Command {
	var p publicFlags
	short := map[string]string{
		"encode": "Make the public ID of a value",
		"decode": "Read the value of a public ID",
	}[verb]
	cmd := &cobra.Command{
		Use:   verb + " --key-file FILE --type TYPE VALUE",
		Short: short,
		Example: fmt.Sprintf(`  idem public %s --key-file key --type uint64 \
    %s
  idem public %s --key-ring ring.json --prefix user --type uint64 %s`,
			verb, map[string]string{"encode": "42", "decode": "104c31f3-2607-6e29-7c8f-defe589bf66a"}[verb],
			verb, map[string]string{"encode": "42", "decode": "user_…"}[verb]),
		Args: argCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			c, err := p.coder()
			if err != nil {
				return err
			}
			code := c.encode
			if verb == "decode" {
				code = c.decode
			}
			text, err := code(args[0])
			if errors.Is(err, publicid.ErrInvalid) {
				say("%v", err) // one message, whatever is wrong
				return errNo
			}
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), text)
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&p.keyFile, "key-file", "", "file with the key in base64: the plain form")
	f.StringVar(&p.keyRing, "key-ring", "", "file with a key ring: the sealed form")
	f.StringVar(&p.prefix, "prefix", "", "with --key-ring: what the public ID begins with")
	f.StringVar(&p.kind, "type", "", "type of the value: int64, uint64, distributed, distributed128 or uuid")
	if verb == "encode" {
		f.StringVar(&p.to, "to", "", "with --key-file: uuid (default), hex or alphanumeric")
	}
	return cmd
}

// coder makes and reads public IDs of one type, both as text.
type coder struct {
	encode, decode func(string) (string, error)
}

func (p *publicFlags) coder() (coder, error) {
	switch {
	case (p.keyFile == "") == (p.keyRing == ""):
		return coder{}, usagef("want either --key-file or --key-ring")
	case p.keyRing != "":
		return p.sealed()
	case p.prefix != "":
		return coder{}, usagef("--prefix goes with --key-ring")
	}
	return p.plain()
}

// plain returns the coder of the plain form.
func (p *publicFlags) plain() (coder, error) {
	write, ok := map[string]func(publicid.ID) string{
		"": publicid.ID.String, "uuid": publicid.ID.String,
		"hex": publicid.ID.Hex, "alphanumeric": publicid.ID.Alphanumeric,
	}[p.to]
	if !ok {
		return coder{}, usagef("--to %q: want uuid, hex or alphanumeric", p.to)
	}
	key, err := publicid.LoadKey(p.keyFile)
	if err != nil {
		return coder{}, err
	}
	warnExposed(p.keyFile)
	c, err := publicid.NewConverter(key)
	if err != nil {
		return coder{}, err
	}
	uuid := func(v [16]byte) (publicid.ID, error) { return c.EncodeUUID(v), nil }
	fromUUID := func(id publicid.ID) ([16]byte, error) { return c.DecodeUUID(id), nil }
	switch p.kind {
	case "int64":
		return plainCoder(write, int64Texts, c.EncodeInt64, c.DecodeInt64), nil
	case "uint64":
		encode := func(v uint64) (publicid.ID, error) { return c.EncodeUint64(v), nil }
		return plainCoder(write, uint64Texts, encode, c.DecodeUint64), nil
	case "distributed":
		return plainCoder(write, distributedTexts, c.EncodeDistributed, c.DecodeDistributed), nil
	case "distributed128", "uuid":
		return plainCoder(write, uuidTexts, uuid, fromUUID), nil
	}
	return coder{}, p.badKind()
}

// sealed returns the coder of the sealed form.
func (p *publicFlags) sealed() (coder, error) {
	if p.to != "" {
		return coder{}, usagef("--to goes with --key-file: the sealed form has one text")
	}
	ring, err := publicid.LoadKeyRing(p.keyRing)
	if err != nil {
		return coder{}, err
	}
	warnExposed(p.keyRing)
	switch p.kind {
	case "int64":
		return sealedCoder(int64Texts, publicid.NewInt64Sealer, ring, p.prefix)
	case "uint64":
		return sealedCoder(uint64Texts, publicid.NewUint64Sealer, ring, p.prefix)
	case "distributed":
		return sealedCoder(distributedTexts, publicid.NewDistributedSealer[[16]byte], ring, p.prefix)
	case "distributed128":
		return sealedCoder(uuidTexts, publicid.NewDistributed128Sealer[[16]byte], ring, p.prefix)
	case "uuid":
		return sealedCoder(uuidTexts, publicid.NewUUIDSealer[[16]byte], ring, p.prefix)
	}
	return coder{}, p.badKind()
}

func (p *publicFlags) badKind() error {
	return usagef("--type %q: want int64, uint64, distributed, distributed128 or uuid", p.kind)
}

// warnExposed warns of a file with keys that others can read.
func warnExposed(path string) {
	if exposed, err := publicid.Exposed(path); err == nil && exposed {
		say("warning: others can read %s; chmod 600 ends that", path)
	}
}

// texts reads and writes the values of a type.
type texts[V any] struct {
	read  func(string) (V, error)
	write func(V) string
}

var (
	int64Texts = texts[int64]{
		func(s string) (int64, error) {
			v, err := strconv.ParseInt(s, 10, 64)
			if err != nil {
				return 0, usagef("value %q: want a whole number from 0 to 2^63-1", s)
			}
			return v, nil
		},
		func(v int64) string { return strconv.FormatInt(v, 10) },
	}
	uint64Texts = texts[uint64]{
		func(s string) (uint64, error) {
			v, err := strconv.ParseUint(s, 10, 64)
			if err != nil {
				return 0, usagef("value %q: want a whole number from 0 to 2^64-1", s)
			}
			return v, nil
		},
		func(v uint64) string { return strconv.FormatUint(v, 10) },
	}
	distributedTexts = texts[[16]byte]{
		func(s string) ([16]byte, error) { return distributedScheme.parse(s) },
		func(v [16]byte) string { return distid.ID(v).String() },
	}
	uuidTexts = texts[[16]byte]{
		func(s string) ([16]byte, error) { return distributed128Scheme.parse(s) },
		func(v [16]byte) string { return distid.ID128(v).String() },
	}
)

func plainCoder[V any](write func(publicid.ID) string, t texts[V], encode func(V) (publicid.ID, error), decode func(publicid.ID) (V, error)) coder {
	return coder{
		encode: func(text string) (string, error) {
			v, err := t.read(text)
			if err != nil {
				return "", err
			}
			id, err := encode(v)
			return write(id), err
		},
		decode: func(text string) (string, error) {
			id, err := publicid.Parse(text)
			if err != nil {
				return "", err
			}
			v, err := decode(id)
			if err != nil {
				return "", err
			}
			return t.write(v), nil
		},
	}
}

func sealedCoder[V any](t texts[V], open func(*publicid.KeyRing, string) (*publicid.Sealer[V], error), ring *publicid.KeyRing, prefix string) (coder, error) {
	s, err := open(ring, prefix)
	if err != nil {
		return coder{}, usageError{err}
	}
	return coder{
		encode: func(text string) (string, error) {
			v, err := t.read(text)
			if err != nil {
				return "", err
			}
			return s.Encode(v)
		},
		decode: func(text string) (string, error) {
			v, err := s.Decode(text)
			if err != nil {
				return "", err
			}
			return t.write(v), nil
		},
	}, nil
}
