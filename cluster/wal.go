package main

import (
	"errors"
	"io/fs"

	"github.com/cometbft/cometbft/libs/log"
)

// walWatch is a logger that tells when consensus cannot write its own log, as on a full disk. CometBFT says so in its
// messages alone: it signs no vote any more and goes on. Where its vote is needed nobody makes a block, so nothing else
// ends it.
type walWatch struct {
	log.Logger
	wal    string
	failed chan<- error
}

func (w walWatch) Error(message string, keyvals ...any) {
	w.Logger.Error(message, keyvals...)
	for _, value := range keyvals {
		var wrong *fs.PathError
		err, is := value.(error)
		if !is || !errors.As(err, &wrong) || wrong.Path != w.wal || (wrong.Op != "write" && wrong.Op != "sync") {
			continue
		}
		select {
		case w.failed <- err:
		default: // it was told
		}
	}
}

func (w walWatch) With(keyvals ...any) log.Logger {
	return walWatch{w.Logger.With(keyvals...), w.wal, w.failed}
}
