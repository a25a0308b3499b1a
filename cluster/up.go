package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// up keeps what is known of the validators of one folder.
type up struct {
	dir     string
	homes   []string
	urls    []string
	running []*exec.Cmd
	client  http.Client
}

func openFolder(dir string) (*up, error) {
	homes, err := filepath.Glob(filepath.Join(dir, "n[0-9]*"))
	if err != nil || len(homes) == 0 {
		return nil, fmt.Errorf("there are no validators in %s: `lariat cluster up` makes them", dir)
	}
	u := &up{dir: dir, client: http.Client{Timeout: 2 * time.Second}}
	for i := range homes {
		home := filepath.Join(dir, fmt.Sprintf("n%d", i))
		text, err := os.ReadFile(filepath.Join(home, "config", "lariat.json"))
		if err != nil {
			return nil, err
		}
		var own struct{ Listen string }
		if err := json.Unmarshal(text, &own); err != nil {
			return nil, fmt.Errorf("%s: %w", home, err)
		}
		u.homes = append(u.homes, home)
		u.urls = append(u.urls, "http://"+own.Listen+"/v1")
	}
	u.running = make([]*exec.Cmd, len(homes))
	return u, nil
}

func pidFile(home string) string { return filepath.Join(home, "pid") }

// pidOf is the process of a validator that runs; 0 if none does.
func pidOf(home string) int {
	text, err := os.ReadFile(pidFile(home))
	if err != nil {
		return 0
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || pid <= 0 {
		return 0
	}
	// The number may have gone to another process since.
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil || !strings.Contains(string(line), "node\x00--home\x00") {
		return 0
	}
	return pid
}

func startNode(home string) (*exec.Cmd, error) {
	if pidOf(home) != 0 {
		return nil, fmt.Errorf("%s runs already", home)
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	log, err := os.OpenFile(filepath.Join(home, "log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	command := exec.Command(self, "node", "--home", home)
	command.Stdout, command.Stderr = log, log
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C is for `up`, which ends them in order
	if err := command.Start(); err != nil {
		return nil, err
	}
	return command, os.WriteFile(pidFile(home), []byte(strconv.Itoa(command.Process.Pid)+"\n"), 0o644)
}

func (u *up) get(node int, path string, into any) error {
	answer, err := u.client.Get(u.urls[node] + path)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d", answer.StatusCode)
	}
	return json.NewDecoder(answer.Body).Decode(into)
}

type shown struct {
	Height  int64  `json:"height"`
	ChainID string `json:"chain_id"`
}

func runUp(arguments []string) int {
	flags := flag.NewFlagSet("lariat cluster up", flag.ContinueOnError)
	var options initOptions
	options.define(flags)
	base := flags.String("address", "127.0.0.1", "loopback address of the first validator; the others follow")
	blocks := flags.Int64("blocks", 0, "end in good order at this height; 0: at Ctrl-C")
	if err := flags.Parse(arguments); err != nil {
		return exitSettings
	}
	if _, err := os.Stat(filepath.Join(options.dir, "n0")); err != nil {
		options.addresses = loopback(*base, options.nodes)
		if err := makeHomes(options); err != nil {
			return fail(exitSettings, "%v", err)
		}
	}
	u, err := openFolder(options.dir)
	if err != nil {
		return fail(exitSettings, "%v", err)
	}
	ending := make(chan os.Signal, 1)
	signal.Notify(ending, syscall.SIGINT, syscall.SIGTERM)
	for i, home := range u.homes {
		if u.running[i], err = startNode(home); err != nil {
			u.end()
			return fail(exitFailed, "%v", err)
		}
	}
	status := u.show(ending, *blocks)
	if ended := u.end(); status == 0 {
		status = ended
	}
	return status
}

// show prints a line for each height: root and fires of all validators side by side.
func (u *up) show(ending <-chan os.Signal, last int64) int {
	exits := make(chan int, len(u.running))
	for i, command := range u.running {
		go func() {
			_ = command.Wait()
			exits <- i
		}()
	}
	fmt.Printf("%d validators start. HTTP API of each:\n", len(u.urls))
	for i, url := range u.urls {
		fmt.Printf("  n%d  %s\n", i, strings.TrimSuffix(url, "/v1"))
	}
	begin := time.Now()
	isReady, height := false, int64(0)
	gone := map[int]bool{}
	for {
		select {
		case <-ending:
			fmt.Println()
			return 0
		case i := <-exits:
			gone[i] = true
			fmt.Printf("n%d has ended; its log is %s\n", i, filepath.Join(u.homes[i], "log"))
			if len(gone) == len(u.homes) {
				return fail(exitFailed, "no validator runs any more")
			}
		case <-time.After(100 * time.Millisecond):
		}
		heads := make([]shown, len(u.urls))
		least, most := int64(-1), int64(0)
		for i := range u.urls {
			if gone[i] || u.get(i, "/status", &heads[i]) != nil {
				heads[i].Height = -1
				if !gone[i] && !isReady {
					least = 0
				}
				continue
			}
			if least < 0 || heads[i].Height < least {
				least = heads[i].Height
			}
			most = max(most, heads[i].Height)
		}
		if !isReady {
			if least < 3 {
				if time.Since(begin) > time.Minute {
					return fail(exitFailed, "the validators are not at height 3 after a minute; see the logs in %s", u.dir)
				}
				continue
			}
			isReady = true
			fmt.Printf("ready: all are at height %d after %.1f s. Ctrl-C ends them\n", least, time.Since(begin).Seconds())
			u.startBeat(heads[0].ChainID)
			height = least - 1
		}
		for ; height < least; height++ {
			u.printHeight(height + 1)
			if last > 0 && height+1 >= last {
				return 0
			}
		}
	}
}

// printHeight shows a block as each validator has it.
func (u *up) printHeight(height int64) {
	line, roots := "", map[string]bool{}
	fires := ""
	for i := range u.urls {
		var block struct {
			StateRoot string            `json:"state_root"`
			Fired     []json.RawMessage `json:"fired"`
		}
		if err := u.get(i, fmt.Sprintf("/blocks/%d?full=true", height), &block); err != nil {
			line += "  -         "
			continue
		}
		roots[block.StateRoot] = true
		line += fmt.Sprintf("  %.10s", block.StateRoot)
		fires += fmt.Sprintf(" %d", len(block.Fired))
	}
	verdict := "same"
	if len(roots) > 1 {
		verdict = "DIFFERENT"
	}
	fmt.Printf("%7d %s  roots %s, fires%s\n", height, line, verdict, fires)
}

// startBeat calls the actor of the play-money genesis, so that timers fire. On a chain without it nothing happens.
func (u *up) startBeat(chainID string) {
	var account struct {
		Nonce uint64 `json:"nonce"`
	}
	var storage struct {
		Items []json.RawMessage `json:"items"`
	}
	if chainID != toyChain || u.get(0, "/actors/"+toyActor+"/storage", &storage) != nil || len(storage.Items) > 0 ||
		u.get(0, "/accounts/"+toyAccounts[0], &account) != nil {
		return
	}
	body, _ := json.Marshal(map[string]string{"raw": CallTx(chainID, account.Nonce, toyActor, "start")})
	answer, err := u.client.Post(u.urls[0]+"/transactions", "application/json", strings.NewReader(string(body)))
	if err != nil {
		return
	}
	defer answer.Body.Close()
	if text, _ := io.ReadAll(answer.Body); answer.StatusCode/100 != 2 {
		fmt.Printf("the first call was refused: %s\n", text)
	}
}

// end ends all validators in good order and waits for them.
func (u *up) end() int {
	status := 0
	for _, home := range u.homes {
		if pid := pidOf(home); pid != 0 {
			_ = syscall.Kill(pid, syscall.SIGCONT)
			_ = syscall.Kill(pid, syscall.SIGTERM)
		}
	}
	for i, home := range u.homes {
		for until := time.Now().Add(20 * time.Second); pidOf(home) != 0 && time.Now().Before(until); {
			time.Sleep(50 * time.Millisecond)
		}
		if pidOf(home) != 0 {
			status = fail(exitFailed, "n%d does not end; `lariat cluster kill %d` ends it at once", i, i)
			continue
		}
		_ = os.Remove(pidFile(home))
	}
	if status == 0 {
		fmt.Println("all validators have ended")
	}
	return status
}

func runControl(command string, arguments []string) int {
	flags := flag.NewFlagSet("lariat cluster "+command, flag.ContinueOnError)
	dir := flags.String("dir", "build/cluster", "folder of the homes")
	var number string
	if len(arguments) > 0 && !strings.HasPrefix(arguments[0], "-") {
		number, arguments = arguments[0], arguments[1:]
	}
	if err := flags.Parse(arguments); err != nil {
		return exitSettings
	}
	u, err := openFolder(*dir)
	if err != nil {
		return fail(exitSettings, "%v", err)
	}
	switch command {
	case "down":
		return u.end()
	case "reset":
		if status := u.end(); status != 0 {
			return status
		}
		for _, home := range u.homes {
			if err := os.RemoveAll(home); err != nil {
				return fail(exitFailed, "%v", err)
			}
		}
		return 0
	}
	i, err := strconv.Atoi(number)
	if err != nil || i < 0 || i >= len(u.homes) {
		return fail(exitSettings, "%s needs the number of a validator, 0 to %d", command, len(u.homes)-1)
	}
	home := u.homes[i]
	switch command {
	case "logs":
		text, err := os.ReadFile(filepath.Join(home, "log"))
		if err != nil {
			return fail(exitFailed, "%v", err)
		}
		_, _ = os.Stdout.Write(text)
		return 0
	case "start":
		if _, err := startNode(home); err != nil {
			return fail(exitFailed, "%v", err)
		}
		return 0
	}
	pid := pidOf(home)
	if pid == 0 {
		return fail(exitFailed, "n%d does not run", i)
	}
	signals := map[string]syscall.Signal{"kill": syscall.SIGKILL, "pause": syscall.SIGSTOP, "resume": syscall.SIGCONT}
	if err := syscall.Kill(pid, signals[command]); err != nil {
		return fail(exitFailed, "%v", err)
	}
	return 0
}
