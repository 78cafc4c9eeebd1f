package main

import (
	"encoding/json"

	"example.com/receiver/jsontext"
)

// Check returns whether a member's value is one that its schema allows.
type Check func(value json.RawMessage) bool

// Schema is what the members of an object must be. Unknown members are allowed.
type Schema struct {
	Required map[string]Check
	Optional map[string]Check
}

func (schema Schema) allows(object jsontext.Object) bool {
	for name, check := range schema.Required {
		if value, found := object.Value(name); !found || !check(value) {
			return false
		}
	}
	for name, check := range schema.Optional {
		if value, found := object.Value(name); found && !check(value) {
			return false
		}
	}
	return true
}

func isText(value json.RawMessage) bool { return value[0] == '"' }

func isObject(value json.RawMessage) bool { return value[0] == '{' }

func isBoolean(value json.RawMessage) bool { return value[0] == 't' || value[0] == 'f' }

func isVersion(value json.RawMessage) bool {
	_, valid := jsontext.Integer(value)
	return valid
}

func isDateTime(value json.RawMessage) bool {
	if !isText(value) {
		return false
	}
	_, valid := parseInstant(jsontext.Unquote(value))
	return valid
}

func isOneOf(values map[string]bool) Check {
	return func(value json.RawMessage) bool { return isText(value) && values[jsontext.Unquote(value)] }
}

func set(values ...string) map[string]bool {
	members := map[string]bool{}
	for _, value := range values {
		members[value] = true
	}
	return members
}
