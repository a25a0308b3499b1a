// node-load puts load on one node, lariat's or anvil, and prints one line of JSON: what the node needed for it. Run by
// tools/run_node_bench.py; README.md says what the figures mean.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"time"
)

const usage = `usage: node-load COMMAND --kind lariat|anvil --address HOST:PORT [OPTION…]

  post    posts transactions that were signed before, and waits for their receipts or not
  read    asks the same question again and again
  stream  lets blocks be made and waits for the message of each

The node must be new: senders begin with nonce 0. COMMAND --help lists the options.
`

// A command line: what all commands have.
type options struct {
	kind, address string
	pid           int
	connections   int
	count         int
}

func (o *options) define(flags *flag.FlagSet) {
	flags.StringVar(&o.kind, "kind", "lariat", "lariat or anvil")
	flags.StringVar(&o.address, "address", "127.0.0.1:8640", "where the node listens")
	flags.IntVar(&o.pid, "pid", 0, "process of the node, for its CPU time")
	flags.IntVar(&o.connections, "connections", 1, "connections, each with a sender of its own")
	flags.IntVar(&o.count, "count", 100, "operations of each connection")
}

func (o *options) node() (node, error) {
	switch o.kind {
	case "lariat":
		return lariat{address: o.address}, nil
	case "anvil":
		return anvil{address: o.address}, nil
	}
	return nil, fmt.Errorf("--kind %q: lariat or anvil", o.kind)
}

type command func(flags *flag.FlagSet, words []string) (report, error)

var commands = map[string]command{"post": runPost, "read": runRead, "stream": runStream}

// A wrong command line, as opposed to a node that does not do as it should.
type usageError struct{ error }

// parse reads the words of one command; every one must be an option.
func parse(flags *flag.FlagSet, words []string, o *options) (node, error) {
	o.define(flags)
	if err := flags.Parse(words); err != nil {
		return nil, usageError{err}
	}
	if flags.NArg() > 0 {
		return nil, usageError{fmt.Errorf("unexpected argument %q", flags.Arg(0))}
	}
	if o.connections < 1 || o.count < 1 {
		return nil, usageError{fmt.Errorf("--connections and --count are at least 1")}
	}
	n, err := o.node()
	if err != nil {
		return nil, usageError{err}
	}
	return n, nil
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprint(os.Stderr, usage)
		os.Exit(2)
	}
	name := os.Args[1]
	if name == "--help" || name == "-h" {
		fmt.Print(usage)
		return
	}
	run, ok := commands[name]
	if !ok {
		fmt.Fprintf(os.Stderr, "node-load: unknown command %q\n\n%s", name, usage)
		os.Exit(2)
	}
	flags := flag.NewFlagSet("node-load "+name, flag.ContinueOnError)
	found, err := run(flags, os.Args[2:])
	if wrong, ok := err.(usageError); ok {
		if wrong.error == flag.ErrHelp {
			return
		}
		fmt.Fprintln(os.Stderr, "node-load:", wrong)
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "node-load:", err)
		os.Exit(1)
	}
	line, _ := json.Marshal(found)
	fmt.Println(string(line))
}

func runRead(flags *flag.FlagSet, words []string) (report, error) {
	var o options
	what := flags.String("what", "balance", "balance, storage or timer; anvil has no timers")
	id := flags.String("id", "", "address of the account or actor, or id of the timer")
	n, err := parse(flags, words, &o)
	if err != nil {
		return report{}, err
	}
	question, err := n.question(*what, *id)
	if err != nil {
		return report{}, usageError{err}
	}
	return measure(o, func(_ int, c *connection, note func(time.Duration)) error {
		for i := 0; i < o.count; i++ {
			begin := time.Now()
			answer, err := c.ask(question)
			if err != nil {
				return err
			}
			note(time.Since(begin))
			if err := n.check(answer); err != nil {
				return err
			}
		}
		return nil
	})
}
