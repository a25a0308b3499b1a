module lariat/bench/node

go 1.23

require (
	github.com/decred/dcrd/dcrec/secp256k1/v4 v4.4.0
	github.com/gorilla/websocket v1.5.3
	golang.org/x/crypto v0.33.0
)

require golang.org/x/sys v0.30.0 // indirect
