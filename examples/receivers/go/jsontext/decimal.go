package jsontext

import (
	"encoding/json"
	"strconv"
	"strings"
)

// decimal is the exact value of a JSON number: its significant digits, and the power of ten of the last one. Numbers with
// the same value are equal, such as 1, 1.0 and 10e-1.
type decimal struct {
	negative bool
	digits   string // neither starts nor ends with a zero; empty for zero
	exponent int
}

// parseDecimal returns false if the exponent has more than nine digits.
func parseDecimal(number json.Number) (decimal, bool) {
	text := string(number)
	negative := strings.HasPrefix(text, "-")
	mantissa, power, _ := strings.Cut(strings.ToLower(strings.TrimPrefix(text, "-")), "e")
	exponent := 0
	if power != "" {
		parsed, err := strconv.Atoi(power)
		if err != nil || parsed > 999_999_999 || parsed < -999_999_999 {
			return decimal{}, false
		}
		exponent = parsed
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	all := strings.TrimLeft(whole+fraction, "0")
	digits := strings.TrimRight(all, "0")
	if digits == "" {
		return decimal{}, true
	}
	return decimal{negative, digits, exponent - len(fraction) + len(all) - len(digits)}, true
}

// MaxInteger is the largest integer up to which every receiver can count, also one with floating-point numbers.
const MaxInteger = 1<<53 - 1

// Integer returns the integer from 1 to MaxInteger that a JSON value is.
func Integer(value json.RawMessage) (int64, bool) {
	if value[0] != '-' && (value[0] < '0' || value[0] > '9') {
		return 0, false
	}
	number, valid := parseDecimal(json.Number(value))
	if !valid || number.negative || number.digits == "" || number.exponent < 0 || len(number.digits)+number.exponent > 16 {
		return 0, false
	}
	integer, err := strconv.ParseInt(number.digits+strings.Repeat("0", number.exponent), 10, 64)
	return integer, err == nil && integer <= MaxInteger
}
