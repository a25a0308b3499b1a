//go:build bench

// The transactions of a benchmark: transfers for lariat, and pairs of the same length for kvstore.
package main

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strconv"
)

const (
	benchChain    = "lariat-bench"
	clientsMax    = 10_000    // four digits in a pair's key
	feeCap        = 1_000_000 // base units for a cycle, for a cell
	transferCost  = 5_000     // cycles; cells: a tenth
	signingDomain = "\x19lariat transaction 1\n"
)

// Heads of CBOR in their shortest form.
func cborHead(out []byte, major byte, value uint64) []byte {
	major <<= 5
	switch {
	case value < 24:
		return append(out, major|byte(value))
	case value < 1<<8:
		return append(out, major|24, byte(value))
	case value < 1<<16:
		return binary.BigEndian.AppendUint16(append(out, major|25), uint16(value))
	case value < 1<<32:
		return binary.BigEndian.AppendUint32(append(out, major|26), uint32(value))
	}
	return binary.BigEndian.AppendUint64(append(out, major|27), value)
}

func cborUint(out []byte, value uint64) []byte { return cborHead(out, 0, value) }
func cborBytes(out []byte, value []byte) []byte {
	return append(cborHead(out, 2, uint64(len(value))), value...)
}

// An amount: big-endian without zeros at its head.
func cborAmount(out []byte, value uint64) []byte {
	bytes := binary.BigEndian.AppendUint64(nil, value)
	for len(bytes) > 0 && bytes[0] == 0 {
		bytes = bytes[1:]
	}
	return cborBytes(out, bytes)
}

// recipientOf gives each client a recipient of its own. Its last two bytes are the client's number.
func recipientOf(client int) (a address) {
	a[0] = 0x70
	binary.BigEndian.PutUint16(a[18:], uint16(client))
	return a
}

// newTransfer signs a transfer of one base unit; src/node/tx_codec.hpp has the form.
func newTransfer(s signer, client, nonce int) []byte {
	to := recipientOf(client)
	body := cborHead(nil, 5, 10)
	body = append(cborHead(cborUint(body, 0), 3, uint64(len(benchChain))), benchChain...)
	body = cborUint(cborUint(body, 1), uint64(nonce))
	body = cborUint(cborUint(body, 2), 1) // the kind
	body = cborAmount(cborBytes(cborHead(cborUint(body, 3), 4, 2), to[:]), 1)
	body = cborUint(cborUint(body, 4), transferCost)
	body = cborUint(cborUint(body, 5), transferCost/10)
	for field, amount := range []uint64{feeCap, feeCap, 0, 0} { // fees for a cycle, for a cell; tips
		body = cborAmount(cborUint(body, uint64(6+field)), amount)
	}
	signature := s.sign(keccak([]byte(signingDomain), body))
	return cborBytes(append(cborUint(cborHead(nil, 4, 3), 1), body...), signature)
}

// What stands behind the recipient in a transfer: see newTransfer.
const behindRecipient = 2 + 4 + 4 + 5 + 5 + 2 + 2 + 2 + signatureBytes

// clientOfTransfer finds the client of a transaction in a block, without decoding all of it.
func clientOfTransfer(tx []byte) int {
	return int(binary.BigEndian.Uint16(tx[len(tx)-behindRecipient-2:]))
}

var signatureText = base64.RawStdEncoding // has neither "=" nor ":", which kvstore allows once in all

// newPair signs key=value for kvstore, as long as the transfer with the same number. The value ends with the signature
// of all in front of it.
func newPair(s signer, client, number, length int) ([]byte, error) {
	pair := fmt.Appendf(nil, "c%04d.%d=", client, number)
	padding := length - len(pair) - signatureText.EncodedLen(signatureBytes)
	if padding < 0 {
		return nil, fmt.Errorf("%d bytes are too few for a signed pair", length)
	}
	for range padding {
		pair = append(pair, '.')
	}
	return signatureText.AppendEncode(pair, s.sign(keccak(pair))), nil
}

func clientOfPair(tx []byte) int {
	client, _ := strconv.Atoi(string(tx[1:5]))
	return client
}

// signerOfPair is the address whose key signed a pair.
func signerOfPair(tx []byte) (address, bool) {
	at := len(tx) - signatureText.EncodedLen(signatureBytes)
	if at < 0 {
		return address{}, false
	}
	var signature [signatureBytes]byte
	if n, err := signatureText.Decode(signature[:], tx[at:]); err != nil || n != len(signature) {
		return address{}, false
	}
	return recoverSigner(signature[:], keccak(tx[:at]))
}
