//go:build bench

// lariat-comet-bench: one validator under load, with lariat or with CometBFT's kvstore. tools/run_cluster_bench.py runs
// it; docs/cluster.md says what is measured.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
)

// chainBuild is the sum of the archive with the chain that is linked.
var chainBuild = "unknown"

const benchUsage = `usage: lariat-comet-bench COMMAND [OPTION…]

  sign  --load DIR [--clients N --each N]
        writes a genesis and the signed transactions of all sides into a new folder
  run   --load DIR --home DIR --side lariat|kvstore-signed|kvstore [--seconds N ...]
        starts one validator in a new home, puts the load on it, and prints one line of JSON

COMMAND --help lists the options. Exit status: 2 the command line cannot be taken; 1 anything else that failed.
`

func main() {
	if len(os.Args) < 2 {
		fmt.Fprint(os.Stderr, benchUsage)
		os.Exit(exitSettings)
	}
	commands := map[string]func(*flag.FlagSet, []string) (any, error){"sign": runSign, "run": runBench}
	name := os.Args[1]
	if name == "--help" || name == "-h" {
		fmt.Print(benchUsage)
		return
	}
	command, known := commands[name]
	if !known {
		fmt.Fprintf(os.Stderr, "lariat-comet-bench: unknown command %q\n\n%s", name, benchUsage)
		os.Exit(exitSettings)
	}
	flags := flag.NewFlagSet("lariat-comet-bench "+name, flag.ContinueOnError)
	found, err := command(flags, os.Args[2:])
	var wrong usageError
	switch {
	case errors.Is(err, flag.ErrHelp):
	case errors.As(err, &wrong):
		fmt.Fprintln(os.Stderr, "lariat-comet-bench:", err)
		os.Exit(exitSettings)
	case err != nil:
		fmt.Fprintln(os.Stderr, "lariat-comet-bench:", err)
		os.Exit(exitFailed)
	default:
		line, _ := json.Marshal(found)
		fmt.Println(string(line))
	}
}

// A command line that cannot be taken.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// parseFlags reads the words of a command. `needed` are options that must be given.
func parseFlags(flags *flag.FlagSet, words []string, needed ...string) error {
	if err := flags.Parse(words); err != nil {
		return usageError{err}
	}
	if flags.NArg() > 0 {
		return usageError{fmt.Errorf("unexpected argument %q", flags.Arg(0))}
	}
	for _, name := range needed {
		if flags.Lookup(name).Value.String() == "" {
			return usageError{fmt.Errorf("--%s is missing", name)}
		}
	}
	return nil
}
