//go:build bench

// One measurement: a validator in this process with its stores on disk, the load, and what both needed.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/cometbft/cometbft/abci/types"
	cfg "github.com/cometbft/cometbft/config"
	"github.com/cometbft/cometbft/libs/log"
	nm "github.com/cometbft/cometbft/node"
	"github.com/cometbft/cometbft/p2p"
	"github.com/cometbft/cometbft/privval"
	"github.com/cometbft/cometbft/proxy"
)

// How long a block may take, and how long the last transactions may take until they are in blocks.
const patience = 60 * time.Second

// side is what is compared: an application, with the load that it takes.
type side struct {
	file     string
	clientOf func([]byte) int
	open     func(*cfg.Config) (types.Application, error)
}

var sides = map[string]side{
	"lariat":         {transfersFile, clientOfTransfer, openLariat},
	"kvstore-signed": {pairsFile, clientOfPair, func(*cfg.Config) (types.Application, error) { return newSignedPairStore(), nil }},
	"kvstore":        {pairsFile, clientOfPair, func(*cfg.Config) (types.Application, error) { return newPairStore(), nil }},
}

func openLariat(config *cfg.Config) (types.Application, error) {
	options, err := readOptions(config.RootDir, config)
	if err != nil {
		return nil, err
	}
	options["listen"] = "127.0.0.1:0" // the HTTP API runs as in a validator, and nobody asks it
	return OpenApp(options)
}

type benchOptions struct {
	load, home, side, client    string
	clients, window, goroutines int
	seconds, warmSeconds        float64
	blockTime                   time.Duration
}

// report is one line of JSON. Times and processor times are those from one block to another.
type report struct {
	Side         string  `json:"side"`
	Seconds      float64 `json:"seconds"`
	Blocks       int     `json:"blocks"`
	Transactions int64   `json:"transactions"`
	Rate         float64 `json:"tx_per_second"`
	CPU          float64 `json:"cpu_us_per_tx"`
	SystemCPU    float64 `json:"system_cpu_us_per_tx"` // of these, in the kernel
	Cores        float64 `json:"cores_busy"`
	BlockMs      float64 `json:"block_ms"`
	TxBytes      float64 `json:"tx_bytes"`
	InFlight     int     `json:"in_flight"`
	Retries      int64   `json:"retries"`
	MemoryMB     float64 `json:"memory_mb"`          // resident, at its highest
	CheckUs      float64 `json:"check_us,omitempty"` // of kvstore-signed: processor time of one check of a signature
}

func (o *benchOptions) parse(flags *flag.FlagSet, words []string) error {
	flags.StringVar(&o.load, "load", "", "folder that sign has made")
	flags.StringVar(&o.home, "home", "", "folder to make for the validator")
	flags.StringVar(&o.side, "side", "", "lariat, kvstore-signed or kvstore")
	flags.StringVar(&o.client, "client", "unlocked", "of kvstore, how CometBFT calls it: unlocked, as lariat is called; or comet, CometBFT's own client with one lock")
	flags.IntVar(&o.clients, "clients", 128, "accounts that send, as in sign")
	flags.IntVar(&o.window, "window", 64, "transactions that each has in flight; lariat takes 64 of an account")
	flags.IntVar(&o.goroutines, "goroutines", 8, "that send")
	flags.Float64Var(&o.seconds, "seconds", 10, "to measure")
	flags.Float64Var(&o.warmSeconds, "warm", 3, "seconds of load before")
	flags.DurationVar(&o.blockTime, "block-time", 200*time.Millisecond, "timeout_commit")
	if err := parseFlags(flags, words, "load", "home", "side"); err != nil {
		return err
	}
	if _, known := sides[o.side]; !known {
		return usageError{fmt.Errorf("--side %q: lariat, kvstore-signed or kvstore", o.side)}
	}
	if o.client != "unlocked" && o.client != "comet" {
		return usageError{fmt.Errorf("--client %q: unlocked or comet", o.client)}
	}
	if o.clients < 1 || o.clients >= clientsMax || o.window < 1 || o.goroutines < 1 || o.seconds <= 0 || o.warmSeconds < 0 || o.blockTime <= 0 {
		return usageError{fmt.Errorf("numbers must be above 0, clients below %d", clientsMax)}
	}
	return nil
}

func runBench(flags *flag.FlagSet, words []string) (any, error) {
	var o benchOptions
	if err := o.parse(flags, words); err != nil {
		return nil, err
	}
	chosen := sides[o.side]
	l, err := openLoad(filepath.Join(o.load, chosen.file), o.clients, chosen.clientOf)
	if err != nil {
		return nil, err
	}
	if err := os.Mkdir(o.home, 0o755); err != nil {
		return nil, err
	}
	found := report{Side: o.side, TxBytes: l.meanBytes(), InFlight: o.clients * o.window}
	if o.side == "kvstore-signed" {
		if found.CheckUs, err = costOfCheck(l); err != nil {
			return nil, err
		}
	}
	config, err := benchHome(o)
	if err != nil {
		return nil, err
	}
	app, err := chosen.open(config)
	if err != nil {
		return nil, err
	}
	chain, isLariat := app.(*App)
	if isLariat {
		defer chain.Close()
	}
	watched := observe(app, newSenders(l, o.window, o.goroutines), chosen.clientOf)
	var clients proxy.ClientCreator = creator{watched}
	if o.client == "comet" && !isLariat {
		clients = proxy.NewLocalClientCreator(watched)
	}
	node, err := benchNode(config, clients)
	if err != nil {
		return nil, err
	}
	if err := node.Start(); err != nil {
		return nil, err
	}
	if isLariat {
		go pump(chain, node.Mempool())
	}
	err = measure(&o, node, watched, &found)
	// As in runNode(): node.Stop() closes stores that are still read.
	if stopped := node.Switch().Stop(); err == nil {
		err = stopped
	}
	return found, err
}

