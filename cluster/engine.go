package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/cometbft/cometbft/libs/log"
)

// ended says how the engine came to take no part any more: the exit status, and what to tell people.
type ended struct {
	status int
	why    string
}

// engineWatch is a logger that tells what CometBFT says in its messages alone, and after which it takes no part any more
// and goes on:
//   - Consensus cannot write its own log, as on a full disk. It signs no vote. Where its vote is needed nobody makes a
//     block, so nothing else ends it.
//   - Joining by a snapshot has failed for good. Consensus never starts.
type engineWatch struct {
	log.Logger
	wal  string // absolute, as the log names itself
	told chan<- ended
}

// Messages of the goroutine of CometBFT that joins by a snapshot, each the last one of a join that has failed.
var joinEnds = map[string]bool{
	"State sync failed":                       true,
	"Failed to bootstrap node with new state": true,
	"Failed to store last seen commit":        true,
	"Failed to switch to block sync":          true,
}

func (w engineWatch) Error(message string, keyvals ...any) {
	w.Logger.Error(message, keyvals...)
	for _, value := range keyvals {
		err, is := value.(error)
		if !is {
			continue
		}
		var wrong *fs.PathError
		if errors.As(err, &wrong) && wrong.Path == w.wal {
			w.tell(exitConsensusLost, fmt.Sprintf("consensus cannot write its log and signs no vote any more: %v. Make room and start the node again", err))
		} else if joinEnds[message] {
			w.tell(exitFailed, fmt.Sprintf("joining by a snapshot has ended: %v. Start the node again: it begins anew", err))
		}
	}
}

func (w engineWatch) tell(status int, why string) {
	select {
	case w.told <- ended{status, why}:
	default: // it was told
	}
}

func (w engineWatch) With(keyvals ...any) log.Logger {
	return engineWatch{w.Logger.With(keyvals...), w.wal, w.told}
}
