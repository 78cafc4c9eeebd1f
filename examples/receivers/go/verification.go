package main

import (
	"net/http"

	"example.com/receiver/jsontext"
)

const (
	verificationMark   = "url_verification"
	maxChallengeAnswer = 64 << 10
)

// answerVerification returns the challenge as it was written. Neither challenge nor token is kept or logged.
func answerVerification(body []byte) *Answer {
	object, err := jsontext.Parse(body)
	if err != nil {
		return refuse(http.StatusUnprocessableEntity, "verification: not an object")
	}
	kind, _ := object.Text("type")
	_, hasToken := object.Text("token")
	_, hasChallenge := object.Text("challenge")
	if kind != verificationMark || !hasToken || !hasChallenge {
		return refuse(http.StatusUnprocessableEntity, "verification: malformed")
	}
	challenge, _ := object.Value("challenge")
	answer := []byte(`{"challenge":` + string(challenge) + `}`)
	if len(answer) > maxChallengeAnswer {
		return refuse(http.StatusUnprocessableEntity, "verification: challenge too long")
	}
	return &Answer{http.StatusOK, "verification", answer}
}
