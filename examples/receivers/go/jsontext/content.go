package jsontext

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// Same returns whether two JSON texts have the same value: white space, escapes, the order of keys and the spelling
// of numbers don't matter.
func Same(a, b []byte) bool {
	return bytes.Equal(a, b) || reflect.DeepEqual(decode(a), decode(b))
}

func decode(text []byte) any {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	decoder.Decode(&value) // valid, or it wouldn't be an event
	return exact(value)
}

// exact replaces numbers by their value. Floating point would take different big numbers for the same.
func exact(value any) any {
	switch value := value.(type) {
	case json.Number:
		if number, valid := parseDecimal(value); valid {
			return number
		}
	case []any:
		for index, element := range value {
			value[index] = exact(element)
		}
	case map[string]any:
		for name, element := range value {
			value[name] = exact(element)
		}
	}
	return value
}
