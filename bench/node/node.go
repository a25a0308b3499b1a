// What differs between the two nodes: how a transaction is written and signed, and how things are asked for.
package main

import (
	"encoding/hex"
	"fmt"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"golang.org/x/crypto/sha3"
)

type address [20]byte

func (a address) String() string { return "0x" + hex.EncodeToString(a[:]) }

func addressOf(text string) (address, error) {
	var a address
	if len(text) != 42 || text[:2] != "0x" {
		return a, fmt.Errorf("%q is no address", text)
	}
	_, err := hex.Decode(a[:], []byte(text[2:]))
	return a, err
}

// An account with its key. Both nodes derive the address from the key in the same way.
type sender struct {
	key     *secp256k1.PrivateKey
	address address
}

func keccak(parts ...[]byte) []byte {
	h := sha3.NewLegacyKeccak256()
	for _, part := range parts {
		h.Write(part)
	}
	return h.Sum(nil)
}

// newSender makes the account of a number, always the same.
func newSender(number int) sender {
	key := secp256k1.PrivKeyFromBytes(keccak(fmt.Appendf(nil, "lariat benchmark, sender %d", number)))
	return sender{key, address(keccak(key.PubKey().SerializeUncompressed()[1:])[12:])}
}

// sign returns r, s and the parity of R. The nonce is that of RFC 6979, s is in the lower half.
func (s sender) sign(digest []byte) (rs []byte, parity byte) {
	compact := ecdsa.SignCompact(s.key, digest, false)
	return compact[1:], compact[0] - 27
}

// What a transaction does: it transfers one base unit, or calls the counter.
type action struct {
	call bool
	to   address
	// Of lariat: what it may use at most. Of anvil the limits are fixed.
	cycles, cells uint64
}

// How a client learns that its transaction is in a block.
type waiting string

const (
	waitAnswer waiting = "answer" // the answer to the post brings the receipt
	waitPoll   waiting = "poll"   // the post is answered at once; the client asks for the receipt until it is there
	waitNone   waiting = "none"   // the client goes on at once
)

// A signed transaction with the requests that belong to it.
type posted struct {
	post request
	look request // for the receipt
}

type node interface {
	// fund gives each sender enough for every transaction of a run.
	fund(c *connection, senders []sender) error
	post(s sender, nonce uint64, do action, wait waiting) posted
	// included: does the answer to a post or a look have the receipt? An error if the transaction failed.
	included(answer []byte) (bool, error)
	// accepted: an error if the answer to a post refuses the transaction.
	accepted(answer []byte) error
	// nonces is the sum of the senders' nonces: so many transactions are in blocks.
	nonces(c *connection, senders []sender) (uint64, error)
	// pooled is the number of transactions that wait.
	pooled(c *connection) (int, error)
	question(what, id string) (request, error)
	// check: an error if the answer to a question is none.
	check(answer []byte) error
	mine() request
	// stream is where blocks are told of, and what to send there first.
	stream() (url, subscribe string)
	// tellsBlock: is this message of a stream a new block?
	tellsBlock(message []byte) bool
}
