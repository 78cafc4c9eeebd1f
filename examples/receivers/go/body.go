package main

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"
)

const (
	maxBodyBytes = 1 << 20
	// How long a request may take to arrive; chosen by this receiver.
	bodyDeadline = 15 * time.Second
)

// readBody returns the body as received, which is what the signature covers.
func readBody(writer http.ResponseWriter, request *http.Request) ([]byte, *Answer) {
	if request.Method != http.MethodPost {
		return nil, refuse(http.StatusMethodNotAllowed, "method")
	}
	if !isJSON(request.Header.Values("Content-Type")) || !isIdentity(request.Header.Values("Content-Encoding")) {
		return nil, refuse(http.StatusUnsupportedMediaType, "media type")
	}
	if request.ContentLength > maxBodyBytes {
		return nil, refuse(http.StatusRequestEntityTooLarge, "body too large")
	}
	body, err := io.ReadAll(http.MaxBytesReader(writer, request.Body, maxBodyBytes))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, refuse(http.StatusRequestEntityTooLarge, "body too large")
	}
	if err != nil {
		return nil, refuse(http.StatusRequestTimeout, "body incomplete")
	}
	return body, nil
}

func isJSON(contentTypes []string) bool {
	if len(contentTypes) == 0 {
		return true
	}
	mediaType, _, err := mime.ParseMediaType(contentTypes[0])
	return len(contentTypes) == 1 && err == nil && mediaType == "application/json"
}

func isIdentity(encodings []string) bool {
	for _, encoding := range encodings {
		if !strings.EqualFold(encoding, "identity") {
			return false
		}
	}
	return true
}
