// Our node: transactions in CBOR, the API under /v1 (docs/node.md, docs/api.md).
package main

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
)

const (
	chainID  = "lariat-dev"
	domain   = "\x19lariat transaction 1\n" // in front of what is signed
	waitMs   = 30_000
	fundEach = "1000000000000000"
	feeCap   = 1_000_000 // base units for a cycle, for a cell
)

type lariat struct{ address string }

// Heads of CBOR in their shortest form.
func cborHead(major byte, value uint64) []byte {
	first := major << 5
	switch {
	case value < 24:
		return []byte{first | byte(value)}
	case value < 1<<8:
		return []byte{first | 24, byte(value)}
	case value < 1<<16:
		return binary.BigEndian.AppendUint16([]byte{first | 25}, uint16(value))
	case value < 1<<32:
		return binary.BigEndian.AppendUint32([]byte{first | 26}, uint32(value))
	}
	return binary.BigEndian.AppendUint64([]byte{first | 27}, value)
}

func cborUint(value uint64) []byte  { return cborHead(0, value) }
func cborBytes(value []byte) []byte { return append(cborHead(2, uint64(len(value))), value...) }
func cborText(value string) []byte  { return append(cborHead(3, uint64(len(value))), value...) }
func cborList(items ...[]byte) []byte {
	return append(cborHead(4, uint64(len(items))), bytes.Join(items, nil)...)
}

// An amount: big-endian without zeros at its head.
func cborAmount(value uint64) []byte {
	return cborBytes(bytes.TrimLeft(binary.BigEndian.AppendUint64(nil, value), "\x00"))
}

// signed encodes and signs a transaction; also its hash.
func (lariat) signed(s sender, nonce uint64, do action) (raw, hash []byte) {
	kind, arguments := uint64(1), cborList(cborBytes(do.to[:]), cborAmount(1))
	if do.call {
		kind, arguments = 0, cborList(cborBytes(do.to[:]), cborText("count"), cborBytes(nil))
	}
	fields := [][]byte{cborText(chainID), cborUint(nonce), cborUint(kind), arguments, cborUint(do.cycles), cborUint(do.cells),
		cborAmount(feeCap), cborAmount(feeCap), cborAmount(0), cborAmount(0)}
	body := cborHead(5, uint64(len(fields)))
	for key, field := range fields {
		body = append(append(body, cborUint(uint64(key))...), field...)
	}
	rs, parity := s.sign(keccak([]byte(domain), body))
	raw = cborList(cborUint(1), body, cborBytes(append(rs, parity)))
	return raw, keccak(raw)
}

func (n lariat) post(s sender, nonce uint64, do action, wait waiting) posted {
	raw, hash := n.signed(s, nonce, do)
	path := "/v1/transactions"
	if wait == waitAnswer {
		path += fmt.Sprintf("?wait=%d", waitMs)
	}
	return posted{newRequest("POST", n.address, path, `{"raw":"0x`+hex.EncodeToString(raw)+`"}`),
		newRequest("GET", n.address, fmt.Sprintf("/v1/transactions/0x%x", hash), "")}
}

func (n lariat) fund(c *connection, senders []sender) error {
	var list []string
	for _, s := range senders {
		list = append(list, fmt.Sprintf(`"%s":"%s"`, s.address, fundEach))
	}
	if _, err := c.ask(newRequest("POST", n.address, "/v1/dev/set", `{"fund":{`+strings.Join(list, ",")+`}}`)); err != nil {
		return err
	}
	_, err := c.ask(n.mine())
	return err
}

func (lariat) included(answer []byte) (bool, error) {
	if !bytes.Contains(answer, []byte(`"status":"included"`)) {
		if bytes.Contains(answer, []byte(`"status":"dropped"`)) {
			return false, fmt.Errorf("the transaction was dropped: %s", answer)
		}
		return false, nil
	}
	if !bytes.Contains(answer, []byte(`"status":"ok"`)) {
		return true, fmt.Errorf("the transaction failed: %s", answer)
	}
	return true, nil
}

// A refusal has another HTTP status.
func (lariat) accepted([]byte) error { return nil }

func (n lariat) get(c *connection, path string, into any) error {
	answer, err := c.ask(newRequest("GET", n.address, path, ""))
	if err != nil {
		return err
	}
	return json.Unmarshal(answer, into)
}

func (n lariat) nonces(c *connection, senders []sender) (uint64, error) {
	sum := uint64(0)
	for _, s := range senders {
		var account struct{ Nonce uint64 }
		if err := n.get(c, "/v1/accounts/"+s.address.String(), &account); err != nil {
			return 0, err
		}
		sum += account.Nonce
	}
	return sum, nil
}

func (n lariat) pooled(c *connection) (int, error) {
	var status struct {
		Pool struct{ Pending, Queued int }
	}
	err := n.get(c, "/v1/status", &status)
	return status.Pool.Pending + status.Pool.Queued, err
}

func (n lariat) question(what, id string) (request, error) {
	switch what {
	case "balance":
		return newRequest("GET", n.address, "/v1/accounts/"+id, ""), nil
	case "storage":
		return newRequest("GET", n.address, "/v1/actors/"+id+"/storage/count", ""), nil
	case "timer":
		return newRequest("GET", n.address, "/v1/timers/"+id, ""), nil
	}
	return nil, fmt.Errorf("--what %q: balance, storage or timer", what)
}

func (lariat) check([]byte) error { return nil }

func (n lariat) mine() request { return newRequest("POST", n.address, "/v1/dev/mine", "{}") }

func (n lariat) stream() (string, string) {
	return "ws://" + n.address + "/v1/stream", `{"subscribe":"b","to":"blocks"}`
}

func (lariat) tellsBlock(message []byte) bool { return bytes.Contains(message, []byte(`"item"`)) }
