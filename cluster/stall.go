package main

import (
	"fmt"
	"time"

	nm "github.com/cometbft/cometbft/node"
	"github.com/cometbft/cometbft/types"
)

// How long a validator may stand still while most of its peers go on, unless config/lariat.json says otherwise, and how
// often watchStall looks.
const (
	stallSeconds = 300
	stallLook    = 2 * time.Second
)

// stall counts for how long the own height has not changed while most of the peers were beyond it. One peer alone proves
// nothing: it may lie. Time without any peer does not count, nor does time in which the process did not run.
type stall struct {
	height int64
	still  time.Duration
	last   time.Time
}

// look takes the own height and those on which the peers work; 0: one has not said.
func (s *stall) look(own int64, peers []int64, now time.Time) time.Duration {
	known, beyond := 0, 0
	for _, height := range peers {
		if height > 0 {
			known++
		}
		if height > own+1 {
			beyond++
		}
	}
	passed := min(now.Sub(s.last), 2*stallLook)
	s.last = now
	switch {
	case own != s.height || known > 0 && 2*beyond <= known:
		s.height, s.still = own, 0
	case known > 0:
		s.still += passed
	}
	return s.still
}

// watchStall tells when this validator has stood still for so long. CometBFT in that state looks for other peers for ever:
// it refuses the others' blocks, say because of its own clock or its own chain, or they have them no more.
func watchStall(node *nm.Node, longest time.Duration, told chan<- ended, done <-chan struct{}) {
	var still stall
	for {
		select {
		case <-done:
			return
		case <-time.After(stallLook):
		}
		own := node.BlockStore().Height()
		if own == 0 && node.Config().StateSync.Enable {
			continue // a snapshot takes its time, and how that ends is told
		}
		if still.look(own, heightsOfPeers(node), time.Now()) < longest {
			continue
		}
		told <- ended{exitConsensusLost, fmt.Sprintf("this validator has stood at block %d for %v, and most of its peers are beyond it. "+
			"If that comes again: is its clock right, does it say why it refuses blocks, and do the others still have block %d? "+
			"If they do not, let it join by a snapshot", own, longest, own+1)}
		return
	}
}

func heightsOfPeers(node *nm.Node) []int64 {
	var heights []int64
	for _, peer := range node.Switch().Peers().List() {
		if state, is := peer.Get(types.PeerStateKey).(interface{ GetHeight() int64 }); is {
			heights = append(heights, state.GetHeight())
		}
	}
	return heights
}
