package main

import (
	"crypto/sha256"
	"errors"
	"sync"
	"time"
)

const (
	// A timestamp may be 300 s ahead and stays valid until 300 s have passed since, to the end of that second.
	nonceRetention = (2*toleranceSeconds + 1) * time.Second
	maxNonces      = 1 << 20
)

var (
	errNonceUsed         = errors.New("nonce used")
	errNoncesUnavailable = errors.New("nonces unavailable")
)

// Nonces remembers digests, so that long nonces need no more memory than short ones. If it is full, it fails: forgetting a
// nonce early would allow a replay.
type Nonces struct {
	mutex   sync.Mutex
	now     func() time.Time
	used    map[[sha256.Size]byte]struct{}
	order   []expiringNonce // oldest first
	failing bool
}

type expiringNonce struct {
	digest [sha256.Size]byte
	until  time.Time
}

func newNonces(now func() time.Time) *Nonces {
	return &Nonces{now: now, used: map[[sha256.Size]byte]struct{}{}}
}

// reserve returns nil to exactly one of the requests that bring the same nonce, even at the same time.
func (nonces *Nonces) reserve(nonce string) error {
	digest, now := sha256.Sum256([]byte(nonce)), nonces.now()
	nonces.mutex.Lock()
	defer nonces.mutex.Unlock()
	nonces.forget(now)
	if nonces.failing {
		return errNoncesUnavailable
	}
	if _, used := nonces.used[digest]; used {
		return errNonceUsed
	}
	if len(nonces.used) >= maxNonces {
		return errNoncesUnavailable
	}
	nonces.used[digest] = struct{}{}
	nonces.order = append(nonces.order, expiringNonce{digest, now.Add(nonceRetention)})
	return nil
}

func (nonces *Nonces) forget(now time.Time) {
	expired := 0
	for expired < len(nonces.order) && nonces.order[expired].until.Before(now) {
		delete(nonces.used, nonces.order[expired].digest)
		expired++
	}
	nonces.order = nonces.order[expired:]
}

func (nonces *Nonces) setFailing(failing bool) {
	nonces.mutex.Lock()
	defer nonces.mutex.Unlock()
	nonces.failing = failing
}
