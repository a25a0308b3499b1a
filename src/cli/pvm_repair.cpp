// The repairs: a number or a name is replaced, an import loses a name, a statement becomes `0`, and the
// header of a compound one something that takes its body as it is.
#include "cli/pvm_repair.hpp"

#include <algorithm>
#include <optional>

namespace lariat::cli {

namespace {

constexpr auto NONE = std::string::npos;

bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::size_t word_end(const std::string& s, std::size_t at)
{
    while (at < s.size() && is_word(s[at])) ++at;
    return at;
}

/// Where a line's column, counted in code points, begins.
std::size_t offset_of(const std::string& s, const pvm::Refusal& r)
{
    std::size_t at = 0;
    for (u32 line = 1; line < r.line && at < s.size(); ++line)
        at = std::min(s.find('\n', at), s.size() - 1) + 1;
    for (u32 n = 1; n < r.column && at < s.size() && s[at] != '\n'; ++n) do
            ++at;
        while (at < s.size() && (s[at] & 0xc0) == 0x80);
    return at;
}

u32 line_of(const std::string& s, std::size_t at)
{
    return 1 + static_cast<u32>(std::count(s.begin(), s.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

/// The source with other text from here to there: shorter is filled up with blanks, ends of lines stay.
std::string with(const std::string& s, std::size_t begin, std::size_t end, std::string_view other)
{
    std::string out = s.substr(0, begin);
    std::size_t used = 0;
    for (std::size_t at = begin; at < end; ++at) {
        if (s[at] == '\n')
            out += '\n';
        else if ((s[at] & 0xc0) != 0x80)
            out += used < other.size() ? other[used++] : ' ';
    }
    return out + s.substr(end);
}

/// A simple statement, or the header of a compound one with its colon.
struct Piece {
    std::size_t begin, end;
    bool header;
};

/// Splits source into them, as far as brackets, quotes and colons tell.
class Pieces {
public:
    explicit Pieces(const std::string& source) : s_(source)
    {
        while (at_ < s_.size()) next();
        finish(false);
    }
    std::vector<Piece> found;

private:
    void next()
    {
        const char c = s_[at_];
        if (c == '#') {
            at_ = std::min(s_.find('\n', at_), s_.size());
        } else if (c == '\n' || (c == ';' && depth_ == 0)) {
            if (depth_ == 0) finish(false);
            ++at_;
        } else if (c == ' ' || c == '\t' || c == '\f' || (c == '\\' && s_.substr(at_ + 1, 1) == "\n")) {
            at_ += c == '\\' ? 2 : 1;
        } else if (is_word(c)) {
            take_word();
        } else if (c == '"' || c == '\'') {
            token(string_end());
        } else if (c == ':' && depth_ == 0) {
            take_colon();
        } else {
            if (c == '(' || c == '[' || c == '{') ++depth_;
            if ((c == ')' || c == ']' || c == '}') && depth_ > 0) --depth_;
            token(at_ + 1);
        }
    }

    void token(std::size_t end)
    {
        if (begin_ == NONE) begin_ = at_;
        at_ = end_ = end;
    }

    void take_word()
    {
        constexpr std::string_view COMPOUND[] = {"if",    "elif",  "else",   "for",  "while",
                                                 "with",  "try",   "case",   "def",  "finally",
                                                 "class", "match", "except", "async"};
        const std::size_t end = word_end(s_, at_);
        const std::string_view word = std::string_view(s_).substr(at_, end - at_);
        if (begin_ == NONE)
            compound_ = std::find(std::begin(COMPOUND), std::end(COMPOUND), word) != std::end(COMPOUND);
        if (word == "lambda" && depth_ == 0) ++lambdas_;
        token(end);
    }

    void take_colon()
    {
        const bool walrus = s_.substr(at_ + 1, 1) == "=";
        const bool ends = !walrus && compound_ && lambdas_ == 0;
        if (!walrus && lambdas_ > 0) --lambdas_;
        token(at_ + 1);
        if (ends) finish(true);
    }

    std::size_t string_end() const
    {
        const std::string one = s_.substr(at_, 1), three = one + one + one;
        const bool triple = s_.compare(at_, 3, three) == 0;
        for (std::size_t i = at_ + (triple ? 3 : 1); i < s_.size(); ++i) {
            if (s_[i] == '\\')
                ++i;
            else if (s_.compare(i, triple ? 3 : 1, triple ? three : one) == 0)
                return i + (triple ? 3 : 1);
            else if (s_[i] == '\n' && !triple)
                return i;
        }
        return s_.size();
    }

    void finish(bool header)
    {
        if (begin_ != NONE) found.push_back({begin_, end_, header});
        begin_ = NONE;
        compound_ = false;
        lambdas_ = 0;
    }

    const std::string& s_;
    std::size_t at_ = 0, begin_ = NONE, end_ = 0;
    u32 depth_ = 0, lambdas_ = 0;
    bool compound_ = false;
};

class Repairs {
public:
    Repairs(const std::string& source, const pvm::Refusal& refusal)
        : s_(source), r_(refusal), at_(offset_of(source, refusal)), pieces_(Pieces(source).found)
    {
        for (const Piece& p : pieces_)
            if (p.begin <= at_ && at_ < p.end) piece_ = p;
        about_word();
        about_async();
        about_mark();
        if (piece_ && !piece_->header) about_import();
        if (piece_) piece_->header ? drop_header() : drop_statement();
    }
    std::vector<Repair> found;

private:
    bool says(std::string_view what) const { return r_.reason.find(what) != NONE; }
    std::string_view text(std::size_t begin, std::size_t end) const
    {
        return std::string_view(s_).substr(begin, end - begin);
    }
    std::string_view first_word() const { return text(piece_->begin, word_end(s_, piece_->begin)); }

    void replace(std::size_t begin, std::size_t end, std::string_view other, bool whole)
    {
        found.push_back({with(s_, begin, end, other), whole, line_of(s_, begin), line_of(s_, end)});
    }

    void about_word()
    {
        const bool number = r_.reason.starts_with("float") || r_.reason.starts_with("complex") ||
                            r_.reason.starts_with("integer");
        std::size_t end = at_;
        if (number) {
            const auto sign = [&] {
                return (s_[end] == '+' || s_[end] == '-') && (s_[end - 1] | 0x20) == 'e';
            };
            while (end < s_.size() && (is_word(s_[end]) || s_[end] == '.' || (end > at_ && sign()))) ++end;
        } else if (says("': ")) {
            end = word_end(s_, at_);
        }
        if (end > at_) replace(at_, end, std::string(end - at_, number ? '0' : '_'), true);
    }

    /// `async def f` becomes `def       f`, `await x` becomes `+     x`.
    void about_async()
    {
        if (!says("async and await")) return;
        std::size_t end = word_end(s_, at_);
        if (text(at_, end) == "await") return replace(at_, end, "+", true);
        const std::size_t next = s_.find_first_not_of(" \t", end);
        if (next == NONE || text(at_, end) != "async") return;
        end = word_end(s_, next);
        replace(at_, end, text(next, end), true);
    }

    /// The decorators of a class that is marked as well.
    void about_mark()
    {
        if (!piece_ || !says("second class is marked")) return;
        std::string rest = s_;
        auto p =
            std::find_if(pieces_.rbegin(), pieces_.rend(), [&](const Piece& one) { return one.begin < at_; });
        for (; p != pieces_.rend() && s_[p->begin] == '@'; ++p) rest = with(rest, p->begin, p->end, {});
        found.push_back({rest, true, r_.line, r_.line});
    }

    void about_import()
    {
        if (first_word() != "import" && first_word() != "from") return;
        if (at_ > piece_->begin && (says("import of") || says("has no name"))) drop_name();
        replace(piece_->begin, piece_->end, "0", true);
    }

    /// One of several names, with its comma.
    void drop_name()
    {
        const std::size_t end = std::min(s_.find_first_of(",)", at_), piece_->end);
        const std::size_t comma = s_.rfind(',', at_);
        std::string rest = with(s_, at_, end, {});
        if (s_[end] == ',')
            rest = with(s_, at_, end + 1, {});
        else if (comma != NONE && comma > piece_->begin)
            rest = with(s_, comma, end, {});
        const std::string_view names =
            std::string_view(rest).substr(0, piece_->end + rest.size() - s_.size());
        const std::size_t begin = names.find("import", piece_->begin) + 6;
        if (std::any_of(names.begin() + static_cast<std::ptrdiff_t>(begin), names.end(), is_word))
            found.push_back({rest, true, line_of(s_, piece_->begin), line_of(s_, piece_->end)});
    }

    void drop_statement()
    {
        const bool alone = text(piece_->begin, piece_->end) == first_word();
        replace(piece_->begin, piece_->end, "0", alone);
    }

    void drop_header()
    {
        const std::string_view word = first_word();
        const std::size_t bracket = s_.find('(', piece_->begin);
        if (word == "def" && bracket < piece_->end) replace(bracket, piece_->end, "():", false);
        if (word == "class" && bracket < piece_->end) replace(bracket, piece_->end, ":", false);
        if (word == "if" || word == "with") replace(piece_->begin, piece_->end, "if 0:", false);
        if (word == "for") replace(piece_->begin, piece_->end, "while 0:", false);
        for (const std::string_view same : {"elif", "while", "except", "match", "case"})
            if (word == same) replace(piece_->begin, piece_->end, std::string(same) + " 0:", false);
    }

    const std::string& s_;
    const pvm::Refusal& r_;
    std::size_t at_;
    std::vector<Piece> pieces_;
    std::optional<Piece> piece_;
};

}  // namespace

std::vector<Repair> repairs(const std::string& source, const pvm::Refusal& refusal)
{
    return Repairs(source, refusal).found;
}

}  // namespace lariat::cli
