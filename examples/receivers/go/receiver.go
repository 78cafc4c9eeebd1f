package main

import (
	"net/http"
	"time"
)

// Receiver answers the platform's three requests: events, callbacks and connection verifications.
type Receiver struct {
	Config  Config
	Inbox   *Inbox
	Nonces  *Nonces
	Journal *Journal
	Now     func() time.Time
}

// Answer is a status and, for 200 alone, a body in JSON. Reason is for the log: the platform sees only the status.
type Answer struct {
	Status int
	Reason string
	Body   []byte
}

func refuse(status int, reason string) *Answer {
	return &Answer{Status: status, Reason: reason}
}

func (receiver *Receiver) ServeHTTP(writer http.ResponseWriter, request *http.Request) {
	answer := receiver.answer(writer, request)
	header := writer.Header()
	switch answer.Status {
	case http.StatusMethodNotAllowed:
		header.Set("Allow", http.MethodPost)
	case http.StatusRequestEntityTooLarge, http.StatusRequestTimeout:
		header.Set("Connection", "close")
	}
	if answer.Body != nil {
		header.Set("Content-Type", "application/json")
	}
	receiver.Journal.write(answer.Status, answer.Reason)
	writer.WriteHeader(answer.Status)
	writer.Write(answer.Body)
}

func (receiver *Receiver) answer(writer http.ResponseWriter, request *http.Request) *Answer {
	body, refusal := readBody(writer, request)
	if refusal != nil {
		return refusal
	}
	if request.Header.Get("X-SVC-Webhook-Verification") == verificationMark {
		return answerVerification(body)
	}
	return receiver.receive(request.Header, body)
}
