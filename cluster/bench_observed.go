//go:build bench

// Notes the blocks of an application, for all sides in the same way.
package main

import (
	"context"
	"fmt"
	"sync"
	"syscall"
	"time"

	"github.com/cometbft/cometbft/abci/types"
)

// mark says what was reached at the end of a block.
type mark struct {
	at           time.Time
	user, system time.Duration // processor time of the process
	transactions int64
}

// observed is an application whose blocks are noted.
type observed struct {
	types.Application
	senders  *senders
	clientOf func([]byte) int
	txs      [][]byte   // of the block that runs
	failed   chan error // gets one that a transaction of a block did not succeed

	guard sync.Mutex
	marks []mark
}

func observe(app types.Application, s *senders, clientOf func([]byte) int) *observed {
	return &observed{Application: app, senders: s, clientOf: clientOf, failed: make(chan error, 1)}
}

func (o *observed) FinalizeBlock(ctx context.Context, r *types.RequestFinalizeBlock) (*types.ResponseFinalizeBlock, error) {
	response, err := o.Application.FinalizeBlock(ctx, r)
	if err != nil {
		return nil, err
	}
	for i, result := range response.TxResults {
		if result.Code != types.CodeTypeOK {
			select {
			case o.failed <- fmt.Errorf("transaction %d of block %d has code %d: %s", i, r.Height, result.Code, result.Log):
			default:
			}
		}
	}
	o.txs = r.Txs
	return response, nil
}

func (o *observed) Commit(ctx context.Context, r *types.RequestCommit) (*types.ResponseCommit, error) {
	response, err := o.Application.Commit(ctx, r)
	if err != nil {
		return nil, err
	}
	o.senders.note(o.txs, o.clientOf)
	o.guard.Lock()
	defer o.guard.Unlock()
	o.marks = append(o.marks, markNow(o.senders.included.Load()))
	return response, nil
}

// window gives the marks between the first block at or after a time and the last one so far.
func (o *observed) window(from time.Time) []mark {
	o.guard.Lock()
	defer o.guard.Unlock()
	for i, m := range o.marks {
		if !m.at.Before(from) {
			return append([]mark(nil), o.marks[i:]...)
		}
	}
	return nil
}

func markNow(transactions int64) mark {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used) // fails for a wrong address alone
	return mark{time.Now(), time.Duration(used.Utime.Nano()), time.Duration(used.Stime.Nano()), transactions}
}
