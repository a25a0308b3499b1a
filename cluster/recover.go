package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	cfg "github.com/cometbft/cometbft/config"
	cstypes "github.com/cometbft/cometbft/consensus/types"
	cmtjson "github.com/cometbft/cometbft/libs/json"
	"github.com/cometbft/cometbft/privval"
	sm "github.com/cometbft/cometbft/state"
	"github.com/cometbft/cometbft/store"
)

// checkKeys refuses what could make this validator sign twice at a height (CLU-26), and files that CometBFT would
// refuse with a status that a supervisor takes for one to start again after.
func checkKeys(config *cfg.Config) int {
	key := privval.FilePVKey{}
	err := readAs(config.PrivValidatorKeyFile(), &key)
	if err == nil && key.PrivKey == nil {
		err = fmt.Errorf("%s has no priv_key", config.PrivValidatorKeyFile())
	}
	if err != nil {
		return fail(exitSettings, "the validator's key: %v. Bring the file back from your copy", err)
	}
	err = readAs(config.PrivValidatorStateFile(), &privval.FilePVLastSignState{})
	if err == nil {
		return 0
	}
	if !os.IsNotExist(err) {
		return fail(exitSettings, "what this validator signed last: %v. "+advice, err)
	}
	if _, err := os.Stat(filepath.Join(config.DBDir(), "blockstore.db")); err != nil {
		return fail(exitSettings, "%s is missing: `lariat cluster init` makes it", config.PrivValidatorStateFile())
	}
	return fail(exitSettings, "%s is missing beside blocks: without it this validator could sign twice at a height. "+advice,
		config.PrivValidatorStateFile())
}

const advice = "If the home was moved, bring the file from the disk that it was on last, and never one of a backup. " +
	"Else make a new home (docs/cluster.md, A lost machine)"

func readAs(path string, into any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := cmtjson.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// stores are CometBFT's own files, open as long as its node is not.
type stores struct {
	blocks *store.BlockStore
	states sm.Store
}

func openStores(config *cfg.Config) (*stores, error) {
	blocks, err := cfg.DefaultDBProvider(&cfg.DBContext{ID: "blockstore", Config: config})
	if err != nil {
		return nil, err
	}
	states, err := cfg.DefaultDBProvider(&cfg.DBContext{ID: "state", Config: config})
	if err != nil {
		blocks.Close()
		return nil, err
	}
	return &stores{store.NewBlockStore(blocks), sm.NewStore(states, sm.StoreOptions{})}, nil
}

func (s *stores) close() {
	s.blocks.Close()
	s.states.Close()
}

// joinWasCut tells whether the chain took a snapshot and the process ended before CometBFT had noted that, or before it
// had the first block behind it: it cannot go on from either.
func joinWasCut(config *cfg.Config, app *App) bool {
	if !config.StateSync.Enable {
		return false
	}
	kept, err := openStores(config)
	if err != nil {
		return false // recoverApp says why
	}
	defer kept.close()
	state, err := kept.states.Load()
	height, _ := app.Head()
	return err == nil && kept.blocks.Height() == 0 && (state.LastBlockHeight > 0 || height > 0)
}

// forgetJoin removes what came with a snapshot: of the chain, and of CometBFT, which has no block yet.
func forgetJoin(config *cfg.Config) error {
	for _, folder := range []string{filepath.Join(config.RootDir, "lariat"), filepath.Join(config.DBDir(), "state.db"), filepath.Join(config.DBDir(), "blockstore.db")} {
		if err := os.RemoveAll(folder); err != nil {
			return err
		}
	}
	return nil
}

// recoverApp brings the chain to a height from which CometBFT can go on, or says why that cannot be: the table of
// docs/cluster.md. CometBFT itself replays the blocks that the chain lacks.
func recoverApp(config *cfg.Config, app *App) int {
	kept, err := openStores(config)
	if err != nil {
		return fail(exitFailed, "%v", err)
	}
	defer kept.close()
	state, err := kept.states.Load()
	if err != nil {
		return fail(exitFailed, "CometBFT's state: %v", err)
	}
	height, _ := app.Head()
	blocks, agreed := kept.blocks.Height(), state.LastBlockHeight
	undo := func(to int64, why string) int {
		fmt.Fprintf(os.Stderr, "lariat cluster: the chain is at block %d, %s: going back to block %d\n", height, why, to)
		if err := app.UndoAbove(to); err != nil {
			return fail(exitOf(err), "%v. Make a new home and let it catch up (docs/cluster.md, A lost machine); a backup of this one could sign twice", err)
		}
		height = to
		return 0
	}
	switch {
	case height == 0 && kept.blocks.Base() > 1:
		return fail(exitFailed, "the chain is empty and CometBFT has no blocks below %d: start with a new home", kept.blocks.Base())
	case height > blocks:
		if status := undo(blocks, fmt.Sprintf("CometBFT has blocks up to %d", blocks)); status != 0 {
			return status
		}
	}
	if height > 0 && height == blocks && height == agreed+1 {
		if _, err := kept.states.LoadLastFinalizeBlockResponse(height); err != nil {
			if status := undo(agreed, "and CometBFT has no result of it"); status != 0 {
				return status
			}
		}
	}
	if height == 0 {
		return 0
	}
	_, root := app.Head()
	var wanted []byte
	if next := kept.blocks.LoadBlockMeta(height + 1); next != nil {
		wanted = next.Header.AppHash
	} else if height == agreed {
		wanted = state.AppHash
	} else {
		return 0
	}
	if bytes.Equal(root, wanted) {
		return 0
	}
	return diverged(config, app, height, wanted)
}

// noteDivergence looks at the block that consensus ended with: did the others have another root of our last block?
func noteDivergence(config *cfg.Config, app *App, round *cstypes.RoundState) {
	height, root := app.Head()
	if round.ProposalBlock == nil || round.ProposalBlock.Height != height+1 || bytes.Equal(round.ProposalBlock.AppHash, root) {
		return
	}
	diverged(config, app, height, round.ProposalBlock.AppHash)
}

// diverged keeps what helps to find out why this node has another root than the rest (CLU-24).
func diverged(config *cfg.Config, app *App, height int64, wanted []byte) int {
	_, root := app.Head()
	folder := filepath.Join(config.RootDir, "divergence")
	path := filepath.Join(folder, fmt.Sprintf("block-%d.json", height))
	report := map[string]any{
		"height": height, "root_here": hex.EncodeToString(root), "root_of_the_others": hex.EncodeToString(wanted),
	}
	if block := app.BlockJSON(height); block != "" {
		report["block"] = json.RawMessage(block)
	}
	text, err := json.MarshalIndent(report, "", "  ")
	if err == nil {
		err = os.MkdirAll(folder, 0o755)
	}
	if err == nil {
		err = os.WriteFile(path, append(text, '\n'), 0o644)
	}
	if err != nil {
		fail(exitFailed, "cannot keep the block: %v", err)
	}
	return fail(exitConsensusLost, "block %d has the root %x here and %x for the others. Nothing was changed; see %s", height, root, wanted, path)
}
