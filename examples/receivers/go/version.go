package main

import (
	"encoding/json"
	"strconv"
	"strings"
)

const maxVersion = 1<<53 - 1

// version returns the integer from 1 to 2^53 - 1 that the JSON number is. 1.0 and 10e-1 are the integer 1.
func version(number json.RawMessage) (int64, bool) {
	if number[0] < '0' || number[0] > '9' {
		return 0, false
	}
	mantissa, exponentText, _ := strings.Cut(strings.ToLower(string(number)), "e")
	exponent := 0
	if exponentText != "" {
		parsed, err := strconv.Atoi(exponentText)
		// No body is long enough for a mantissa that would make up for it.
		if err != nil || parsed > maxBodyBytes || parsed < -maxBodyBytes {
			return 0, false
		}
		exponent = parsed
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	exponent -= len(fraction)
	significant := strings.TrimRight(digits, "0")
	exponent += len(digits) - len(significant)
	if significant == "" || exponent < 0 || len(significant)+exponent > 16 {
		return 0, false
	}
	value, err := strconv.ParseInt(significant+strings.Repeat("0", exponent), 10, 64)
	return value, err == nil && value <= maxVersion
}