// benchHome makes the home of one validator: as `lariat cluster init` does, but it listens where a port is free, and
// has no RPC.
func benchHome(o benchOptions) (*cfg.Config, error) {
	made := initOptions{dir: o.home, nodes: 1, genesis: filepath.Join(o.load, genesisFile), port: 26656, blockTime: o.blockTime, snapshots: 1_000}
	if err := makeHomes(made); err != nil {
		return nil, err
	}
	config, err := readConfig(filepath.Join(o.home, "n0"))
	if err != nil {
		return nil, err
	}
	config.P2P.ListenAddress = "tcp://127.0.0.1:0"
	config.RPC.ListenAddress = ""
	if room := o.clients * o.window; room > config.Mempool.Size {
		return nil, fmt.Errorf("%d transactions in flight are more than the mempool's %d", room, config.Mempool.Size)
	}
	return config, nil
}

func benchNode(config *cfg.Config, clients proxy.ClientCreator) (*nm.Node, error) {
	logger := log.NewFilter(log.NewTMLogger(log.NewSyncWriter(os.Stderr)), log.AllowError())
	key, err := p2p.LoadNodeKey(config.NodeKeyFile())
	if err != nil {
		return nil, err
	}
	validator := privval.LoadFilePV(config.PrivValidatorKeyFile(), config.PrivValidatorStateFile())
	return nm.NewNode(config, validator, key, clients, nm.DefaultGenesisDocProviderFunc(config), cfg.DefaultDBProvider,
		nm.DefaultMetricsProvider(config.Instrumentation), logger)
}

// measure puts the load on a node and fills in the report.
func measure(o *benchOptions, node *nm.Node, watched *observed, found *report) error {
	if err := waitFor("the first block", func() bool { return len(watched.window(time.Time{})) > 0 }); err != nil {
		return err
	}
	s := watched.senders
	ended := s.start(node.Mempool())
	begin := time.Now().Add(time.Duration(o.warmSeconds * float64(time.Second)))
	select {
	case err := <-ended:
		return err
	case err := <-watched.failed:
		return err
	case <-time.After(time.Until(begin) + time.Duration(o.seconds*float64(time.Second))):
	}
	marks := watched.window(begin)
	s.stop()
	for range o.goroutines {
		if err := <-ended; err != nil {
			return err
		}
	}
	if err := found.fill(marks); err != nil {
		return err
	}
	found.Retries = s.retries.Load()
	if err := waitFor("blocks with all that was accepted", func() bool { return s.included.Load() == s.accepted.Load() }); err != nil {
		return err
	}
	select {
	case err := <-watched.failed:
		return err
	default:
	}
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	found.MemoryMB = float64(used.Maxrss) / 1024
	return nil
}

// fill computes what lies between the first and the last mark.
func (found *report) fill(marks []mark) error {
	if len(marks) < 2 {
		return errors.New("fewer than two blocks ended in the time that is measured")
	}
	first, last := marks[0], marks[len(marks)-1]
	found.Seconds = last.at.Sub(first.at).Seconds()
	found.Blocks = len(marks) - 1
	found.Transactions = last.transactions - first.transactions
	if found.Transactions == 0 {
		return fmt.Errorf("%d blocks have no transactions", found.Blocks)
	}
	each := func(spent time.Duration) float64 { return spent.Seconds() * 1e6 / float64(found.Transactions) }
	user, system := last.user-first.user, last.system-first.system
	found.CPU, found.SystemCPU = each(user+system), each(system)
	found.Cores = (user + system).Seconds() / found.Seconds
	found.Rate = float64(found.Transactions) / found.Seconds
	found.BlockMs = found.Seconds * 1e3 / float64(found.Blocks)
	return nil
}

func waitFor(what string, isThere func() bool) error {
	for until := time.Now().Add(patience); !isThere(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(until) {
			return fmt.Errorf("waited %v for %s", patience, what)
		}
	}
	return nil
}

// costOfCheck measures one thread that checks signatures, in microseconds of processor time each.
func costOfCheck(l *load) (float64, error) {
	const count, ofThread = 2_000, 1 // RUSAGE_THREAD
	var signers []address
	for client := range l.clients {
		signers = append(signers, newSigner(client).address)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before, after syscall.Rusage
	if err := syscall.Getrusage(ofThread, &before); err != nil {
		return 0, err
	}
	for i := range count {
		client, number := i%l.clients, i/l.clients%l.each
		if by, ok := signerOfPair(l.tx(client, number)); !ok || by != signers[client] {
			return 0, fmt.Errorf("client %d, transaction %d is not signed by its key", client, number)
		}
	}
	if err := syscall.Getrusage(ofThread, &after); err != nil {
		return 0, err
	}
	spent := after.Utime.Nano() + after.Stime.Nano() - before.Utime.Nano() - before.Stime.Nano()
	return float64(spent) / 1e3 / count, nil
}
