// Posts signed transactions: with their receipts one by one, or as many as the node takes.
package main

import (
	"flag"
	"fmt"
	"sync"
	"time"
)

const (
	receivers   = 16
	drainAtMost = 120 * time.Second
)

func runPost(flags *flag.FlagSet, words []string) (report, error) {
	var o options
	wait := flags.String("wait", string(waitAnswer), "for the receipt: answer (of the post), poll, or none")
	pause := flags.Duration("pause", 200*time.Microsecond, "poll: between two looks for a receipt")
	seconds := flags.Float64("seconds", 0, "none: post no longer than this; 0: all of --count")
	call := flags.String("call", "", "address of the counter to call; else transfers are posted")
	cycles := flags.Uint64("cycles", 5_000, "of lariat: limit of a transaction")
	cells := flags.Uint64("cells", 500, "of lariat: limit of a transaction")
	n, err := parse(flags, words, &o)
	if err != nil {
		return report{}, err
	}
	do := action{call: *call != "", cycles: *cycles, cells: *cells}
	if do.call {
		if do.to, err = addressOf(*call); err != nil {
			return report{}, usageError{err}
		}
	}
	senders := make([]sender, o.connections)
	for i := range senders {
		senders[i] = newSender(i)
	}
	first, err := connect(o.address)
	if err != nil {
		return report{}, err
	}
	if err := n.fund(first, senders); err != nil {
		return report{}, err
	}
	switch waiting(*wait) {
	case waitAnswer, waitPoll:
		all := signAll(n, senders, o.count, do, waiting(*wait))
		return withReceipts(n, o, all, *pause)
	case waitNone:
		all := signAll(n, senders, o.count, do, waitNone)
		return flatOut(n, o, all, senders, first, time.Duration(*seconds*float64(time.Second)))
	}
	return report{}, usageError{fmt.Errorf("--wait %q: answer, poll or none", *wait)}
}

// signAll lays out every request before the clock starts.
func signAll(n node, senders []sender, count int, do action, wait waiting) [][]posted {
	all := make([][]posted, len(senders))
	var running sync.WaitGroup
	for i, s := range senders {
		running.Add(1)
		go func() {
			defer running.Done()
			for k := range count {
				one := do
				if !do.call {
					one.to = newSender(1_000_000 + (i*count+k)%receivers).address
				}
				all[i] = append(all[i], n.post(s, uint64(k), one, wait))
			}
		}()
	}
	running.Wait()
	return all
}

func withReceipts(n node, o options, all [][]posted, pause time.Duration) (report, error) {
	return measure(o, func(number int, c *connection, note func(time.Duration)) error {
		for _, one := range all[number] {
			begin := time.Now()
			answer, err := c.ask(one.post)
			if err == nil {
				err = n.accepted(answer)
			}
			if err != nil {
				return err
			}
			for looks := 0; ; looks++ {
				there, err := n.included(answer)
				if err != nil {
					return err
				}
				if there {
					break
				}
				if time.Since(begin) > drainAtMost {
					return fmt.Errorf("no receipt: %s", answer)
				}
				if looks > 0 {
					time.Sleep(pause)
				}
				if answer, err = c.ask(one.look); err != nil {
					return err
				}
			}
			note(time.Since(begin))
		}
		return nil
	})
}

// flatOut posts as fast as the node answers, then waits until everything is in blocks. The latencies are those of the
// answers; the rate and the CPU time are those of the whole, blocks included.
func flatOut(n node, o options, all [][]posted, senders []sender, observer *connection, longest time.Duration) (report, error) {
	connections, err := connectAll(o)
	if err != nil {
		return report{}, err
	}
	watch, err := start(o.pid)
	if err != nil {
		return report{}, err
	}
	latencies, err := together(connections, func(number int, c *connection, note func(time.Duration)) error {
		for _, one := range all[number] {
			if longest > 0 && time.Since(watch.begin) > longest {
				return nil
			}
			begin := time.Now()
			answer, err := c.ask(one.post)
			if err == nil {
				err = n.accepted(answer)
			}
			if err != nil {
				return err
			}
			note(time.Since(begin))
		}
		return nil
	})
	if err != nil {
		return report{}, err
	}
	for {
		waits, err := n.pooled(observer)
		if err != nil {
			return report{}, err
		}
		if waits == 0 {
			break
		}
		if time.Since(watch.begin) > longest+drainAtMost {
			return report{}, fmt.Errorf("%d transactions still wait", waits)
		}
		time.Sleep(20 * time.Millisecond)
	}
	found, err := watch.report(len(latencies), latencies)
	if err != nil {
		return report{}, err
	}
	included, err := n.nonces(observer, senders)
	if err == nil && included != uint64(len(latencies)) {
		err = fmt.Errorf("%d transactions were taken, %d are in blocks", len(latencies), included)
	}
	return found, err
}
