// Reads in pieces with the functions of the stream, which do not throw; those of a stream buffer do.
#include "cli/read_file.hpp"

#include <array>
#include <fstream>
#include <iostream>

namespace lariat::cli {

std::optional<std::string> read_file(const std::string& path)
{
    std::ifstream file;
    if (path != "-") file.open(path, std::ios::binary);
    std::istream& in = path == "-" ? std::cin : file;
    std::string text;
    std::array<char, 65'536> piece;
    while (in.good()) {
        in.read(piece.data(), piece.size());
        text.append(piece.data(), static_cast<std::size_t>(in.gcount()));
    }
    if (!in.eof() || in.bad()) return std::nullopt;
    return text;
}

}  // namespace lariat::cli
