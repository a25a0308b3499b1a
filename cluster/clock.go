package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"time"

	nm "github.com/cometbft/cometbft/node"
	"github.com/cometbft/cometbft/types"
)

// From this far off the others' clocks the operator is warned. A validator that is a minute behind halts (CLU-27).
const clockWarning = 5 * time.Second

// How often watchClock looks, and how many looks in a row must agree. A validator that catches up votes late for old
// blocks, less and less late; the offset of a wrong clock stays.
const (
	clockLook   = 2 * time.Second
	clockLooks  = 3
	clockSteady = time.Second
)

// watchClock compares the times of this validator's last votes with the others', and says when they are far off.
func watchClock(node *nm.Node, own types.Address, done <-chan struct{}) {
	var warned time.Time
	var looks clockHistory
	for {
		select {
		case <-done:
			return
		case <-time.After(clockLook):
		}
		commit := node.BlockStore().LoadSeenCommit(node.BlockStore().Height())
		if commit == nil {
			continue
		}
		off, known := clockOffset(commit.Signatures, own)
		if !known {
			continue
		}
		looks.add(commit.Height, off)
		if looks.steady() && off.Abs() >= clockWarning && time.Since(warned) > time.Minute {
			warned = time.Now()
			fmt.Fprintf(os.Stderr, "lariat cluster: this machine's clock is %.1f s off the other validators' median: mend it\n", off.Seconds())
		}
	}
}

// clockHistory has the offsets of the last looks, each at another height.
type clockHistory struct {
	height  int64
	offsets []time.Duration
}

func (h *clockHistory) add(height int64, off time.Duration) {
	if height == h.height {
		return
	}
	h.height = height
	h.offsets = append(h.offsets, off)
	if len(h.offsets) > clockLooks {
		h.offsets = h.offsets[1:]
	}
}

// steady tells whether the last looks differ by so little that the clock is what they show.
func (h *clockHistory) steady() bool {
	return len(h.offsets) == clockLooks && slices.Max(h.offsets)-slices.Min(h.offsets) <= clockSteady
}

// clockOffset is the time of our vote less the median of the others'.
func clockOffset(votes []types.CommitSig, own types.Address) (time.Duration, bool) {
	var ours time.Time
	var others []time.Time
	for _, vote := range votes {
		if vote.BlockIDFlag == types.BlockIDFlagAbsent {
			continue
		}
		if bytes.Equal(vote.ValidatorAddress, own) {
			ours = vote.Timestamp
		} else {
			others = append(others, vote.Timestamp)
		}
	}
	if ours.IsZero() || len(others) == 0 {
		return 0, false
	}
	slices.SortFunc(others, func(a, b time.Time) int { return a.Compare(b) })
	return ours.Sub(others[len(others)/2]), true
}
