package main

import (
	"testing"
	"time"
)

func TestInstantAgreesWithPackageTime(t *testing.T) {
	for _, text := range []string{
		"2026-01-05T09:00:00Z", "2024-02-29T23:59:59.999+05:30", "0001-01-01T00:00:00-23:59", "2026-12-31T00:00:00.1Z",
		"2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z",
		"2026-01-01 00:00:00Z", "2026-01-01T00:00:00", "2026-01-01T00:00Z", "2026-1-1T00:00:00Z", "",
	} {
		expected, err := time.Parse(time.RFC3339Nano, text)
		got, valid := parseInstant(text)
		if valid != (err == nil) || valid && got.seconds != expected.Unix() {
			t.Errorf("%q: got %v, %v", text, got, valid)
		}
	}
}

func TestInstantBeyondPackageTime(t *testing.T) {
	for text, expected := range map[string]bool{
		"2026-01-05t09:00:00z":      true,
		"2016-12-31T23:59:60Z":      true,
		"2016-12-31T18:59:60-05:00": true,
		"2016-12-31T18:59:60Z":      false,
		"2026-01-05T09:00:00+24:00": false,
		"2026-01-05T09:00:00+00:60": false,
		"2026-01-05T09:00:00,5Z":    false,
		"2026-01-05T09:00:00+0000":  false,
	} {
		if _, valid := parseInstant(text); valid != expected {
			t.Errorf("%q: %v", text, valid)
		}
	}
}

func TestFractionsOfAnyLengthCompare(t *testing.T) {
	texts := []string{"2026-01-05T08:59:59.9Z", "2026-01-05T10:00:00.0000000000001+01:00", "2026-01-05T09:00:00.05Z", "2026-01-05T09:00:00.5Z"}
	for index := 1; index < len(texts); index++ {
		earlier, _ := parseInstant(texts[index-1])
		later, _ := parseInstant(texts[index])
		if !earlier.before(later) || later.before(earlier) {
			t.Errorf("%s isn't before %s", texts[index-1], texts[index])
		}
	}
	short, _ := parseInstant("2026-01-05T09:00:00.5Z")
	long, _ := parseInstant("2026-01-05T09:00:00.500Z")
	if short != long || short.before(long) {
		t.Error("zeros at the end count")
	}
}
