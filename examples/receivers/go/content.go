package main

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// sameContent returns whether two JSON texts differ at most in white space, escapes and the order of keys. Numbers are the
// same only if they are written alike.
func sameContent(a, b []byte) bool {
	return bytes.Equal(a, b) || reflect.DeepEqual(decode(a), decode(b))
}

func decode(text []byte) any {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	decoder.Decode(&value) // valid, or it wouldn't be an event
	return value
}
