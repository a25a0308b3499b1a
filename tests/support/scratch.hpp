// A directory for one test, and everything that a process may have changed in it.
#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

namespace lariat {

/// A new directory for one test, removed with it.
class Scratch {
public:
    Scratch()
    {
        std::string pattern = testing::TempDir() + "/lariat-XXXXXX";
        path_ = ::mkdtemp(pattern.data());
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() { std::filesystem::remove_all(path_); }
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

/// Every file in a directory and those below it: bytes, size, place on the disk, and times to the nanosecond.
inline std::map<std::string, std::string> everything_in(const std::string& path)
{
    std::map<std::string, std::string> out;
    const auto describe = [](const std::filesystem::path& file) {
        struct stat status{};
        EXPECT_EQ(::stat(file.c_str(), &status), 0);
        std::ostringstream text;
        text << status.st_ino << ' ' << status.st_mtim.tv_sec << '.' << status.st_mtim.tv_nsec << ' '
             << status.st_ctim.tv_sec << '.' << status.st_ctim.tv_nsec << ' ' << status.st_blocks << ' ';
        if (S_ISREG(status.st_mode)) text << std::ifstream(file, std::ios::binary).rdbuf();
        return text.str();
    };
    out["."] = describe(path);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path))
        out[entry.path()] = describe(entry);
    return out;
}

}  // namespace lariat
