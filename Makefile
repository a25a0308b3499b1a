# One-liners over CMakePresets.json and tools/. A bare Debian 12 container needs make and git first:
# apt-get update && apt-get install -y make git
.PHONY: help node build install install-library package demo test bench bench-peers bench-life bench-timers bench-node bench-tests bench-cluster format check sanitize determinism fuzz crash node-crash node-sequences node-abuse node-threads node-load web-cost cluster cluster-build cluster-faults sim-quick sim clean
.DEFAULT_GOAL := help
PREFIX ?= /usr/local
BUILD := tools/setup.sh build && tools/build.sh
TEST := tools/setup.sh test &&

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 20
	@echo; echo "What is missing is installed with apt (as root, or with sudo). A bare Debian 12 container"
	@echo "lacks make itself: apt-get update && apt-get install -y make git"

demo: ## build the command and watch a chain whose actors wake themselves (ARGS=--json for the data)
	@$(BUILD) release lariat && build/lariat demo $(ARGS)

node: web ## a dev chain that speaks HTTP and shows itself at http://127.0.0.1:8640; Ctrl-C ends it (ARGS="--data DIR" keeps it)
	@build/lariat node --dev $(ARGS)

build: ## release build of the command and the library; leaves the command at build/lariat
	@tools/setup.sh build && tools/build_web.sh --if-possible && tools/build.sh release lariat lariat_scheduler

.PHONY: web
web: ## the same, and npm is installed if it is not there, so that the node has its dashboard
	@tools/setup.sh web && tools/build_web.sh && tools/build.sh release lariat lariat_scheduler

install: build ## install command and library: make install PREFIX=/usr/local (DESTDIR is heeded)
	@cmake --install build/release --prefix "$(PREFIX)"

install-library: ## build and install the scheduler library alone: make install-library PREFIX=/usr/local
	@tools/setup.sh library && tools/build.sh library && cmake --install build/library --prefix "$(PREFIX)"

package: ## wheel, Debian package, source archive, SBOM and checksums, in build/packages (ARGS=wheel for one)
	@tools/setup.sh package && tools/build.sh release lariat && python3 tools/package.py $(ARGS)

test: ## build and run every test; the last line counts them (ARGS=--quick leaves out the long ones)
	@$(TEST) python3 tools/run_tests.py $(ARGS)

check: ## format, layers, style, requirements, references, commits, clang-tidy
	@$(TEST) python3 tools/check.py $(ARGS)

format: ## rewrite the sources as clang-format wants them, and the tables that are generated
	@$(TEST) python3 tools/format.py && python3 tools/check_requirements.py --write

sanitize: ## every C++ test under address and undefined-behaviour sanitizers
	@$(TEST) python3 tools/run_tests.py --only sanitize --full

determinism: ## the same traces through g++ and clang++, -O0 and -O3, twice each
	@$(TEST) python3 tools/check_determinism.py $(ARGS)

fuzz: ## each fuzz target for a minute (ARGS="--seconds 3600 NAME" for one, longer)
	@$(TEST) python3 tools/run_fuzz.py --seconds 60 $(ARGS)

crash: ## the store: power lost at 100,000 moments, 1,000 processes killed (ARGS="--points N --kills N --seed N")
	@$(TEST) python3 tools/crash_campaign.py $(ARGS)

node-crash: ## a node killed 10,000 times and asked for what it had told, some hours (ARGS="--kills N --seed N")
	@$(TEST) python3 tools/node_crash.py $(ARGS)

cluster: cluster-build ## four validators on loopback, side by side until Ctrl-C (ARGS="--block-time 300ms")
	@build/lariat cluster up $(ARGS)

cluster-build: ## build the command and lariat-comet; Go is installed below build/ if none is here
	@tools/setup.sh build && tools/build_cluster.sh release

cluster-faults: ## 200 faults in a cluster under load, an hour or two (ARGS="--faults N --seed N")
	@$(TEST) python3 tools/cluster_faults.py $(ARGS)

sim-quick: ## every scenario of the simulation for 100 blocks, about a minute
	@$(BUILD) release lariat && python3 tools/run_sim.py --quick $(ARGS)

sim: ## the missing runs of the simulation, some hours in all, then docs/simulation.md; can be stopped and goes on
	@tools/setup.sh sim && tools/fetch_pypi.sh tools/sim_requirements.txt build/sensitivity && tools/build.sh release lariat && python3 tools/run_sim.py $(ARGS)

node-sequences: ## 10,000 random sequences of dev verbs with reverts, an hour (ARGS="--sequences N --seed N")
	@$(TEST) python3 tools/node_sequences.py $(ARGS)

node-abuse: ## a node among strangers of every kind for ten minutes (ARGS="--seconds N --seed N")
	@$(TEST) python3 tools/node_abuse.py $(ARGS)

node-threads: ## the same for two minutes under ThreadSanitizer (ARGS="--seconds 10" after it was built is a short form)
	@$(TEST) python3 tools/node_abuse.py --threads --seconds 120 $(ARGS)

web-cost: ## what the dashboard costs: 100,000 timers, 50 events a second, its first load, some minutes
	@$(TEST) tools/build_web.sh && tools/build.sh dev lariat && LARIAT=$(CURDIR)/build/dev/lariat LARIAT_PAGE_COST=1 python3 -m unittest discover -s tests/web -p "test_c[or]*.py"

node-load: ## requests a second and latencies of a node's reads and transactions, some minutes (ARGS="--seconds N")
	@tools/setup.sh load && tools/build.sh release lariat && python3 tools/node_load.py $(ARGS)

bench: ## the benchmarks (ARGS="--only handlers" for one, ARGS=--json for the data)
	@$(TEST) tools/build.sh bench && python3 tools/run_bench.py $(ARGS)

bench-peers: ## the store beside commonware's and RocksDB, some minutes (ARGS=--full for all sizes); needs cargo
	@tools/setup.sh peers && tools/build_peers.sh store && python3 tools/run_peers.py $(ARGS)

bench-life: ## the whole life of a timer beside pallet-scheduler, some minutes after building it; needs cargo
	@tools/setup.sh peers && tools/build_peers.sh life && python3 tools/run_life.py $(ARGS)

bench-timers: ## the calendar beside timing wheels in Rust, some minutes; needs cargo
	@tools/setup.sh peers && tools/build_peers.sh timers && python3 tools/run_timers.py $(ARGS)

bench-tests: ## tests of an actor beside eth-tester and ape: tools/run_test_bench.py (ARGS=--write)
	@tools/setup.sh test && tools/build.sh release lariat && python3 tools/run_test_bench.py $(ARGS)

bench-node: ## the node beside anvil and cast, about half an hour (ARGS="--only transfer" for some lines); needs Go
	@tools/setup.sh bench-node && tools/build.sh release lariat && tools/build.sh bench bench_node && python3 tools/run_node_bench.py $(ARGS)

bench-cluster: ## a validator beside CometBFT's kvstore, under the same load, seven minutes (ARGS="--rounds N --seconds N"); needs Go
	@tools/setup.sh build && tools/build_cluster.sh --bench release && python3 tools/run_cluster_bench.py $(ARGS)

clean: ## remove everything that was built
	@rm -rf build
