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

// watchClock compares the time of this validator's last vote with the others', and says when it is far off.
func watchClock(node *nm.Node, own types.Address, done <-chan struct{}) {
	var warned time.Time
	for {
		select {
		case <-done:
			return
		case <-time.After(2 * time.Second):
		}
		commit := node.BlockStore().LoadSeenCommit(node.BlockStore().Height())
		if commit == nil {
			continue
		}
		off, known := clockOffset(commit.Signatures, own)
		if known && off.Abs() >= clockWarning && time.Since(warned) > time.Minute {
			warned = time.Now()
			fmt.Fprintf(os.Stderr, "lariat cluster: this machine's clock is %.1f s off the other validators' median: mend it\n", off.Seconds())
		}
	}
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
