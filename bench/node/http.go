// A connection of HTTP/1.1 that stays open. Requests are laid out before they are sent: the client's own work should
// not slow down what it measures.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"strconv"
)

const answerMax = 64 << 20 // bytes

// A request as it goes over the wire.
type request []byte

func newRequest(method, address, path, body string) request {
	head := method + " " + path + " HTTP/1.1\r\nHost: " + address + "\r\n"
	if body != "" {
		head += "Content-Type: application/json\r\nContent-Length: " + strconv.Itoa(len(body)) + "\r\n"
	}
	return request(head + "\r\n" + body)
}

type connection struct {
	socket net.Conn
	reader *bufio.Reader
}

func connect(address string) (*connection, error) {
	socket, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	return &connection{socket, bufio.NewReaderSize(socket, 1<<16)}, nil
}

func (c *connection) close() { c.socket.Close() }

// ask sends a request and returns the body of the answer, whose status must be 2xx.
func (c *connection) ask(r request) ([]byte, error) {
	if _, err := c.socket.Write(r); err != nil {
		return nil, err
	}
	status, err := c.line()
	if err != nil {
		return nil, err
	}
	good := bytes.HasPrefix(status, []byte("HTTP/1.1 2"))
	said := string(status)
	size := -1
	for {
		line, err := c.line()
		if err != nil {
			return nil, err
		}
		if len(line) == 0 {
			break
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		if bytes.EqualFold(name, []byte("content-length")) {
			if size, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return nil, err
			}
		}
	}
	if size < 0 || size > answerMax {
		return nil, fmt.Errorf("%s: no Content-Length, or one above %d", said, answerMax)
	}
	body := make([]byte, size)
	if _, err := io.ReadFull(c.reader, body); err != nil {
		return nil, err
	}
	if !good {
		return nil, fmt.Errorf("%s: %s", said, body)
	}
	return body, nil
}

// line is valid until the next one is read.
func (c *connection) line() ([]byte, error) {
	line, err := c.reader.ReadSlice('\n')
	return bytes.TrimRight(line, "\r\n"), err
}
