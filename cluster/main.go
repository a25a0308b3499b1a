//go:build !bench

// lariat-comet: CometBFT with lariat's chain in its process. `lariat cluster` runs it; docs/cluster.md is its manual.
package main

import (
	"fmt"
	"os"
	"runtime/debug"

	"github.com/cometbft/cometbft/version"
)

// chainBuild is the sum of the archive with the chain that is linked.
var chainBuild = "unknown"

const usage = `usage: lariat cluster COMMAND

A chain replicated by CometBFT. On one machine, for trying it out (DIR is build/cluster unless --dir says otherwise):
  up           make four validators on 127.0.0.1-4 unless they are there, start them, and show them until Ctrl-C
  start N      start validator N, 0 to 3, of those that "up" made
  kill N       end it at once, as a crash would (SIGKILL)
  pause N      stop it where it is (SIGSTOP); resume N: let it go on
  down         end all of them in good order
  logs N       print its log
  reset        remove the homes n0, n1, ... in DIR
For a machine of its own:
  init         make the homes of validators: init --help
  node         run the validator in --home DIR

Exit status of node: 0 after SIGINT or SIGTERM; 2 a setting or file cannot be taken; 3 another process has the home or
the address; 70 this node has lost consensus; 74 the store is damaged or cannot be written; 130 a second signal while it ends; 1 anything
else. SIGABRT: CometBFT has panicked; what it said is on standard error.
`

func main() {
	// A panic would end the process with 2, which here is a wrong setting and final. This one aborts: start it again.
	debug.SetTraceback("crash")
	arguments := os.Args[1:]
	if len(arguments) == 0 {
		fmt.Fprint(os.Stderr, usage)
		os.Exit(exitSettings)
	}
	command, rest := arguments[0], arguments[1:]
	switch command {
	case "node":
		os.Exit(runNode(rest))
	case "init":
		os.Exit(runInit(rest))
	case "up":
		os.Exit(runUp(rest))
	case "start", "kill", "pause", "resume", "logs", "down", "reset":
		os.Exit(runControl(command, rest))
	case "version":
		fmt.Printf("lariat-comet: CometBFT %s, chain %s\n", version.TMCoreSemVer, chainBuild)
	case "-h", "--help", "help":
		fmt.Print(usage)
	default:
		fmt.Fprintf(os.Stderr, "lariat cluster: unknown command %q\n\n%s", command, usage)
		os.Exit(exitSettings)
	}
}
