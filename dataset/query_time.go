package dataset

import "time"

// IDTime returns the first time that stands in a granule ID, as producers write the
// time of the observation into it, and whether there is one. The package
// documentation says what is read. The time is in UTC. It does not allocate.
func IDTime(id []byte) (time.Time, bool) {
	for i := 0; i < len(id); i++ {
		if !isDigit(id[i]) {
			continue
		}
		end := digitsEnd(id, i)
		if beginsTime(id, i) {
			if t, ok := readTime(id, i, end); ok {
				return t, true
			}
		}
		i = end
	}
	return time.Time{}, false
}

// Years outside are taken for other numbers.
const minIDYear, maxIDYear = 1900, 2099

// beginsTime reports whether digits at i may be a time by what stands before them.
func beginsTime(id []byte, i int) bool {
	if i > 0 && id[i-1] == 'A' {
		i--
	}
	return i == 0 || isSeparator(id[i-1])
}

// readTime reads the digits from i to end as a time, with the time of day that may
// follow.
func readTime(id []byte, i, end int) (t time.Time, ok bool) {
	var date, clock []byte
	switch digits := id[i:end]; len(digits) {
	case 7, 8:
		date = digits
	case 13:
		date, clock = digits[:7], digits[7:]
	case 14:
		date, clock = digits[:8], digits[8:]
	case 17: // version, then MMDDYYYY
		if digits[0] != '0' || digits[1] != '0' {
			return t, false
		}
		us := [8]byte{digits[7], digits[8], digits[9], digits[10], digits[3], digits[4], digits[5], digits[6]}
		date, clock = us[:], digits[11:]
	default:
		return t, false
	}
	if len(clock) == 0 && end < len(id) && id[end] == 'T' {
		from := end + 1
		end = digitsEnd(id, from)
		if clock = id[from:end]; len(clock) != 4 && len(clock) != 6 {
			return t, false
		}
	}
	if len(clock) > 0 && end < len(id) && id[end] == 'Z' {
		end++
	}
	if end < len(id) && !isSeparator(id[end]) {
		return t, false
	}
	if t, ok = readDate(date); !ok {
		return t, false
	}
	if len(clock) == 0 && i > 0 && id[i-1] == 'A' {
		return t.Add(minuteAfter(id[end:])), true
	}
	since, ok := readClock(clock)
	return t.Add(since), ok
}

// minuteAfter reads the time of day of .HHMM, which may be something else.
func minuteAfter(rest []byte) time.Duration {
	if len(rest) < 5 || rest[0] != '.' || digitsEnd(rest, 1) != 5 || len(rest) > 5 && !isSeparator(rest[5]) {
		return 0
	}
	since, _ := readClock(rest[1:5])
	return since
}

// readDate reads YYYYDDD or YYYYMMDD.
func readDate(s []byte) (time.Time, bool) {
	year, month, day := number(s[:4]), 1, number(s[4:])
	if len(s) == 8 {
		month, day = number(s[4:6]), number(s[6:])
	}
	if year < minIDYear || year > maxIDYear || month < 1 || month > 12 || day < 1 {
		return time.Time{}, false
	}
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if len(s) == 8 {
		return t, t.Day() == day
	}
	return t, t.Year() == year
}

// readClock reads nothing, HHMM or HHMMSS; 0 if it is not a time of day.
func readClock(s []byte) (since time.Duration, ok bool) {
	if len(s) == 0 {
		return 0, true
	}
	hour, minute, second := number(s[:2]), number(s[2:4]), number(s[4:])
	if hour > 23 || minute > 59 || second > 59 {
		return 0, false
	}
	return time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second, true
}

// number returns the value of decimal digits, 0 for none.
func number(digits []byte) (n int) {
	for _, c := range digits {
		n = 10*n + int(c-'0')
	}
	return n
}

func digitsEnd(s []byte, i int) int {
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return i
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isSeparator reports whether c is neither an ASCII letter nor a digit.
func isSeparator(c byte) bool {
	lower := c | 0x20
	return !isDigit(c) && (lower < 'a' || lower > 'z')
}
