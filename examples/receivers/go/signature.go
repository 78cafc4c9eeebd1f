package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"time"
)

const toleranceSeconds = 300

// isCurrent returns whether the text is a time in seconds at most five minutes from now, in plain digits.
func isCurrent(timestamp string, now time.Time) bool {
	for _, digit := range timestamp {
		if digit < '0' || digit > '9' {
			return false
		}
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || timestamp[0] == '0' {
		return false
	}
	// Neither is negative, so the difference doesn't overflow.
	age := now.Unix() - seconds
	return age >= -toleranceSeconds && age <= toleranceSeconds
}

// isSigned compares the signature with that of each secret, so the time doesn't show which one fits.
func isSigned(secrets [][]byte, headers Headers, body []byte) bool {
	signed := false
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, secret)
		mac.Write([]byte(headers.Timestamp + "\n" + headers.Nonce + "\n"))
		mac.Write(body)
		expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
		if hmac.Equal([]byte(expected), []byte(headers.Signature)) {
			signed = true
		}
	}
	return signed
}
