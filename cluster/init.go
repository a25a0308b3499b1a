package main

import (
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	cfg "github.com/cometbft/cometbft/config"
	"github.com/cometbft/cometbft/p2p"
	"github.com/cometbft/cometbft/privval"
	"github.com/cometbft/cometbft/types"
)

const (
	toyChain = "lariat-cluster"
	toyActor = "0x00000000000000000000000000000000000c1057"
)

// Accounts whose keys the whole world has, for play money alone: those of a dev chain.
var toyAccounts = []string{
	"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266", "0x70997970c51812dc3a010c7d01b50e0d17dc79c8",
	"0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc", "0x90f79bf6eb2c4f870365e785982e1f101e93b906",
	"0x15d34aaf54267db7d7c367839aaf71a00a2c6a65", "0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc",
	"0x976ea74026e726554db657fa54763abd0c3a0aa9", "0x14dc79964da2c08b23698b3d3cc7ca32193d9955",
	"0x23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f", "0xa0ee7a142d267c1f36714e4a8f75612f20a79720",
}

// An actor that wakes itself every third block, so that there is something to see.
const toySource = `import pvm_host
from cowboy_sdk import only_self


class Beat:
    EVERY = 3

    def start(self, payload):
        if "beats" in self.storage:
            raise ValueError("it beats already")
        self.storage["beats"] = 0
        self._set()

    @only_self
    def handle_timer(self, payload):
        self.storage["beats"] = self.storage["beats"] + 1
        self._set()

    def _set(self):
        pvm_host.schedule_timer_ex(pvm_host.block_height() + self.EVERY, b"", gas_limit=50_000)
`

func toyGenesis() map[string]any {
	accounts := []map[string]any{}
	for _, address := range toyAccounts {
		accounts = append(accounts, map[string]any{"address": address, "balance": "10000000000000"})
	}
	return map[string]any{
		"chain_id": toyChain, "accounts": accounts, "system_deployers": toyAccounts,
		"actors": []map[string]any{{"address": toyActor, "owner": toyAccounts[0], "balance": "1000000000000000", "python": toySource}},
	}
}

type initOptions struct {
	dir       string
	nodes     int
	genesis   string
	addresses []string
	payees    []string
	playMoney bool
	port      int
	blockTime time.Duration
	snapshots int
}

func (o *initOptions) define(flags *flag.FlagSet) {
	flags.StringVar(&o.dir, "dir", "build/cluster", "folder for the homes n0, n1, ...")
	flags.IntVar(&o.nodes, "nodes", 4, "number of validators")
	flags.StringVar(&o.genesis, "genesis", "", "genesis of lariat as JSON; without it one with play money, whose keys everybody knows")
	flags.BoolVar(&o.playMoney, "play-money", false, "take that genesis on other machines too")
	flags.IntVar(&o.port, "port", 26656, "for the validators among themselves; +1: CometBFT's RPC, on loopback; +2: the HTTP API")
	flags.IntVar(&o.snapshots, "snapshot-every", 1_000, "blocks between snapshots for nodes that join; 0: none")
	flags.DurationVar(&o.blockTime, "block-time", time.Second, "wait between blocks (timeout_commit)")
}

func runInit(arguments []string) int {
	flags := flag.NewFlagSet("lariat cluster init", flag.ContinueOnError)
	var options initOptions
	options.define(flags)
	addresses := flags.String("addresses", "", "IP addresses of the machines, with commas [127.0.0.1 and the next ones]")
	payees := flags.String("payees", "", "addresses that get the tips, one for each validator, with commas [addresses that nobody has a key of]")
	if err := flags.Parse(arguments); err != nil {
		return exitSettings
	}
	if *payees != "" {
		options.payees = strings.Split(*payees, ",")
	}
	if *addresses != "" {
		options.addresses = strings.Split(*addresses, ",")
	}
	if err := makeHomes(options); err != nil {
		return fail(exitSettings, "%v", err)
	}
	fmt.Printf("made %d homes in %s. The keys are in config/: each machine gets its own home alone\n", options.nodes, options.dir)
	if options.genesis != "" && options.payees == nil {
		fmt.Fprintln(os.Stderr, "lariat cluster: without --payees the tips go to addresses that nobody has a key of, until `lariat gov validator` names others")
	}
	return 0
}

// loopback gives 127.0.0.1, 127.0.0.2 and so on.
func loopback(first string, count int) []string {
	ip := net.ParseIP(first).To4()
	var out []string
	for i := range count {
		out = append(out, fmt.Sprintf("%d.%d.%d.%d", ip[0], ip[1], ip[2], int(ip[3])+i))
	}
	return out
}

