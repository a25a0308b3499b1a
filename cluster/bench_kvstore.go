//go:build bench

// CometBFT's kvstore without events, and the same with lariat's check of a signature.
package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"

	dbm "github.com/cometbft/cometbft-db"
	"github.com/cometbft/cometbft/abci/example/kvstore"
	"github.com/cometbft/cometbft/abci/types"
)

// pairStore is kvstore. Its FinalizeBlock makes two events with eight attributes for each transaction, and cannot be
// told to leave that; so what it does for each transaction of a block is done here without them. The rest is its own.
// Pairs are kept in memory, as in CometBFT's built-in kvstore.
type pairStore struct {
	*kvstore.Application
	pairs  dbm.DB
	staged [][]byte
	size   int64
}

func newPairStore() *pairStore {
	pairs := dbm.NewMemDB()
	return &pairStore{Application: kvstore.NewApplication(pairs), pairs: pairs}
}

func (s *pairStore) FinalizeBlock(ctx context.Context, r *types.RequestFinalizeBlock) (*types.ResponseFinalizeBlock, error) {
	empty := *r
	empty.Txs = nil
	response, err := s.Application.FinalizeBlock(ctx, &empty)
	if err != nil {
		return nil, err
	}
	s.staged = r.Txs
	s.size += int64(len(r.Txs))
	for range r.Txs {
		response.TxResults = append(response.TxResults, &types.ExecTxResult{Code: kvstore.CodeTypeOK})
	}
	response.AppHash = make([]byte, 8)
	binary.PutVarint(response.AppHash, s.size)
	return response, nil
}

func (s *pairStore) Commit(ctx context.Context, r *types.RequestCommit) (*types.ResponseCommit, error) {
	for _, tx := range s.staged {
		key, value, _ := bytes.Cut(tx, []byte("="))
		if err := s.pairs.Set(append([]byte("kvPairKey:"), key...), value); err != nil {
			return nil, err
		}
	}
	s.staged = nil
	return s.Application.Commit(ctx, r)
}

// signedPairStore takes a transaction only if the key of an account in the genesis signed it. It looks once, when the
// transaction comes in: not in rechecks, nor in its own proposals, as lariat.
type signedPairStore struct {
	*pairStore
	accounts map[address]bool
}

func newSignedPairStore() *signedPairStore {
	return &signedPairStore{newPairStore(), map[address]bool{}}
}

func (s *signedPairStore) InitChain(ctx context.Context, r *types.RequestInitChain) (*types.ResponseInitChain, error) {
	var genesis struct {
		Accounts []struct{ Address address }
	}
	if err := json.Unmarshal(r.AppStateBytes, &genesis); err != nil {
		return nil, err
	}
	for _, account := range genesis.Accounts {
		s.accounts[account.Address] = true
	}
	return s.pairStore.InitChain(ctx, r)
}

func (s *signedPairStore) CheckTx(ctx context.Context, r *types.RequestCheckTx) (*types.ResponseCheckTx, error) {
	if r.Type == types.CheckTxType_New {
		if by, ok := signerOfPair(r.Tx); !ok || !s.accounts[by] {
			return &types.ResponseCheckTx{Code: kvstore.CodeTypeUnauthorized, Log: "no account signed this"}, nil
		}
	}
	return s.pairStore.CheckTx(ctx, r)
}
