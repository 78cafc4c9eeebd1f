package main

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestNonceIsReservedOnce(t *testing.T) {
	nonces := newNonces(time.Now)
	var winners atomic.Int32
	var all sync.WaitGroup
	for request := 0; request < 100; request++ {
		all.Add(1)
		go func() {
			defer all.Done()
			if nonces.reserve("same") == nil {
				winners.Add(1)
			}
		}()
	}
	all.Wait()
	if winners.Load() != 1 {
		t.Errorf("%d requests reserved the nonce", winners.Load())
	}
}

// As long as a timestamp is in the window, its nonce is remembered.
func TestNonceOutlivesItsTimestamp(t *testing.T) {
	start := time.Unix(1_700_000_000, 999_000_000)
	now := start
	nonces := newNonces(func() time.Time { return now })
	timestamp := "1700000300"
	if !isCurrent(timestamp, now) || nonces.reserve("nonce") != nil {
		t.Fatal("the first request is refused")
	}
	for ; isCurrent(timestamp, now); now = now.Add(time.Millisecond * 500) {
		if nonces.reserve("nonce") != errNonceUsed {
			t.Fatalf("replayed after %v", now.Sub(start))
		}
	}
	now = start.Add(nonceRetention + time.Second)
	if nonces.reserve("nonce") != nil || len(nonces.used) != 1 || len(nonces.order) != 1 {
		t.Error("an expired nonce is still kept")
	}
}
