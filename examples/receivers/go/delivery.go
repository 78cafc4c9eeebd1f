package main

import (
	"net/http"
)

// Headers are the values that a delivery must have, each once.
type Headers struct {
	Timestamp, Nonce, Signature    string
	DeliveryID, EventID, EventType string
}

// receive checks a delivery. The first step that fails decides the answer.
func (receiver *Receiver) receive(header http.Header, body []byte) *Answer {
	headers, refusal := readHeaders(header)
	if refusal != nil {
		return refusal
	}
	if refusal := receiver.authenticate(headers, body); refusal != nil {
		return refusal
	}
	event, refusal := receiver.readEvent(headers, body)
	if refusal != nil {
		return refusal
	}
	if headers.EventType == callbackType {
		return answerCallback(event)
	}
	switch receiver.Inbox.store(headers.DeliveryID, event) {
	case errOtherContent:
		return refuse(http.StatusUnprocessableEntity, "other content")
	case errInboxUnavailable:
		return refuse(http.StatusServiceUnavailable, "inbox unavailable")
	}
	return &Answer{Status: http.StatusNoContent, Reason: "stored"}
}

func readHeaders(header http.Header) (Headers, *Answer) {
	var headers Headers
	for _, wanted := range []struct {
		name   string
		value  *string
		status int
	}{
		{"X-SVC-Request-Timestamp", &headers.Timestamp, http.StatusUnauthorized},
		{"X-SVC-Request-Nonce", &headers.Nonce, http.StatusUnauthorized},
		{"X-SVC-Signature", &headers.Signature, http.StatusUnauthorized},
		{"X-SVC-Delivery-ID", &headers.DeliveryID, http.StatusUnprocessableEntity},
		{"X-SVC-Event-ID", &headers.EventID, http.StatusUnprocessableEntity},
		{"X-SVC-Event-Type", &headers.EventType, http.StatusUnprocessableEntity},
	} {
		values := header.Values(wanted.name)
		if len(values) != 1 || values[0] == "" {
			return headers, refuse(wanted.status, "header "+wanted.name)
		}
		*wanted.value = values[0]
	}
	return headers, nil
}

// authenticate takes the checks that need nothing of the body's content: time, nonce, signature.
func (receiver *Receiver) authenticate(headers Headers, body []byte) *Answer {
	if !isCurrent(headers.Timestamp, receiver.Now()) {
		return refuse(http.StatusUnauthorized, "timestamp")
	}
	switch receiver.Nonces.reserve(headers.Nonce) {
	case errNonceUsed:
		return refuse(http.StatusUnauthorized, "nonce")
	case errNoncesUnavailable:
		return refuse(http.StatusServiceUnavailable, "nonces unavailable")
	}
	if !isSigned(receiver.Config.Secrets, headers, body) {
		return refuse(http.StatusUnauthorized, "signature")
	}
	return nil
}