func readGenesis(path string) (map[string]any, error) {
	if path == "" {
		return toyGenesis(), nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	genesis := map[string]any{}
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.UseNumber()
	return genesis, decoder.Decode(&genesis)
}

// makeHomes makes keys, configuration and genesis of all validators.
func makeHomes(o initOptions) error {
	if o.nodes < 1 || o.nodes > 100 {
		return fmt.Errorf("1 to 100 validators, not %d", o.nodes)
	}
	if o.addresses == nil {
		o.addresses = loopback("127.0.0.1", o.nodes)
	}
	if len(o.addresses) == 1 && o.nodes > 1 && strings.HasPrefix(o.addresses[0], "127.") {
		o.addresses = loopback(o.addresses[0], o.nodes)
	}
	if len(o.addresses) != o.nodes {
		return fmt.Errorf("%d addresses for %d validators: --nodes says how many", len(o.addresses), o.nodes)
	}
	if o.payees != nil && len(o.payees) != o.nodes {
		return fmt.Errorf("%d payees for %d validators", len(o.payees), o.nodes)
	}
	for _, payee := range o.payees {
		if raw, err := hex.DecodeString(strings.TrimPrefix(payee, "0x")); err != nil || len(raw) != 20 {
			return fmt.Errorf("--payees: %q is no address: 0x and 40 hex digits", payee)
		}
	}
	for _, address := range o.addresses {
		if o.genesis == "" && !o.playMoney && !strings.HasPrefix(address, "127.") {
			return fmt.Errorf("%s is not this machine, and there is no --genesis: everybody knows the keys of the one with play money, "+
				"and could remove your validators. Give a genesis of your own, or --play-money", address)
		}
	}
	state, err := readGenesis(o.genesis)
	if err != nil {
		return fmt.Errorf("genesis: %w", err)
	}
	if _, given := state["validators"]; given {
		return fmt.Errorf("genesis: validators are made here, with the keys of the homes: leave them out, and name payees with --payees")
	}
	chainID, _ := state["chain_id"].(string)
	if chainID == "" {
		return fmt.Errorf("genesis: chain_id is missing")
	}
	// Block 1 has genesis_time, and the chain's genesis is one millisecond older.
	begin := time.Now().UTC().Truncate(time.Millisecond)
	if given, ok := state["timestamp_ms"].(json.Number); ok {
		ms, err := given.Int64()
		if err != nil {
			return fmt.Errorf("genesis: timestamp_ms: %w", err)
		}
		begin = time.UnixMilli(ms + 1).UTC()
	}
	state["timestamp_ms"] = begin.UnixMilli() - 1

	genesis := &types.GenesisDoc{ChainID: chainID, GenesisTime: begin, InitialHeight: 1,
		ConsensusParams: types.DefaultConsensusParams()}
	var peers []string
	validators := []map[string]any{} // the chain's own record of them: a system instruction can change it
	for i, address := range o.addresses {
		home := filepath.Join(o.dir, fmt.Sprintf("n%d", i))
		if _, err := os.Stat(home); err == nil {
			return fmt.Errorf("%s is there already", home)
		}
		for _, folder := range []string{"config", "data"} {
			if err := os.MkdirAll(filepath.Join(home, folder), 0o700); err != nil {
				return err
			}
		}
		config := configOf(o, home, address, i)
		key := privval.GenFilePV(config.PrivValidatorKeyFile(), config.PrivValidatorStateFile())
		key.Save()
		node, err := p2p.LoadOrGenNodeKey(config.NodeKeyFile())
		if err != nil {
			return err
		}
		peers = append(peers, p2p.IDAddressString(node.ID(), fmt.Sprintf("%s:%d", address, o.port)))
		genesis.Validators = append(genesis.Validators,
			types.GenesisValidator{Address: key.Key.Address, PubKey: key.Key.PubKey, Power: 1, Name: config.Moniker})
		validator := map[string]any{"pub_key": fmt.Sprintf("0x%x", key.Key.PubKey.Bytes()), "power": 1}
		if o.payees != nil {
			validator["payee"] = o.payees[i]
		}
		validators = append(validators, validator)
	}
	state["validators"] = validators
	if genesis.AppState, err = json.Marshal(state); err != nil {
		return err
	}
	if err := genesis.ValidateAndComplete(); err != nil {
		return err
	}
	for i, address := range o.addresses {
		home := filepath.Join(o.dir, fmt.Sprintf("n%d", i))
		config := configOf(o, home, address, i)
		config.P2P.PersistentPeers = strings.Join(append(append([]string{}, peers[:i]...), peers[i+1:]...), ",")
		cfg.WriteConfigFile(filepath.Join(home, "config", "config.toml"), config)
		if err := genesis.SaveAs(config.GenesisFile()); err != nil {
			return err
		}
		host := address
		if !strings.HasPrefix(address, "127.") {
			host = "127.0.0.1"
		}
		own, _ := json.MarshalIndent(map[string]any{"listen": fmt.Sprintf("%s:%d", host, o.port+2), "snapshot_every": o.snapshots}, "", "  ")
		if err := os.WriteFile(filepath.Join(home, "config", "lariat.json"), append(own, '\n'), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func configOf(o initOptions, home, address string, number int) *cfg.Config {
	isLoopback := strings.HasPrefix(address, "127.")
	rpc := "127.0.0.1"
	if isLoopback {
		rpc = address
	}
	config := cfg.DefaultConfig()
	config.SetRoot(home)
	config.Moniker = fmt.Sprintf("n%d", number)
	config.LogLevel = "error"
	config.RPC.ListenAddress = fmt.Sprintf("tcp://%s:%d", rpc, o.port+1)
	config.P2P.ListenAddress = fmt.Sprintf("tcp://%s:%d", address, o.port)
	config.P2P.AllowDuplicateIP = isLoopback
	// Else the book refuses 10.x and the like, and a peer that was away for a day is never dialled again.
	config.P2P.AddrBookStrict = false
	config.P2P.PersistentPeersMaxDialPeriod = time.Minute
	config.Consensus.TimeoutCommit = o.blockTime
	// Larger than the chain's pool, which is the one that says no.
	config.Mempool.Size = 30_000
	config.Mempool.CacheSize = 100_000
	config.Mempool.MaxTxsBytes = 256 << 20
	config.TxIndex.Indexer = "null"
	return config
}
