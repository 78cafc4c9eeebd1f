package main

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// Probe shows a conformance run what the receiver stored. It has no authentication: never start it in production.
type Probe struct {
	Inbox     *Inbox
	Nonces    *Nonces
	Resources *Resources
	Journal   *Journal
}

func (probe *Probe) ServeHTTP(writer http.ResponseWriter, request *http.Request) {
	if !isLocal(request) {
		writer.WriteHeader(http.StatusForbidden)
		return
	}
	status, body := probe.answer(request)
	if body != nil {
		writer.Header().Set("Content-Type", "application/json")
	}
	writer.WriteHeader(status)
	if body != nil {
		encoder := json.NewEncoder(writer)
		encoder.SetEscapeHTML(false)
		encoder.Encode(body)
	}
}

// isLocal returns whether the request names this machine and can't be from a web page in a browser on it.
func isLocal(request *http.Request) bool {
	host := request.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	address := net.ParseIP(strings.Trim(host, "[]"))
	site := request.Header.Get("Sec-Fetch-Site")
	return (host == "localhost" || address != nil && address.IsLoopback()) &&
		request.Header.Get("Origin") == "" && (site == "" || site == "none")
}

func (probe *Probe) answer(request *http.Request) (int, any) {
	segments := strings.Split(strings.TrimPrefix(request.URL.EscapedPath(), "/"), "/")
	operation, argument := request.Method+" "+segments[0], ""
	if len(segments) == 2 {
		decoded, err := url.PathUnescape(segments[1])
		if err != nil {
			return http.StatusNotFound, nil
		}
		operation, argument = operation+"/", decoded
	}
	switch operation {
	case "GET inbox/":
		return http.StatusOK, probe.readInbox(argument)
	case "GET resources/":
		applied, pending := probe.Resources.read(argument)
		version := &applied
		if applied == 0 {
			version = nil
		}
		return http.StatusOK, map[string]any{"applied_version": version, "pending_versions": pending}
	case "PUT faults":
		return probe.setFaults(request.Body), nil
	case "GET leaks":
		return probe.findLeak(request.URL.Query().Get("needle"))
	}
	return http.StatusNotFound, nil // also to restart: everything is in memory
}

func (probe *Probe) readInbox(id string) any {
	records := []any{}
	if record, found := probe.Inbox.find(id); found {
		event := record.event()
		var correlation any
		if text, isText := event.Text("correlation_id"); isText {
			correlation = text
		}
		records = append(records, map[string]any{
			"event_id":       event.ID,
			"event_type":     event.Type,
			"delivery_id":    record.DeliveryID,
			"correlation_id": correlation,
			"event":          json.RawMessage(record.Raw),
			"test":           event.isTest(),
		})
	}
	return map[string]any{"records": records}
}

func (probe *Probe) setFaults(body io.Reader) int {
	var faults struct {
		Nonces *bool `json:"nonce_store"`
		Inbox  *bool `json:"inbox"`
	}
	if json.NewDecoder(io.LimitReader(body, 4096)).Decode(&faults) != nil {
		return http.StatusUnprocessableEntity
	}
	if faults.Nonces != nil {
		probe.Nonces.setFailing(*faults.Nonces)
	}
	if faults.Inbox != nil {
		probe.Inbox.setFailing(*faults.Inbox)
	}
	return http.StatusNoContent
}

func (probe *Probe) findLeak(needle string) (int, any) {
	logged, complete := probe.Journal.contains(needle)
	found := logged || probe.Inbox.contains(needle)
	if !found && !complete {
		return http.StatusInsufficientStorage, nil
	}
	return http.StatusOK, map[string]bool{"found": found}
}
