//go:build bench

// Clients in a closed loop: each has so many transactions in flight, and sends the next when one is in a block.
package main

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/cometbft/cometbft/abci/types"
	"github.com/cometbft/cometbft/mempool"
)

// sender is a client that sends.
type sender struct {
	number   int
	sent     int          // only its goroutine looks at it
	included atomic.Int64 // in blocks
}

// senders are all clients, and the load that they send.
type senders struct {
	all      []*sender
	load     *load
	window   int
	wake     []chan struct{} // one for each goroutine that sends
	ending   atomic.Bool
	retries  atomic.Int64 // the mempool took nothing just then
	accepted atomic.Int64
	included atomic.Int64
}

func newSenders(l *load, window, goroutines int) *senders {
	s := &senders{load: l, window: window}
	for range goroutines {
		s.wake = append(s.wake, make(chan struct{}, 1))
	}
	for number := range l.clients {
		s.all = append(s.all, &sender{number: number})
	}
	return s
}

// start lets the goroutines send, each for its share of the clients. The channel gets the end of each.
func (s *senders) start(pool mempool.Mempool) <-chan error {
	ended := make(chan error, len(s.wake))
	for i, wake := range s.wake {
		var own []*sender
		for k := i; k < len(s.all); k += len(s.wake) {
			own = append(own, s.all[k])
		}
		go func() { ended <- s.send(pool, own, wake) }()
	}
	return ended
}

// send takes turns between clients, one transaction each. When none of them may send, it waits for a block.
func (s *senders) send(pool mempool.Mempool, own []*sender, wake <-chan struct{}) error {
	var checked *types.ResponseCheckTx
	note := func(response *types.ResponseCheckTx) { checked = response }
	for !s.ending.Load() {
		hasSent := false
		for _, one := range own {
			if one.sent-int(one.included.Load()) >= s.window {
				continue
			}
			if one.sent == s.load.each {
				return fmt.Errorf("client %d has sent all of its %d transactions: sign more", one.number, s.load.each)
			}
			checked = nil
			err := pool.CheckTx(s.load.tx(one.number, one.sent), note, mempool.TxInfo{})
			var full mempool.ErrMempoolIsFull
			switch {
			case errors.As(err, &full), errors.Is(err, mempool.ErrRecheckFull):
				s.retries.Add(1)
				time.Sleep(200 * time.Microsecond)
			case err != nil:
				return fmt.Errorf("client %d, transaction %d: %w", one.number, one.sent, err)
			case checked == nil || checked.Code != types.CodeTypeOK:
				return fmt.Errorf("client %d, transaction %d was refused: %v", one.number, one.sent, checked)
			default:
				one.sent++
				s.accepted.Add(1)
				hasSent = true
			}
		}
		if !hasSent {
			select {
			case <-wake:
			case <-time.After(100 * time.Millisecond): // looks whether it shall end
			}
		}
	}
	return nil
}

func (s *senders) stop() { s.ending.Store(true) }

// note counts the transactions of a block.
func (s *senders) note(txs [][]byte, clientOf func([]byte) int) {
	for _, tx := range txs {
		s.all[clientOf(tx)].included.Add(1)
	}
	s.included.Add(int64(len(txs)))
	for _, wake := range s.wake {
		select {
		case wake <- struct{}{}:
		default:
		}
	}
}
