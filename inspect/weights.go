package inspect

// Weights of readings, in bits.
const (
	// asked is for what the options ask for.
	asked = 2
	// rareForm is for a form that a scheme has and few people use.
	rareForm = -2
	// rareScheme is for schemes and layouts that few people use.
	rareScheme = -3
	// nonsense is for values that a scheme refuses or leaves to others.
	nonsense = -10
	// anything is for schemes in which every text of the length has a meaning, so that
	// it is of little use to know it.
	anything = -6
)
