package main

/*
#cgo CFLAGS: -I${SRCDIR}/../src/abci
#include <stdlib.h>
#include "c_abi.h"
*/
import "C"

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"unsafe"

	"github.com/cometbft/cometbft/abci/types"
)

// App is the chain behind the C interface. The chain locks for itself: `open` only keeps calls from outliving it.
type App struct {
	types.BaseApplication
	open   sync.RWMutex
	handle *C.lariat_app
}

// Refusal says why the chain does not open, with the exit status of the process.
type Refusal struct {
	Exit    int
	Message string
}

func (r *Refusal) Error() string { return r.Message }

var errClosed = errors.New("the chain is closed")

// OpenApp opens the chain in a validator's home. The options are those of src/abci/application.hpp.
func OpenApp(options map[string]any) (*App, error) {
	text, err := json.Marshal(options)
	if err != nil {
		return nil, err
	}
	given := C.CString(string(text))
	defer C.free(unsafe.Pointer(given))
	var message *C.char
	a := &App{}
	if status := C.lariat_open(given, &a.handle, &message); status != 0 {
		return nil, &Refusal{int(status), takeText(message)}
	}
	return a, nil
}

// Close waits for the calls under way and closes the chain.
func (a *App) Close() {
	a.open.Lock()
	defer a.open.Unlock()
	if a.handle != nil {
		C.lariat_close(a.handle)
		a.handle = nil
	}
}

// URL of the HTTP API; empty if there is none.
func (a *App) URL() string { return C.GoString(C.lariat_url(a.handle)) }

// Head is the last block's height and root.
func (a *App) Head() (int64, []byte) {
	var root [32]C.uint8_t
	height := C.lariat_head(a.handle, &root[0])
	return int64(height), C.GoBytes(unsafe.Pointer(&root[0]), 32)
}

// EngineEnded drops a block that was run and will not be committed. Else everyone who asks waits for the commit.
func (a *App) EngineEnded() { C.lariat_engine_ended(a.handle) }

// UndoAbove takes the blocks above a height back.
func (a *App) UndoAbove(height int64) error {
	var message *C.char
	if status := C.lariat_undo_above(a.handle, C.uint64_t(height), &message); status != 0 {
		return &Refusal{int(status), takeText(message)}
	}
	return nil
}

// BlockJSON is what the archive has of a block; empty if it has nothing.
func (a *App) BlockJSON(height int64) string {
	return takeText(C.lariat_block_json(a.handle, C.uint64_t(height)))
}

// Outbox waits for transactions that the other nodes must be told of.
func (a *App) Outbox(waitMS uint64) ([][]byte, error) {
	a.open.RLock()
	defer a.open.RUnlock()
	if a.handle == nil {
		return nil, errClosed
	}
	var out unsafe.Pointer
	var size C.size_t
	C.lariat_outbox(a.handle, C.uint64_t(waitMS), &out, &size)
	rest := takeBytes(out, size)
	var txs [][]byte
	for len(rest) >= 4 {
		end := 4 + binary.BigEndian.Uint32(rest)
		txs = append(txs, rest[4:end])
		rest = rest[end:]
	}
	return txs, nil
}

// CallTx is a signed call of a handler by the first of the accounts whose keys the whole world has.
func CallTx(chainID string, nonce uint64, actor, handler string) string {
	id, to, name := C.CString(chainID), C.CString(actor), C.CString(handler)
	defer C.free(unsafe.Pointer(id))
	defer C.free(unsafe.Pointer(to))
	defer C.free(unsafe.Pointer(name))
	return takeText(C.lariat_dev_call(id, C.uint64_t(nonce), to, name))
}

func takeText(text *C.char) string {
	if text == nil {
		return ""
	}
	defer C.lariat_free(unsafe.Pointer(text))
	return C.GoString(text)
}

func takeBytes(from unsafe.Pointer, size C.size_t) []byte {
	defer C.lariat_free(from)
	out := make([]byte, int(size))
	copy(out, unsafe.Slice((*byte)(from), int(size)))
	return out
}

