// Runs another Python as a process that keeps a program loaded: bench/python_peer.py for CPython,
// bench/monty_peer.py for Monty.
#pragma once

#include <sstream>

#include <sys/wait.h>
#include <unistd.h>

#include "vm_host.hpp"

namespace lariat::bench {

class PythonPeer {
public:
    PythonPeer(const std::string& interpreter, const std::string& script, const std::string& program)
        : name_(interpreter)
    {
        int to[2], from[2];
        require(::pipe(to) == 0 && ::pipe(from) == 0, "pipes can be made");
        child_ = ::fork();
        require(child_ >= 0, "a process can be started");
        if (child_ == 0) {
            ::dup2(to[0], 0);
            ::dup2(from[1], 1);
            for (const int fd : {to[0], to[1], from[0], from[1]}) ::close(fd);
            ::execl(interpreter.c_str(), interpreter.c_str(), script.c_str(), program.c_str(), nullptr);
            ::_exit(127);
        }
        ::close(to[0]);
        ::close(from[1]);
        ask_ = ::fdopen(to[1], "w");
        answers_ = ::fdopen(from[0], "r");
        require(line() == "ready", interpreter + " is the one that is wanted and loads " + program);
    }
    ~PythonPeer()
    {
        std::fclose(ask_);
        std::fclose(answers_);
        ::waitpid(child_, nullptr, 0);
    }
    PythonPeer(const PythonPeer&) = delete;
    PythonPeer& operator=(const PythonPeer&) = delete;

    Run run()
    {
        std::fputs("run\n", ask_);
        std::fflush(ask_);
        std::istringstream said(line());
        u64 ns = 0;
        std::string hex;
        said >> ns >> hex;
        const auto returned = from_hex("0x" + hex);
        require(ns != 0 && returned.has_value(), name_ + " says what it returned");
        return {static_cast<double>(ns) / 1e6, *returned, 0};
    }

private:
    std::string line()
    {
        std::string text;
        for (int c = std::fgetc(answers_); c != EOF && c != '\n'; c = std::fgetc(answers_))
            text += static_cast<char>(c);
        return text;
    }

    std::string name_;
    pid_t child_ = -1;
    std::FILE* ask_ = nullptr;
    std::FILE* answers_ = nullptr;
};

}  // namespace lariat::bench
