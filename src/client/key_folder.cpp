// Reads and writes key files.
#include "client/key_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace lariat::client {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t NAME_BYTES_MAX = 128, FILE_BYTES_MAX = 1 << 16;
constexpr mode_t FOLDER_MODE = 0700, FILE_MODE = 0600;

std::optional<std::string> content_of(const std::string& path)
{
    std::error_code wrong;
    if (!fs::is_regular_file(path, wrong) || fs::file_size(path, wrong) > FILE_BYTES_MAX) return std::nullopt;
    std::ifstream in(path, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return in ? std::optional(out.str()) : std::nullopt;
}

std::string reason()
{
    return std::strerror(errno);
}

}  // namespace

std::optional<std::string> why_no_key_name(const std::string& name)
{
    if (name.empty() || name.size() > NAME_BYTES_MAX) return "a name has 1 to 128 bytes";
    if (name.front() == '.' || name.front() == '-') return "a name begins with neither a dot nor a dash";
    if (name.find('/') != std::string::npos) return "a name has no slash";
    if (name.starts_with("dev:")) return "dev: names the accounts of dev chains";
    if (name.starts_with("0x")) return "a name does not begin with 0x, as addresses do";
    for (const char c : name)
        if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) return "a name has no control characters";
    return std::nullopt;
}

Outcome<KeyFolder> KeyFolder::of_home()
{
    const char* home = std::getenv("HOME");
    if (home == nullptr || *home == '\0') return bad_input("HOME is not set, so there is no folder of keys");
    return KeyFolder(std::string(home) + "/.lariat/keys");
}

std::vector<KeyFolder::Key> KeyFolder::list() const
{
    std::vector<Key> out;
    std::error_code wrong;
    for (fs::directory_iterator at(folder_, wrong), end; !wrong && at != end; at.increment(wrong)) {
        const auto content = content_of(at->path().string());
        if (content && !why_no_key_file(*content))
            out.push_back({at->path().filename().string(), stated_address(*content)});
    }
    std::sort(out.begin(), out.end(), [](const Key& a, const Key& b) { return a.name < b.name; });
    return out;
}

bool KeyFolder::has(const std::string& name) const
{
    std::error_code wrong;
    return !why_no_key_name(name) && fs::exists(path_of(name), wrong);
}

Outcome<std::string> KeyFolder::read(const std::string& name) const
{
    if (const auto why = why_no_key_name(name))
        return bad_input("\"" + name + "\" is no name of a key: " + *why);
    const auto content = content_of(path_of(name));
    if (!content)
        return bad_input("there is no key \"" + name + "\"; lariat account list shows those there are");
    if (const auto why = why_no_key_file(*content))
        return bad_input(path_of(name) + " is no key file: " + *why);
    return *content;
}

StatusOf<Failure> KeyFolder::add(const std::string& name, const std::string& file) const
{
    if (const auto why = why_no_key_name(name))
        return bad_input("\"" + name + "\" is no name of a key: " + *why);
    const std::string parent = fs::path(folder_).parent_path().string();
    for (const std::string& folder : {parent, folder_})
        if (::mkdir(folder.c_str(), FOLDER_MODE) != 0 && errno != EEXIST)
            return bad_input("cannot make " + folder + ": " + reason());
    const std::string path = path_of(name), fresh = path_of(".new-" + std::to_string(::getpid()));
    const int fd = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, FILE_MODE);
    if (fd < 0) return bad_input("cannot write " + fresh + ": " + reason());
    const ssize_t written = ::write(fd, file.data(), file.size());
    const bool whole = written == static_cast<ssize_t>(file.size()) && ::fsync(fd) == 0;
    const bool closed = ::close(fd) == 0;
    // link() refuses a name that is taken, rename() would replace the file.
    const bool linked = whole && closed && ::link(fresh.c_str(), path.c_str()) == 0;
    const std::string why = linked ? "" : errno == EEXIST ? "there is a key of that name already" : reason();
    ::unlink(fresh.c_str());
    if (!linked) return bad_input("cannot write " + path + ": " + why);
    return {};
}

}  // namespace lariat::client
