// A file of the operating system, for os_directory.cpp.
#pragma once

#include <unistd.h>

#include <utility>

#include "state/disk/directory.hpp"

namespace lariat::state {

/// The system's words for an errno.
std::string reason(int error);

class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&&) = delete;
    ~Descriptor() { close(); }
    int get() const noexcept { return number_; }
    /// What had to be durable was synced, so an error here says nothing new.
    void close() noexcept
    {
        if (number_ >= 0) ::close(std::exchange(number_, -1));
    }

private:
    int number_;
};

/// `detached` is the directory's: once it is true, the file is changed in memory alone (Directory::detach).
std::unique_ptr<File> os_file(Descriptor descriptor, std::string path, std::shared_ptr<const bool> detached);

}  // namespace lariat::state
