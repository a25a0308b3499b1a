package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	cfg "github.com/cometbft/cometbft/config"
	"github.com/cometbft/cometbft/consensus"
	"github.com/cometbft/cometbft/libs/log"
	"github.com/cometbft/cometbft/mempool"
	nm "github.com/cometbft/cometbft/node"
	"github.com/cometbft/cometbft/p2p"
	"github.com/cometbft/cometbft/privval"
	"github.com/cometbft/cometbft/proxy"
	"github.com/cometbft/cometbft/types"
	"github.com/spf13/viper"
)

// Exit statuses, beside those of the chain (2 settings, 3 address or directory taken, 74 store).
const (
	exitFailed        = 1
	exitSettings      = 2
	exitConsensusLost = 70
)

// How long a node that cannot go on may take to end in good order.
const endsWithin = 20 * time.Second

func fail(status int, format string, arguments ...any) int {
	fmt.Fprintf(os.Stderr, "lariat cluster: "+format+"\n", arguments...)
	return status
}

func readConfig(home string) (*cfg.Config, error) {
	v := viper.New()
	v.SetConfigFile(filepath.Join(home, "config", "config.toml"))
	if err := v.ReadInConfig(); err != nil {
		return nil, err
	}
	config := cfg.DefaultConfig()
	if err := v.Unmarshal(config); err != nil {
		return nil, err
	}
	config.SetRoot(home)
	// Not for choosing: blocks follow each other at timeout_commit, and nothing is indexed that the archive has.
	config.Consensus.SkipTimeoutCommit = false
	config.Consensus.DoubleSignCheckHeight = 0
	config.TxIndex.Indexer = "null"
	return config, config.ValidateBasic()
}

// readOptions gives what the chain is opened with: config/lariat.json, if there is one, and what follows from the home.
func readOptions(home string, config *cfg.Config) (map[string]any, error) {
	options := map[string]any{"listen": "127.0.0.1:8640"}
	text, err := os.ReadFile(filepath.Join(home, "config", "lariat.json"))
	if err == nil {
		err = json.Unmarshal(text, &options)
	} else if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	options["home"] = home
	options["block_time_ms"] = max(config.Consensus.TimeoutCommit.Milliseconds(), 1)
	return options, err
}

