// Runs the same work over several connections at once and sums up wall time, latencies and the node's CPU time.
package main

import (
	"errors"
	"fmt"
	"sort"
	"sync"
	"syscall"
	"time"
	"unsafe"
)

// What a node needed for a number of operations. CPU is that of all threads of the node.
type report struct {
	Operations int     `json:"operations"`
	Seconds    float64 `json:"seconds"`
	PerSecond  float64 `json:"per_second"`
	P50        float64 `json:"p50_ms"`
	P99        float64 `json:"p99_ms"`
	CPU        float64 `json:"cpu_ms"` // of one operation
}

// cpuTime is the time that all threads of a process have run, in the system and outside. It reads the process's CPU
// clock (clock_getcpuclockid(3)), which counts nanoseconds; /proc/PID/stat counts ticks of 10 ms.
func cpuTime(pid int) (time.Duration, error) {
	if pid == 0 {
		return 0, nil
	}
	const scheduled = 2 // CPUCLOCK_SCHED
	var t syscall.Timespec
	clock := ^pid<<3 | scheduled
	if _, _, errno := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, uintptr(clock), uintptr(unsafe.Pointer(&t)), 0); errno != 0 {
		return 0, fmt.Errorf("the CPU time of process %d: %w", pid, errno)
	}
	return time.Duration(t.Nano()), nil
}

// A stopwatch for wall time and CPU.
type stopwatch struct {
	pid   int
	begin time.Time
	cpu   time.Duration
}

func start(pid int) (stopwatch, error) {
	cpu, err := cpuTime(pid)
	return stopwatch{pid, time.Now(), cpu}, err
}

func (s stopwatch) report(operations int, latencies []time.Duration) (report, error) {
	seconds := time.Since(s.begin).Seconds()
	cpu, err := cpuTime(s.pid)
	if err == nil && operations == 0 {
		err = errors.New("nothing was done")
	}
	if err != nil {
		return report{}, err
	}
	sort.Slice(latencies, func(i, j int) bool { return latencies[i] < latencies[j] })
	at := func(share float64) float64 {
		if len(latencies) == 0 {
			return 0
		}
		return milliseconds(latencies[min(int(share*float64(len(latencies))), len(latencies)-1)])
	}
	return report{operations, seconds, float64(operations) / seconds, at(0.5), at(0.99),
		milliseconds(cpu-s.cpu) / float64(operations)}, nil
}

func milliseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }

// measure runs `work` on each connection at the same time. `work` notes the latency of each operation.
func measure(o options, work func(number int, c *connection, note func(time.Duration)) error) (report, error) {
	connections, err := connectAll(o)
	if err != nil {
		return report{}, err
	}
	watch, err := start(o.pid)
	if err != nil {
		return report{}, err
	}
	latencies, err := together(connections, work)
	if err != nil {
		return report{}, err
	}
	return watch.report(len(latencies), latencies)
}

func connectAll(o options) ([]*connection, error) {
	var all []*connection
	for range o.connections {
		c, err := connect(o.address)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

func together(connections []*connection, work func(int, *connection, func(time.Duration)) error) ([]time.Duration, error) {
	noted := make([][]time.Duration, len(connections))
	failures := make([]error, len(connections))
	var running sync.WaitGroup
	for i, c := range connections {
		running.Add(1)
		go func() {
			defer running.Done()
			failures[i] = work(i, c, func(d time.Duration) { noted[i] = append(noted[i], d) })
		}()
	}
	running.Wait()
	var all []time.Duration
	for _, some := range noted {
		all = append(all, some...)
	}
	return all, errors.Join(failures...)
}
