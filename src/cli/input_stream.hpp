// A file or standard input as a stream whose waiting ends when a signal asks the command to stop.
#pragma once

#include <array>
#include <istream>
#include <memory>
#include <optional>
#include <streambuf>
#include <string>

#include "actor_tools/read_file.hpp"
#include "lariat/types.hpp"

namespace lariat::cli {

class InputStream final : public std::streambuf {
public:
    /// `-` is standard input.
    static Result<std::unique_ptr<InputStream>, actor_tools::ReadError> open(const std::string& path);
    ~InputStream() override;
    InputStream(const InputStream&) = delete;
    InputStream& operator=(const InputStream&) = delete;

    /// The reason why reading failed, if it did.
    const std::optional<actor_tools::ReadError>& error() const { return error_; }
    u64 bytes_read() const { return bytes_read_; }
    /// Bytes of the file; 0 if this is no regular file.
    u64 size() const { return size_; }

protected:
    int_type underflow() override;

private:
    InputStream(int descriptor, std::string path);

    int descriptor_;
    std::string path_;
    u64 size_ = 0;
    u64 bytes_read_ = 0;
    std::optional<actor_tools::ReadError> error_;
    std::array<char, 65'536> piece_;
};

}  // namespace lariat::cli
