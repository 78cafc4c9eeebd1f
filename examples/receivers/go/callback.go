package main

import (
	"context"
	"net/http"
	"time"
)

const callbackDeadline = 5 * time.Second

// act is where a real receiver decides. The format of its result isn't published, so this one returns an empty object.
var act = func(context.Context, Event) ([]byte, error) { return []byte("{}"), nil }

// answerCallback waits for the result, but no longer than the platform does. A callback isn't stored.
func answerCallback(event Event) *Answer {
	deadline, cancel := context.WithTimeout(context.Background(), callbackDeadline)
	defer cancel()
	type outcome struct {
		body []byte
		err  error
	}
	finished := make(chan outcome, 1)
	go func() {
		body, err := act(deadline, event)
		finished <- outcome{body, err}
	}()
	select {
	case result := <-finished:
		if result.err == nil {
			return &Answer{http.StatusOK, "callback", result.body}
		}
	case <-deadline.Done():
	}
	return refuse(http.StatusServiceUnavailable, "callback failed")
}
