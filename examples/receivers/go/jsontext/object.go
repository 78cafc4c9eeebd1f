// Package jsontext reads JSON without losing anything of its text.
package jsontext

import (
	"bytes"
	"encoding/json"
	"errors"
	"unicode/utf8"
)

// Object is a JSON object whose values are still text, so nothing of them is lost: neither digits of big numbers nor the
// order of keys.
type Object struct {
	Raw     []byte
	members []member
}

type member struct {
	name       string
	value      json.RawMessage
	start, end int // of name and value in Raw
}

var ErrNotObject = errors.New("not a JSON object in UTF-8 whose keys are all different")

// Parse accepts one object in UTF-8 with white space around it, nested as deeply as encoding/json allows.
func Parse(raw []byte) (Object, error) {
	object := Object{Raw: raw}
	// encoding/json would replace invalid UTF-8; Valid also limits the nesting.
	if !utf8.Valid(raw) || !json.Valid(raw) || bytes.TrimLeft(raw, " \t\r\n")[0] != '{' {
		return object, ErrNotObject
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.Token() // the brace
	names := map[string]bool{}
	for decoder.More() {
		name, start := nextName(decoder, raw)
		var value json.RawMessage
		if decoder.Decode(&value) != nil {
			return object, ErrNotObject
		}
		text := Unquote(name)
		if names[text] {
			return object, ErrNotObject
		}
		names[text] = true
		object.members = append(object.members, member{text, value, start, int(decoder.InputOffset())})
	}
	return object, nil
}

// nextName returns the name of the next member as written, and where it starts.
func nextName(decoder *json.Decoder, raw []byte) (json.RawMessage, int) {
	start := int(decoder.InputOffset())
	decoder.Token()
	end := int(decoder.InputOffset())
	start += bytes.IndexByte(raw[start:end], '"')
	return raw[start:end], start
}

// Len returns the number of members.
func (object Object) Len() int { return len(object.members) }

// Value returns the text of a member.
func (object Object) Value(name string) (json.RawMessage, bool) {
	for _, member := range object.members {
		if member.name == name {
			return member.value, true
		}
	}
	return nil, false
}

// Text returns false if there is no such member, or if it isn't a string.
func (object Object) Text(name string) (string, bool) {
	value, found := object.Value(name)
	if !found || value[0] != '"' {
		return "", false
	}
	return Unquote(value), true
}

// Object returns an empty one if there is no such member, or if it isn't an object.
func (object Object) Object(name string) Object {
	value, _ := object.Value(name)
	inner, err := Parse(value)
	if err != nil {
		return Object{}
	}
	return inner
}

// Without returns the object's text without a member; all else stays as received.
func (object Object) Without(name string) []byte {
	for index, member := range object.members {
		if member.name != name {
			continue
		}
		start, end := member.start, member.end
		if index+1 < len(object.members) {
			end = object.members[index+1].start
		} else if index > 0 {
			start = object.members[index-1].end
		}
		return append(append([]byte{}, object.Raw[:start]...), object.Raw[end:]...)
	}
	return object.Raw
}