func runNode(arguments []string) int {
	flags := flag.NewFlagSet("lariat cluster node", flag.ContinueOnError)
	home := flags.String("home", "", "home of the validator")
	remote := flags.String("app", "", "socket of `lariat abci` in place of the chain in this process, for tests")
	if err := flags.Parse(arguments); err != nil {
		return exitSettings
	}
	if *home == "" || flags.NArg() > 0 {
		return fail(exitSettings, "node needs --home DIR and nothing else")
	}
	// CometBFT's log names itself with its whole path, and so must we.
	whole, err := filepath.Abs(*home)
	if err != nil {
		return fail(exitSettings, "%v", err)
	}
	*home = whole
	config, err := readConfig(*home)
	if err != nil {
		return fail(exitSettings, "%v", err)
	}
	if config.PrivValidatorListenAddr != "" {
		return fail(exitSettings, "priv_validator_laddr in config.toml: votes are signed with the key in the home, and by no other program. Leave it empty")
	}
	level, err := log.AllowLevel(config.LogLevel)
	if err != nil {
		return fail(exitSettings, "log_level: %v", err)
	}
	told := make(chan ended, 2)
	logger := engineWatch{log.NewFilter(log.NewTMLogger(log.NewSyncWriter(os.Stderr)), level), filepath.Clean(config.Consensus.WalFile()), told}
	ending := make(chan os.Signal, 2)
	signal.Notify(ending, syscall.SIGTERM, syscall.SIGINT)

	if status := checkKeys(config); status != 0 {
		return status
	}
	longestStall := time.Duration(stallSeconds) * time.Second
	var app *App
	var clients proxy.ClientCreator
	if *remote != "" {
		clients = proxy.NewRemoteClientCreator("unix://"+strings.TrimPrefix(*remote, "unix://"), "socket", true)
	} else {
		options, err := readOptions(*home, config)
		if err != nil {
			return fail(exitSettings, "config/lariat.json: %v", err)
		}
		app, err = OpenApp(options)
		if err != nil {
			return fail(exitOf(err), "%v", err)
		}
		if seconds, is := options["stall_seconds"].(float64); is {
			longestStall = time.Duration(seconds) * time.Second
		}
		defer func() {
			if app != nil {
				app.Close()
			}
		}()
		if joinWasCut(config, app) {
			app.Close()
			if err = forgetJoin(config); err == nil {
				app, err = OpenApp(options)
			}
			if err != nil {
				return fail(exitOf(err), "%v", err)
			}
		}
		if status := recoverApp(config, app); status != 0 {
			return status
		}
		clients = creator{app}
	}

	key, err := p2p.LoadNodeKey(config.NodeKeyFile())
	if err != nil {
		return fail(exitSettings, "%v", err)
	}
	validator := privval.LoadFilePV(config.PrivValidatorKeyFile(), config.PrivValidatorStateFile())
	node, err := nm.NewNode(config, validator, key, clients, nm.DefaultGenesisDocProviderFunc(config),
		cfg.DefaultDBProvider, nm.DefaultMetricsProvider(config.Instrumentation), logger)
	if err != nil {
		return fail(exitFailed, "%v", err)
	}
	environment, err := node.ConfigureRPC()
	if err != nil {
		return fail(exitFailed, "%v", err)
	}
	state, known := environment.ConsensusState.(*consensus.State)
	if !known {
		return fail(exitFailed, "this CometBFT has another consensus state")
	}
	if err := node.Start(); err != nil {
		return fail(exitFailed, "%v", err)
	}
	lost := make(chan struct{})
	go func() {
		state.Wait()
		close(lost)
	}()
	if app != nil {
		go pump(app, node.Mempool())
		fmt.Fprintln(os.Stdout, firstLine(app, node.GenesisDoc()))
	}
	done := make(chan struct{})
	go watchClock(node, validator.Key.Address, done)
	if longestStall > 0 {
		go watchStall(node, longestStall, told, done)
	}

	status := 0
	select {
	case <-ending:
	case <-lost:
		// CometBFT lives on without consensus. A node that looks alive and makes no blocks helps nobody.
		status = fail(exitConsensusLost, "consensus has ended, see above; the node stops")
		if app != nil {
			app.EngineEnded()
			noteDivergence(config, app, state.GetRoundState())
		}
	case how := <-told:
		status = fail(how.status, "%s", how.why)
	}
	close(done)
	go func() {
		<-ending
		os.Exit(130)
	}()
	if status != 0 {
		// Whatever is wrong here may keep something from ending.
		time.AfterFunc(endsWithin, func() { os.Exit(status) })
	}
	// Not node.Stop(): it closes the stores while goroutines of its reactors still read them, and they panic. This ends
	// the reactors and waits for consensus; CometBFT's stores are written through and need no closing.
	if err := node.Switch().Stop(); err != nil && status == 0 {
		status = fail(exitFailed, "%v", err)
	}
	if app != nil {
		app.EngineEnded() // it may have ended between running a block and its commit
	}
	return status
}

func exitOf(err error) int {
	var refusal *Refusal
	if errors.As(err, &refusal) {
		return refusal.Exit
	}
	return exitFailed
}

func firstLine(app *App, genesis *types.GenesisDoc) string {
	height, _ := app.Head()
	line, _ := json.Marshal(map[string]any{"listen": app.URL(), "chain_id": genesis.ChainID, "height": height, "dev": false})
	return string(line)
}

// pump brings what the API took, and what a block passed over, to the other nodes. Whatever is refused here was
// refused by the chain, which has told whoever waits for it.
func pump(app *App, pool mempool.Mempool) {
	for {
		txs, err := app.Outbox(1_000)
		if err != nil {
			return
		}
		for _, tx := range txs {
			for tries := 0; tries < 600; tries++ {
				var full mempool.ErrMempoolIsFull
				err := pool.CheckTx(tx, nil, mempool.TxInfo{})
				if !errors.As(err, &full) && !errors.Is(err, mempool.ErrRecheckFull) {
					break
				}
				time.Sleep(100 * time.Millisecond)
			}
		}
	}
}
