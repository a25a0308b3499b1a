//go:build bench

// Keys of the clients and their signatures. Both sides that check a signature do it with the same library and the same
// steps: Keccak-256 of what is signed, recovery of the key by libsecp256k1, address of the key.
package main

/*
#include <secp256k1.h>
#include <secp256k1_recovery.h>

// key: 65 bytes. Returns 0 if nobody's key made the signature, or if s is in the upper half.
static int recover_key(const secp256k1_context* context, const unsigned char* signature, const unsigned char* digest,
                       unsigned char* key)
{
    secp256k1_ecdsa_recoverable_signature parsed;
    secp256k1_ecdsa_signature plain, normal;
    secp256k1_pubkey found;
    size_t size = 65;
    if (signature[64] > 1 ||
        !secp256k1_ecdsa_recoverable_signature_parse_compact(context, &parsed, signature, signature[64]))
        return 0;
    secp256k1_ecdsa_recoverable_signature_convert(context, &plain, &parsed);
    if (secp256k1_ecdsa_signature_normalize(context, &normal, &plain)) return 0;
    if (!secp256k1_ecdsa_recover(context, &found, &parsed, digest)) return 0;
    return secp256k1_ec_pubkey_serialize(context, key, &size, &found, SECP256K1_EC_UNCOMPRESSED);
}
*/
import "C"

import (
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"golang.org/x/crypto/sha3"
)

const signatureBytes = 65 // r, s, and the parity of R

// Recovery alone changes nothing in it, so all threads share one.
var recoveries = C.secp256k1_context_create(C.SECP256K1_CONTEXT_VERIFY)

type address [20]byte

func (a address) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "0x%x", a[:]), nil }

func (a *address) UnmarshalText(text []byte) error {
	bytes, err := hex.DecodeString(strings.TrimPrefix(string(text), "0x"))
	if err == nil && len(bytes) != len(a) {
		err = fmt.Errorf("%s is no address", text)
	}
	copy(a[:], bytes)
	return err
}

func keccak(parts ...[]byte) []byte {
	h := sha3.NewLegacyKeccak256()
	for _, part := range parts {
		h.Write(part)
	}
	return h.Sum(nil)
}

// addressOfKey takes an uncompressed key: one byte that says so, x and y.
func addressOfKey(key []byte) (a address) {
	copy(a[:], keccak(key[1:])[12:])
	return a
}

// signer is a client's key.
type signer struct {
	key     *secp256k1.PrivateKey
	address address
}

// newSigner makes the key of a client's number, always the same.
func newSigner(number int) signer {
	key := secp256k1.PrivKeyFromBytes(keccak(fmt.Appendf(nil, "lariat cluster benchmark, client %d", number)))
	return signer{key, addressOfKey(key.PubKey().SerializeUncompressed())}
}

func (s signer) sign(digest []byte) []byte {
	compact := ecdsa.SignCompact(s.key, digest, false) // 27 + parity, r, s in the lower half
	return append(compact[1:], compact[0]-27)
}

// recoverSigner gives the address whose key signed the digest.
func recoverSigner(signature, digest []byte) (address, bool) {
	if len(signature) != signatureBytes || len(digest) != 32 {
		return address{}, false
	}
	var key [65]byte
	if C.recover_key(recoveries, (*C.uchar)(&signature[0]), (*C.uchar)(&digest[0]), (*C.uchar)(&key[0])) == 0 {
		return address{}, false
	}
	return addressOfKey(key[:]), true
}
