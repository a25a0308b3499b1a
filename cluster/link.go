package main

/*
#cgo LDFLAGS: -L${SRCDIR}/../build/cluster-lib -llariat_abci -lsqlite3 -lsecp256k1 -lcrypto -lz -llz4 -ltomlplusplus -lspdlog -lfmt -lstdc++ -lm -lpthread
*/
import "C"
