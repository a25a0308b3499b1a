//go:build bench

// Makes the load: a genesis, and transactions that are signed before any clock starts.
package main

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
)

const clientBalance = "1000000000000000"

// benchGenesis has lanes that hold every transaction in flight (CLU-13), and the clients' accounts.
func benchGenesis(signers []signer) map[string]any {
	accounts := []map[string]any{}
	for _, s := range signers {
		accounts = append(accounts, map[string]any{"address": s.address, "balance": clientBalance})
	}
	return map[string]any{
		"chain_id": benchChain, "accounts": accounts,
		"fees": map[string]any{
			"cycle_capacity": 1_000_000_000_000, "cycle_target": 900_000_000_000, "user_lane": 400_000_000_000,
			"cell_capacity": 1_000_000_000_000, "cell_target": 900_000_000_000,
		},
	}
}

func runSign(flags *flag.FlagSet, words []string) (any, error) {
	folder := flags.String("load", "", "folder to make")
	clients := flags.Int("clients", 128, "accounts that send")
	each := flags.Int("each", 1_000, "transactions of each of them")
	if err := parseFlags(flags, words, "load"); err != nil {
		return nil, err
	}
	if *clients < 1 || *clients >= clientsMax || *each < 1 {
		return nil, usageError{fmt.Errorf("--clients is 1 to %d, --each at least 1", clientsMax-1)}
	}
	if err := os.Mkdir(*folder, 0o755); err != nil {
		return nil, err
	}
	signers := make([]signer, *clients)
	transfers, pairs := make([][]byte, *clients), make([][]byte, *clients)
	failures := make([]error, *clients)
	var next atomic.Int64
	var running sync.WaitGroup
	for range runtime.NumCPU() {
		running.Add(1)
		go func() {
			defer running.Done()
			for client := int(next.Add(1)) - 1; client < *clients; client = int(next.Add(1)) - 1 {
				signers[client] = newSigner(client)
				transfers[client], pairs[client], failures[client] = signAll(signers[client], client, *each)
			}
		}()
	}
	running.Wait()
	if err := errors.Join(failures...); err != nil {
		return nil, err
	}
	genesis, err := json.MarshalIndent(benchGenesis(signers), "", "  ")
	if err == nil {
		err = os.WriteFile(filepath.Join(*folder, genesisFile), genesis, 0o644)
	}
	bytes := 0
	for name, parts := range map[string][][]byte{transfersFile: transfers, pairsFile: pairs} {
		if err == nil {
			bytes, err = writeParts(filepath.Join(*folder, name), parts)
		}
	}
	count := *clients * *each
	return map[string]any{"clients": *clients, "transactions": count, "tx_bytes": float64(bytes)/float64(count) - recordHead}, err
}

// signAll gives the records of one client for both files.
func signAll(s signer, client, count int) (transfers, pairs []byte, err error) {
	for number := range count {
		transfer := newTransfer(s, client, number)
		pair, err := newPair(s, client, number, len(transfer))
		if err != nil {
			return nil, nil, err
		}
		transfers, pairs = appendRecord(transfers, transfer), appendRecord(pairs, pair)
	}
	return transfers, pairs, nil
}

func appendRecord(out, tx []byte) []byte {
	return append(binary.BigEndian.AppendUint16(out, uint16(len(tx))), tx...)
}

func writeParts(path string, parts [][]byte) (bytes int, err error) {
	file, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	for _, part := range parts {
		if _, err := file.Write(part); err != nil {
			return 0, err
		}
		bytes += len(part)
	}
	return bytes, file.Sync()
}
