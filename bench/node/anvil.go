// anvil: EIP-1559 transactions in RLP, JSON-RPC. Balances and mining by its own methods.
package main

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
)

const (
	evmChainID   = 31337
	tipWei       = 1_000_000_000
	capWei       = 4_000_000_000
	transferGas  = 21_000
	callGas      = 60_000
	balanceOfEVM = "0x33b2e3c9fd0803ce8000000" // wei
)

type anvil struct{ address string }

func rlpHead(short byte, size int) []byte {
	if size <= 55 {
		return []byte{short + byte(size)}
	}
	length := bytes.TrimLeft(binary.BigEndian.AppendUint64(nil, uint64(size)), "\x00")
	return append([]byte{short + 55 + byte(len(length))}, length...)
}

func rlpBytes(value []byte) []byte {
	if len(value) == 1 && value[0] < 0x80 {
		return value
	}
	return append(rlpHead(0x80, len(value)), value...)
}

// rlpNumber: big-endian without zeros at its head.
func rlpNumber(value []byte) []byte { return rlpBytes(bytes.TrimLeft(value, "\x00")) }
func rlpUint(value uint64) []byte   { return rlpNumber(binary.BigEndian.AppendUint64(nil, value)) }

func rlpList(items ...[]byte) []byte {
	body := bytes.Join(items, nil)
	return append(rlpHead(0xc0, len(body)), body...)
}

func (anvil) signed(s sender, nonce uint64, do action) (raw, hash []byte) {
	gas, value, data := uint64(transferGas), uint64(1), []byte(nil)
	if do.call { // any data lets the contract count
		gas, value, data = callGas, 0, []byte{1}
	}
	fields := [][]byte{rlpUint(evmChainID), rlpUint(nonce), rlpUint(tipWei), rlpUint(capWei), rlpUint(gas),
		rlpBytes(do.to[:]), rlpUint(value), rlpBytes(data), rlpList()}
	const eip1559 = 2
	rs, parity := s.sign(keccak([]byte{eip1559}, rlpList(fields...)))
	fields = append(fields, rlpUint(uint64(parity)), rlpNumber(rs[:32]), rlpNumber(rs[32:]))
	raw = append([]byte{eip1559}, rlpList(fields...)...)
	return raw, keccak(raw)
}

func (n anvil) method(name, parameters string) request {
	return newRequest("POST", n.address, "/", `{"jsonrpc":"2.0","id":1,"method":"`+name+`","params":[`+parameters+`]}`)
}

func (n anvil) post(s sender, nonce uint64, do action, wait waiting) posted {
	raw, hash := n.signed(s, nonce, do)
	name := "eth_sendRawTransaction"
	if wait == waitAnswer {
		name = "eth_sendRawTransactionSync"
	}
	return posted{n.method(name, `"0x`+hex.EncodeToString(raw)+`"`),
		n.method("eth_getTransactionReceipt", fmt.Sprintf(`"0x%x"`, hash))}
}

// result reads the result of a call, and its error as one.
func (n anvil) result(c *connection, name, parameters string, into any) error {
	answer, err := c.ask(n.method(name, parameters))
	if err != nil {
		return err
	}
	if err := n.check(answer); err != nil {
		return err
	}
	whole := struct{ Result any }{into}
	return json.Unmarshal(answer, &whole)
}

func (n anvil) number(c *connection, name, parameters string) (uint64, error) {
	var text string
	if err := n.result(c, name, parameters, &text); err != nil {
		return 0, err
	}
	return strconv.ParseUint(text, 0, 64)
}

func (n anvil) fund(c *connection, senders []sender) error {
	for _, s := range senders {
		var none any
		if err := n.result(c, "anvil_setBalance", fmt.Sprintf(`"%s","%s"`, s.address, balanceOfEVM), &none); err != nil {
			return err
		}
	}
	return nil
}

func (n anvil) included(answer []byte) (bool, error) {
	if err := n.check(answer); err != nil {
		return false, err
	}
	if bytes.Contains(answer, []byte(`"result":null`)) {
		return false, nil
	}
	if bytes.Contains(answer, []byte(`"status":"0x0"`)) {
		return true, fmt.Errorf("the transaction failed: %s", answer)
	}
	return bytes.Contains(answer, []byte(`"status":"0x1"`)), nil
}

func (n anvil) accepted(answer []byte) error { return n.check(answer) }

func (anvil) check(answer []byte) error {
	if bytes.Contains(answer, []byte(`"error":`)) {
		return fmt.Errorf("anvil answered %s", answer)
	}
	return nil
}

func (n anvil) nonces(c *connection, senders []sender) (uint64, error) {
	sum := uint64(0)
	for _, s := range senders {
		nonce, err := n.number(c, "eth_getTransactionCount", fmt.Sprintf(`"%s","latest"`, s.address))
		if err != nil {
			return 0, err
		}
		sum += nonce
	}
	return sum, nil
}

func (n anvil) pooled(c *connection) (int, error) {
	var status struct{ Pending, Queued string }
	if err := n.result(c, "txpool_status", "", &status); err != nil {
		return 0, err
	}
	pending, err := strconv.ParseInt(status.Pending, 0, 64)
	if err != nil {
		return 0, err
	}
	queued, err := strconv.ParseInt(status.Queued, 0, 64)
	return int(pending + queued), err
}

func (n anvil) question(what, id string) (request, error) {
	switch what {
	case "balance":
		return n.method("eth_getBalance", `"`+id+`","latest"`), nil
	case "storage":
		return n.method("eth_getStorageAt", `"`+id+`","0x0","latest"`), nil
	}
	return nil, fmt.Errorf("--what %q: balance or storage", what)
}

func (n anvil) mine() request { return n.method("evm_mine", "") }

func (n anvil) stream() (string, string) {
	return "ws://" + n.address, `{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}`
}

func (anvil) tellsBlock(message []byte) bool {
	return bytes.Contains(message, []byte(`"eth_subscription"`))
}
