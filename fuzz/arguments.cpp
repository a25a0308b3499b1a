// Command line of every fuzz program: refuses what libFuzzer ignores. libFuzzer skips words with two dashes
// at their head, so that --help would start an endless run.
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

namespace {

// The options that -help=1 of libFuzzer 19 lists, and those that libFuzzer gives to the processes that it
// starts.
constexpr std::string_view OPTIONS[] = {"analyze_dict",
                                        "artifact_prefix",
                                        "cleanse_crash",
                                        "close_fd_mask",
                                        "collect_data_flow",
                                        "create_missing_dirs",
                                        "cross_over",
                                        "cross_over_uniform_dist",
                                        "data_flow_trace",
                                        "detect_leaks",
                                        "dict",
                                        "dump_coverage",
                                        "entropic",
                                        "entropic_feature_frequency_threshold",
                                        "entropic_number_of_rarest_features",
                                        "entropic_scale_per_exec_time",
                                        "error_exitcode",
                                        "exact_artifact_path",
                                        "exit_on_item",
                                        "exit_on_src_pos",
                                        "features_dir",
                                        "focus_function",
                                        "fork",
                                        "fork_corpus_groups",
                                        "handle_abrt",
                                        "handle_bus",
                                        "handle_fpe",
                                        "handle_ill",
                                        "handle_int",
                                        "handle_segv",
                                        "handle_term",
                                        "handle_usr1",
                                        "handle_usr2",
                                        "handle_xfsz",
                                        "help",
                                        "ignore_crashes",
                                        "ignore_ooms",
                                        "ignore_remaining_args",
                                        "ignore_timeouts",
                                        "jobs",
                                        "keep_seed",
                                        "len_control",
                                        "malloc_limit_mb",
                                        "max_len",
                                        "max_total_time",
                                        "merge",
                                        "merge_control_file",
                                        "merge_inner",
                                        "minimize_crash",
                                        "minimize_crash_internal_step",
                                        "mutate_depth",
                                        "mutation_graph_file",
                                        "only_ascii",
                                        "prefer_small",
                                        "print_corpus_stats",
                                        "print_coverage",
                                        "print_final_stats",
                                        "print_full_coverage",
                                        "print_funcs",
                                        "print_pcs",
                                        "purge_allocator_interval",
                                        "reduce_depth",
                                        "reduce_inputs",
                                        "reload",
                                        "report_slow_units",
                                        "rss_limit_mb",
                                        "runs",
                                        "seed",
                                        "seed_inputs",
                                        "set_cover_merge",
                                        "shrink",
                                        "shuffle",
                                        "stop_file",
                                        "timeout",
                                        "timeout_exitcode",
                                        "trace_malloc",
                                        "use_clang_coverage",
                                        "use_cmp",
                                        "use_counters",
                                        "use_memmem",
                                        "use_value_profile",
                                        "verbosity",
                                        "workers"};

bool is_known(std::string_view option)
{
    const std::string_view name = option.substr(1, option.find('=') - 1);
    for (const std::string_view one : OPTIONS)
        if (one == name && option.find('=') != option.npos) return true;
    return false;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv)
{
    const std::string program = *argc > 0 ? (*argv)[0] : "fuzzer";
    for (int i = 1; i < *argc; ++i) {
        const std::string_view word = (*argv)[i];
        if (word == "--help" || word == "-h") {
            std::cout << "usage: " << program << " [-OPTION=NUMBER...] [CORPUS...]\n"
                      << "       " << program << " INPUT...\n\n"
                      << "Fuzzes one function of lariat. CORPUS is a folder of inputs; new ones are written "
                         "into the\n"
                      << "first. INPUT is a file that is run once. -help=1 lists the options of libFuzzer.\n";
            std::exit(0);
        }
        if (word.starts_with("-") && !is_known(word)) {
            std::cerr << program << ": unknown option " << word << "; see " << program << " --help\n";
            std::exit(2);
        }
    }
    return 0;
}
