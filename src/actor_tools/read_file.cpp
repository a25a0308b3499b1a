// Reads in pieces with the functions of the stream, which do not throw; those of a stream buffer do.
#include "actor_tools/read_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>

namespace lariat::actor_tools {

ReadError cannot_read(const std::string& path)
{
    const std::string reason = errno != 0 ? std::strerror(errno) : "the system gives no reason";
    return {"cannot read " + (path == "-" ? std::string("standard input") : path) + ": " + reason};
}

std::optional<ReadError> why_unreadable(const std::string& path)
{
    struct stat facts{};
    errno = 0;
    if (::stat(path.c_str(), &facts) != 0) return cannot_read(path);
    if (S_ISDIR(facts.st_mode)) errno = EISDIR;
    if (errno != 0 || ::access(path.c_str(), R_OK) != 0) return cannot_read(path);
    return std::nullopt;
}

Result<std::string, ReadError> read_file(const std::string& path)
{
    std::ifstream file;
    if (path != "-") {
        if (const auto why = why_unreadable(path)) return *why;
        file.open(path, std::ios::binary);
    }
    std::istream& in = path == "-" ? std::cin : file;
    std::string text;
    std::array<char, 65'536> piece;
    errno = 0;
    while (in.good()) {
        in.read(piece.data(), piece.size());
        text.append(piece.data(), static_cast<std::size_t>(in.gcount()));
    }
    if (!in.eof() || in.bad()) return cannot_read(path);
    return text;
}

}  // namespace lariat::actor_tools