// call hands one request over and opens the response.
func (a *App) call(request *types.Request) (*types.Response, error) {
	bytes, err := request.Marshal()
	if err != nil {
		return nil, err
	}
	a.open.RLock()
	defer a.open.RUnlock()
	if a.handle == nil {
		return nil, errClosed
	}
	var out unsafe.Pointer
	var size C.size_t
	C.lariat_abci(a.handle, unsafe.Pointer(unsafe.SliceData(bytes)), C.size_t(len(bytes)), &out, &size)
	response := &types.Response{}
	if err := response.Unmarshal(takeBytes(out, size)); err != nil {
		return nil, err
	}
	if failure := response.GetException(); failure != nil {
		return nil, fmt.Errorf("lariat: %s", failure.Error)
	}
	return response, nil
}

func (a *App) Info(_ context.Context, r *types.RequestInfo) (*types.ResponseInfo, error) {
	x, err := a.call(types.ToRequestInfo(r))
	return x.GetInfo(), err
}

func (a *App) InitChain(_ context.Context, r *types.RequestInitChain) (*types.ResponseInitChain, error) {
	x, err := a.call(types.ToRequestInitChain(r))
	return x.GetInitChain(), err
}

func (a *App) Query(_ context.Context, r *types.RequestQuery) (*types.ResponseQuery, error) {
	x, err := a.call(types.ToRequestQuery(r))
	return x.GetQuery(), err
}

func (a *App) CheckTx(_ context.Context, r *types.RequestCheckTx) (*types.ResponseCheckTx, error) {
	a.open.RLock()
	defer a.open.RUnlock()
	if a.handle == nil {
		return nil, errClosed
	}
	recheck := C.int(0)
	if r.Type == types.CheckTxType_Recheck {
		recheck = 1
	}
	var gas C.int64_t
	var log *C.char
	code := C.lariat_check_tx(a.handle, unsafe.Pointer(unsafe.SliceData(r.Tx)), C.size_t(len(r.Tx)), recheck, &gas, &log)
	return &types.ResponseCheckTx{Code: uint32(code), GasWanted: int64(gas), Log: takeText(log)}, nil
}

func (a *App) PrepareProposal(_ context.Context, r *types.RequestPrepareProposal) (*types.ResponsePrepareProposal, error) {
	x, err := a.call(types.ToRequestPrepareProposal(r))
	return x.GetPrepareProposal(), err
}

func (a *App) ProcessProposal(_ context.Context, r *types.RequestProcessProposal) (*types.ResponseProcessProposal, error) {
	x, err := a.call(types.ToRequestProcessProposal(r))
	return x.GetProcessProposal(), err
}

func (a *App) FinalizeBlock(_ context.Context, r *types.RequestFinalizeBlock) (*types.ResponseFinalizeBlock, error) {
	x, err := a.call(types.ToRequestFinalizeBlock(r))
	return x.GetFinalizeBlock(), err
}

func (a *App) Commit(context.Context, *types.RequestCommit) (*types.ResponseCommit, error) {
	x, err := a.call(types.ToRequestCommit())
	return x.GetCommit(), err
}

func (a *App) ListSnapshots(_ context.Context, r *types.RequestListSnapshots) (*types.ResponseListSnapshots, error) {
	x, err := a.call(types.ToRequestListSnapshots(r))
	return x.GetListSnapshots(), err
}

func (a *App) OfferSnapshot(_ context.Context, r *types.RequestOfferSnapshot) (*types.ResponseOfferSnapshot, error) {
	x, err := a.call(types.ToRequestOfferSnapshot(r))
	return x.GetOfferSnapshot(), err
}

func (a *App) LoadSnapshotChunk(_ context.Context, r *types.RequestLoadSnapshotChunk) (*types.ResponseLoadSnapshotChunk, error) {
	x, err := a.call(types.ToRequestLoadSnapshotChunk(r))
	return x.GetLoadSnapshotChunk(), err
}

func (a *App) ApplySnapshotChunk(_ context.Context, r *types.RequestApplySnapshotChunk) (*types.ResponseApplySnapshotChunk, error) {
	x, err := a.call(types.ToRequestApplySnapshotChunk(r))
	return x.GetApplySnapshotChunk(), err
}
