package main

import (
	"crypto/subtle"
	"net/http"
	"strings"

	"example.com/receiver/jsontext"
)

// Event is a checked event without its verification token. Its text is as received, apart from that member.
type Event struct {
	jsontext.Object
	Data jsontext.Object // empty if the event has no object `data`
	ID   string
	Type string
}

func (event Event) isTest() bool { return strings.HasPrefix(event.ID, "evt_webhook_test_") }

// readEvent decrypts, parses and checks the body of a signed delivery.
func (receiver *Receiver) readEvent(headers Headers, body []byte) (Event, *Answer) {
	var event Event
	if receiver.Config.AESKey != nil {
		content, err := decrypt(receiver.Config.AESKey, body)
		if err != nil {
			return event, refuse(http.StatusUnprocessableEntity, "encryption")
		}
		body = content
	}
	object, err := jsontext.Parse(body)
	if err != nil {
		return event, refuse(http.StatusUnprocessableEntity, "not an object")
	}
	if token, _ := object.Text("verification_token"); subtle.ConstantTimeCompare([]byte(token), receiver.Config.Token) != 1 {
		return event, refuse(http.StatusUnauthorized, "token")
	}
	if event, err = newEvent(object.Without("verification_token")); err != nil {
		return event, refuse(http.StatusUnprocessableEntity, "not an object")
	}
	switch {
	case !event.isValid():
		return event, refuse(http.StatusUnprocessableEntity, "schema")
	case event.ID != headers.EventID || event.Type != headers.EventType:
		return event, refuse(http.StatusUnprocessableEntity, "header differs")
	case !event.isTest() && !event.isFor(receiver.Config):
		return event, refuse(http.StatusUnprocessableEntity, "another integration")
	}
	return event, nil
}

func newEvent(raw []byte) (Event, error) {
	object, err := jsontext.Parse(raw)
	id, _ := object.Text("event_id")
	eventType, _ := object.Text("event_type")
	return Event{Object: object, Data: object.Object("data"), ID: id, Type: eventType}, err
}

// isFor compares what the event says of its receiver, if its payload is published. Organization and product are compared
// only if they are configured.
func (event Event) isFor(config Config) bool {
	return event.family() == unpublished || names(event.Object, "tenant_id", config.Organization) &&
		names(event.Data, "organization_id", config.Organization) &&
		names(event.Data, "open_platform_application_id", config.Application) &&
		names(event.Data, "environment", config.Environment) &&
		names(event.Data, "product_code", config.Product)
}

// names returns whether a member is the configured text, or there is nothing to compare.
func names(object jsontext.Object, name, configured string) bool {
	if _, found := object.Value(name); !found || configured == "" {
		return true
	}
	text, isText := object.Text(name)
	return isText && text == configured
}
