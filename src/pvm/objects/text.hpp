// Text made of what a program holds: each piece is paid for and asked of the memory before it is there.
#pragma once

#include "pvm/objects/vm.hpp"

namespace lariat::pvm {

/// What repr, str and format write to. The texts of an execution that are being made, one within another,
/// hold together no more than twice its memory: a name of a megabyte in a list of a million ends the
/// execution, as in a str it would, and never the process.
class Text {
public:
    enum class For : u8 {
        value,    ///< a str of the program's: each byte costs gas::BYTE
        message,  ///< in the price of something else, but for what is long: it may be thrown away, unpaid
        made      ///< all that comes to it has been paid for
    };
    explicit Text(Vm& vm, For what = For::value)
        : vm_(vm),
          free_(what == For::value     ? 0
                : what == For::message ? MESSAGE
                                       : ~u64{0})
    {
    }
    ~Text() { vm_.text_held -= counted_; }
    Text(const Text&) = delete;
    Text& operator=(const Text&) = delete;

    /// A piece that costs nothing but to be written.
    void add(std::string_view piece)
    {
        if (chars_.size() >= free_ || piece.size() > SHORT) vm_.charge(piece.size() * gas::BYTE);
        append(piece);
    }
    /// A piece whose making has been paid for, byte by byte.
    void add_made(std::string_view piece)
    {
        if (chars_.size() >= free_) vm_.charge(piece.size() * gas::BYTE);
        append(piece);
    }
    std::string_view view() const noexcept { return chars_; }
    u64 size() const noexcept { return chars_.size(); }

private:
    static constexpr std::size_t SHORT = 64, MESSAGE = 256;

    void append(std::string_view piece)
    {
        if (piece.size() > room_ - chars_.size()) [[unlikely]]
            grow(piece.size());
        chars_.append(piece);
    }
    void grow(std::size_t more);

    Vm& vm_;
    const u64 free_;  ///< bytes at its beginning that cost nothing
    std::size_t room_ = 0;
    u64 counted_ = 0;  ///< in vm_.text_held
    std::string chars_;
};

/// A class as repr names it: with its module, where that is not builtins.
void add_class_name(Text& out, const Class* c);
void add_quoted(Text& out, std::string_view text);  ///< as repr of a str
void add_quoted_bytes(Text& out, BytesView bytes, bool array);
std::string hex_digits(u64 n, std::size_t least = 1);  ///< with zeros in front, where it has fewer
void add_ascii(Text& out, std::string_view text);      ///< what repr says, without anything beyond ASCII

}  // namespace lariat::pvm
