package main

import (
	"bytes"
	"errors"
	"sync"

	"example.com/receiver/jsontext"
)

// Limits of this receiver's memory. A database has others.
const (
	maxRecords    = 100_000
	maxInboxBytes = 512 << 20
)

var (
	errInboxUnavailable = errors.New("inbox unavailable")
	errOtherContent     = errors.New("another event has this id")
)

// Record is the text of an event, with the delivery that first brought it.
type Record struct {
	Raw        []byte
	DeliveryID string
}

func (record Record) event() Event {
	event, _ := newEvent(record.Raw) // checked before it was stored
	return event
}

// Inbox has one record for each event id, in the order of arrival. If it is full, it fails, and the platform tries again.
type Inbox struct {
	mutex   sync.Mutex
	records []Record
	byID    map[string]int
	size    int
	failing bool
	// stored has room for one signal: that there are new records, no matter how many.
	stored chan struct{}
}

func newInbox() *Inbox {
	return &Inbox{byID: map[string]int{}, stored: make(chan struct{}, 1)}
}

// store commits the event. If an event with its id is stored already, that one stays, and its content must be the same.
func (inbox *Inbox) store(deliveryID string, event Event) error {
	stored, err := inbox.add(Record{event.Raw, deliveryID}, event.ID)
	if err == nil && !jsontext.Same(stored.Raw, event.Raw) {
		return errOtherContent
	}
	return err
}

// add returns the record that the id has from now on: the new one, or the one that was there before.
func (inbox *Inbox) add(record Record, id string) (Record, error) {
	inbox.mutex.Lock()
	defer inbox.mutex.Unlock()
	if inbox.failing {
		return record, errInboxUnavailable
	}
	if index, found := inbox.byID[id]; found {
		return inbox.records[index], nil
	}
	if len(inbox.records) >= maxRecords || inbox.size+len(record.Raw) > maxInboxBytes {
		return record, errInboxUnavailable
	}
	inbox.byID[id] = len(inbox.records)
	inbox.records = append(inbox.records, record)
	inbox.size += len(record.Raw)
	select {
	case inbox.stored <- struct{}{}:
	default:
	}
	return record, nil
}

func (inbox *Inbox) find(id string) (Record, bool) {
	inbox.mutex.Lock()
	defer inbox.mutex.Unlock()
	index, found := inbox.byID[id]
	if !found {
		return Record{}, false
	}
	return inbox.records[index], true
}

// after returns the records from an index on.
func (inbox *Inbox) after(index int) []Record {
	inbox.mutex.Lock()
	defer inbox.mutex.Unlock()
	return inbox.records[index:]
}

// contains returns whether a text is anywhere in the inbox.
func (inbox *Inbox) contains(text string) bool {
	for _, record := range inbox.after(0) {
		if bytes.Contains(record.Raw, []byte(text)) || bytes.Contains([]byte(record.DeliveryID), []byte(text)) {
			return true
		}
	}
	return false
}

func (inbox *Inbox) setFailing(failing bool) {
	inbox.mutex.Lock()
	defer inbox.mutex.Unlock()
	inbox.failing = failing
}
