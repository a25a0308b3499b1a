// Latency of a stream: from the request for a block to the message that tells of it.
package main

import (
	"errors"
	"flag"
	"time"

	"github.com/gorilla/websocket"
)

const messageAtMost = 10 * time.Second

func runStream(flags *flag.FlagSet, words []string) (report, error) {
	var o options
	pause := flags.Duration("pause", 2*time.Millisecond, "between two blocks")
	n, err := parse(flags, words, &o)
	if err != nil {
		return report{}, err
	}
	if o.connections != 1 {
		return report{}, usageError{errors.New("--connections: one subscriber")}
	}
	url, subscribe := n.stream()
	socket, _, err := websocket.DefaultDialer.Dial(url, nil)
	if err != nil {
		return report{}, err
	}
	defer socket.Close()
	if err := socket.WriteMessage(websocket.TextMessage, []byte(subscribe)); err != nil {
		return report{}, err
	}
	if _, _, err := socket.ReadMessage(); err != nil { // the answer to the subscription
		return report{}, err
	}
	told := make(chan time.Time, o.count)
	go func() {
		for {
			_, message, err := socket.ReadMessage()
			at := time.Now()
			if err != nil {
				return
			}
			if n.tellsBlock(message) {
				told <- at
			}
		}
	}()
	mine := n.mine()
	return measure(o, func(_ int, c *connection, note func(time.Duration)) error {
		for range o.count {
			begin := time.Now()
			answer, err := c.ask(mine)
			if err == nil {
				err = n.accepted(answer)
			}
			if err != nil {
				return err
			}
			select {
			case at := <-told:
				note(at.Sub(begin))
			case <-time.After(messageAtMost):
				return errors.New("no message came")
			}
			time.Sleep(*pause)
		}
		return nil
	})
}
