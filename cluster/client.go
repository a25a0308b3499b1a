package main

import (
	"context"

	abcicli "github.com/cometbft/cometbft/abci/client"
	"github.com/cometbft/cometbft/abci/types"
	"github.com/cometbft/cometbft/libs/service"
)

// creator makes clients that call the chain in this process without a lock between them: CometBFT's own local client
// would let only one request in at a time, and transactions would wait for blocks.
type creator struct{ app types.Application }

func (c creator) NewABCIClient() (abcicli.Client, error) {
	made := &client{Application: c.app}
	made.BaseService = *service.NewBaseService(nil, "lariat", made)
	return made, nil
}

type client struct {
	service.BaseService
	types.Application
	callback abcicli.Callback
}

func (c *client) SetResponseCallback(callback abcicli.Callback) { c.callback = callback }
func (c *client) Error() error                                  { return nil }
func (c *client) Flush(context.Context) error                   { return nil }

func (c *client) Echo(_ context.Context, message string) (*types.ResponseEcho, error) {
	return &types.ResponseEcho{Message: message}, nil
}

// CheckTxAsync answers at once. A chain that is closed refuses: the mempool would panic on an error.
func (c *client) CheckTxAsync(ctx context.Context, r *types.RequestCheckTx) (*abcicli.ReqRes, error) {
	checked, err := c.CheckTx(ctx, r)
	if err != nil {
		checked = &types.ResponseCheckTx{Code: 1, Log: err.Error()}
	}
	request, response := types.ToRequestCheckTx(r), types.ToResponseCheckTx(checked)
	if c.callback != nil {
		c.callback(request, response)
	}
	made := abcicli.NewReqRes(request)
	made.Response = response
	made.InvokeCallback()
	return made, nil
}
