//go:build bench

// The load in its files, which all sides and rounds share.
package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"syscall"
)

// The files of a load.
const (
	transfersFile = "transfers" // lariat's
	pairsFile     = "pairs"     // kvstore's
	genesisFile   = "genesis.json"
)

const recordHead = 2 // bytes of a length

// load is a file of transactions: all of the first client, all of the second, and so on. It is mapped instead of read:
// on the heap it would change how often the garbage collector of the measured process runs.
type load struct {
	bytes   []byte
	begins  []uint32
	clients int
	each    int
}

func openLoad(path string, clients int, clientOf func([]byte) int) (*load, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() == 0 || info.Size() >= 1<<32 {
		return nil, fmt.Errorf("%s has %d bytes", path, info.Size())
	}
	bytes, err := syscall.Mmap(int(file.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_PRIVATE|syscall.MAP_POPULATE)
	if err != nil {
		return nil, err
	}
	l := &load{bytes: bytes, clients: clients}
	for at := 0; at < len(bytes); at += recordHead + int(binary.BigEndian.Uint16(bytes[at:])) {
		l.begins = append(l.begins, uint32(at))
	}
	l.each = len(l.begins) / clients
	for client := range clients {
		if l.each == 0 || len(l.begins)%clients != 0 || clientOf(l.tx(client, 0)) != client || clientOf(l.tx(client, l.each-1)) != client {
			return nil, fmt.Errorf("%s is no load of %d clients", path, clients)
		}
	}
	return l, nil
}

func (l *load) tx(client, number int) []byte {
	at := l.begins[client*l.each+number]
	begin := at + recordHead
	end := begin + uint32(binary.BigEndian.Uint16(l.bytes[at:]))
	return l.bytes[begin:end:end]
}

// meanBytes is the mean length of a transaction.
func (l *load) meanBytes() float64 {
	return float64(len(l.bytes))/float64(len(l.begins)) - recordHead
}
