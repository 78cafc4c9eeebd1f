package main

import "net/http"

const maxChallengeAnswer = 64 << 10

// answerVerification returns the challenge as it was written. Neither challenge nor token is kept or logged.
func answerVerification(body []byte) *Answer {
	object, err := parseObject(body)
	if err != nil {
		return refuse(http.StatusUnprocessableEntity, "verification: not an object")
	}
	kind, _ := object.text("type")
	_, hasToken := object.text("token")
	_, hasChallenge := object.text("challenge")
	if kind != "url_verification" || !hasToken || !hasChallenge {
		return refuse(http.StatusUnprocessableEntity, "verification: malformed")
	}
	challenge, _ := object.value("challenge")
	answer := []byte(`{"challenge":` + string(challenge) + `}`)
	if len(answer) > maxChallengeAnswer {
		return refuse(http.StatusUnprocessableEntity, "verification: challenge too long")
	}
	return &Answer{http.StatusOK, "verification", answer}
}
