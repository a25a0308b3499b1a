package main

import (
	"testing"
	"time"
)

func TestCLU5OneThatStandsWhileMostPeersGoOnIsStalled(t *testing.T) {
	start := time.Unix(1_000_000, 0)
	looks := []struct {
		second int
		own    int64
		peers  []int64
		wanted int
	}{
		{0, 7, []int64{8, 8, 8}, 0},
		{2, 7, []int64{9, 9, 8}, 2},
		{4, 7, []int64{9, 10, 8}, 4},
		{6, 8, []int64{12, 13, 8}, 0}, // a block
		{8, 8, []int64{12, 13, 8}, 2},
		{10, 8, []int64{1 << 60, 9, 9}, 0}, // one may lie
		{12, 8, []int64{1 << 60, 9}, 0},
		{14, 8, []int64{12, 13}, 2},
		{16, 8, nil, 2},
		{18, 8, []int64{0, 0, 0}, 2}, // they have not said where they are
		{20, 8, []int64{0, 0, 10}, 4},
		{900, 8, []int64{10, 10}, 8}, // the process was stopped
		{902, 9, []int64{10, 10}, 0},
		{904, 9, []int64{10, 10}, 0},
	}
	var still stall
	for _, l := range looks {
		if got := still.look(l.own, l.peers, start.Add(time.Duration(l.second)*time.Second)); got != time.Duration(l.wanted)*time.Second {
			t.Errorf("at second %d: wanted %d s, got %v", l.second, l.wanted, got)
		}
	}
}
