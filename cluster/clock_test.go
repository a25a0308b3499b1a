package main

import (
	"testing"
	"time"

	"github.com/cometbft/cometbft/types"
)

func vote(validator byte, at time.Time) types.CommitSig {
	return types.CommitSig{BlockIDFlag: types.BlockIDFlagCommit, ValidatorAddress: []byte{validator}, Timestamp: at}
}

func TestCLU27AnOffsetIsOurVoteLessTheMedianOfTheOthers(t *testing.T) {
	start := time.Unix(1_000_000, 0)
	votes := []types.CommitSig{vote(1, start.Add(7*time.Second)), vote(2, start), vote(3, start.Add(time.Second)),
		vote(4, start.Add(50*time.Second)), types.NewCommitSigAbsent()}
	off, known := clockOffset(votes, []byte{1})
	if !known || off != 6*time.Second {
		t.Errorf("wanted 6 s, got %v, known %v", off, known)
	}
	if _, known := clockOffset(votes, []byte{9}); known {
		t.Error("a validator without a vote has no offset")
	}
}

func TestCLU27AClockThatStaysOffIsSteady(t *testing.T) {
	var looks clockHistory
	for height := int64(1); height <= clockLooks; height++ {
		if looks.steady() {
			t.Errorf("steady before %d looks", clockLooks)
		}
		looks.add(height, 40*time.Second+time.Duration(height)*100*time.Millisecond)
	}
	if !looks.steady() {
		t.Error("offsets 200 ms apart are steady")
	}
}

func TestCLU27AValidatorThatCatchesUpIsNotTakenForAWrongClock(t *testing.T) {
	var looks clockHistory
	late := 90 * time.Second
	for height := int64(1); late > 0; height += 20 {
		looks.add(height, late)
		if looks.steady() {
			t.Fatalf("steady while %v late", late)
		}
		late -= 9 * time.Second
	}
}

func TestCLU27LooksAtOneHeightCountOnce(t *testing.T) {
	var looks clockHistory
	for range clockLooks {
		looks.add(5, 40*time.Second)
	}
	if looks.steady() {
		t.Error("a chain that stands still says nothing about the clock")
	}
}
