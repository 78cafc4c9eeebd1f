package main

import (
	"bytes"
	"fmt"
	"io"
	"sync"
)

const maxJournalBytes = 4 << 20

// Journal writes a line for each answer. Nothing of a request is in it, so no credential can be. It keeps the first lines
// for the probe.
type Journal struct {
	mutex    sync.Mutex
	writer   io.Writer
	kept     bytes.Buffer
	complete bool
}

func newJournal(writer io.Writer) *Journal {
	return &Journal{writer: writer, complete: true}
}

func (journal *Journal) write(status int, reason string) {
	line := fmt.Sprintf("%d %s\n", status, reason)
	journal.mutex.Lock()
	defer journal.mutex.Unlock()
	io.WriteString(journal.writer, line)
	if journal.complete = journal.complete && journal.kept.Len()+len(line) <= maxJournalBytes; journal.complete {
		journal.kept.WriteString(line)
	}
}

// contains returns whether a text was written, and whether everything that was written has been searched.
func (journal *Journal) contains(text string) (found, complete bool) {
	journal.mutex.Lock()
	defer journal.mutex.Unlock()
	return bytes.Contains(journal.kept.Bytes(), []byte(text)), journal.complete
}
