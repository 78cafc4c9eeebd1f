package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"unicode/utf8"
)

// Object is a JSON object whose values are still text, so nothing of them is lost: neither digits of big numbers nor the
// order of keys.
type Object struct {
	raw     []byte
	members []member
}

type member struct {
	name       string
	value      json.RawMessage
	start, end int // of name and value in raw
}

var errNotObject = errors.New("not a JSON object in UTF-8 whose keys are all different")

func parseObject(raw []byte) (Object, error) {
	object := Object{raw: raw}
	// encoding/json would replace invalid UTF-8; Valid also limits the nesting.
	if !utf8.Valid(raw) || !json.Valid(raw) || bytes.TrimLeft(raw, " \t\r\n")[0] != '{' {
		return object, errNotObject
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.Token() // the brace
	names := map[string]bool{}
	for decoder.More() {
		name, start := nextName(decoder, raw)
		var value json.RawMessage
		if decoder.Decode(&value) != nil {
			return object, errNotObject
		}
		text := unquote(name)
		if names[text] {
			return object, errNotObject
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

func (object Object) value(name string) (json.RawMessage, bool) {
	for _, member := range object.members {
		if member.name == name {
			return member.value, true
		}
	}
	return nil, false
}

// text returns false if there is no such member, or if it isn't a string.
func (object Object) text(name string) (string, bool) {
	value, found := object.value(name)
	if !found || value[0] != '"' {
		return "", false
	}
	return unquote(value), true
}

// object returns an empty one if there is no such member, or if it isn't an object.
func (object Object) object(name string) Object {
	value, _ := object.value(name)
	inner, _ := parseObject(value)
	return inner
}

// without returns the object's text without a member; all else stays as received.
func (object Object) without(name string) []byte {
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
		return append(append([]byte{}, object.raw[:start]...), object.raw[end:]...)
	}
	return object.raw
}
