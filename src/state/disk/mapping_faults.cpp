// The handler may only read a table of fixed size and call write, signal and _exit: it interrupts the program
// anywhere.
#include "state/disk/mapping_faults.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "state/damage.hpp"

namespace lariat::state {

namespace {

constexpr std::size_t PLACES = 8'192;

/// Free while `begin` is 0; `begin` is written last and cleared first.
struct Mapping {
    std::atomic<std::uintptr_t> begin = 0;
    std::atomic<bool> taken = false;
    std::atomic<u64> bytes = 0;
    std::atomic<const char*> path = nullptr;
};
std::array<Mapping, PLACES> mappings;

/// A message in a buffer: nothing is allocated. What does not fit is left out.
class Message {
public:
    void add(const char* text) noexcept
    {
        while (*text != '\0' && size_ < bytes_.size()) bytes_[size_++] = *text++;
    }
    void add(u64 number) noexcept
    {
        std::array<char, 21> digits{};
        std::size_t at = digits.size() - 1;
        do {
            digits[--at] = static_cast<char>('0' + number % 10);
            number /= 10;
        } while (number != 0);
        add(&digits[at]);
    }
    void show() const noexcept
    {
        for (std::size_t done = 0; done < size_;) {
            const ssize_t put = ::write(STDERR_FILENO, bytes_.data() + done, size_ - done);
            if (put <= 0) return;
            done += static_cast<std::size_t>(put);
        }
    }

private:
    std::array<char, 4'096 + 256> bytes_;
    std::size_t size_ = 0;
};

extern "C" void mapping_fault(int signal, siginfo_t* info, void*)
{
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    for (const Mapping& mapping : mappings) {
        const std::uintptr_t begin = mapping.begin.load();
        if (begin == 0 || address < begin || address - begin >= mapping.bytes.load()) continue;
        Message message;
        message.add("lariat: the state is damaged: ");
        message.add(mapping.path.load());
        message.add(" at ");
        message.add(address - begin);
        message.add(": cannot read: the file was cut while it was open, or its disk failed\n");
        message.show();
        ::_exit(DAMAGED_STATUS);
    }
    ::signal(signal, SIG_DFL);  // the instruction is tried again and ends the process
}

}  // namespace

void name_files_of_mapping_faults()
{
    struct sigaction action{};
    action.sa_sigaction = mapping_fault;
    action.sa_flags = SA_SIGINFO;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(SIGBUS, &action, nullptr);
}

void note_mapping(const void* begin, u64 bytes, const char* path) noexcept
{
    for (Mapping& mapping : mappings) {
        if (mapping.taken.load() || mapping.taken.exchange(true)) continue;
        mapping.bytes = bytes;
        mapping.path = path;
        mapping.begin = reinterpret_cast<std::uintptr_t>(begin);
        return;
    }
}

void forget_mapping(const void* begin) noexcept
{
    for (Mapping& mapping : mappings) {
        if (mapping.begin.load() != reinterpret_cast<std::uintptr_t>(begin)) continue;
        mapping.begin = 0;
        mapping.taken = false;
        return;
    }
}

}  // namespace lariat::state
