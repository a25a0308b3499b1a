// Shared by all directories of the store: the wording of errors and the rules for file names.
#include "state/disk/directory.hpp"

#include "state/disk/file_names.hpp"

namespace lariat::state {

StoreError file_error(const std::string& path, u64 offset, const std::string& what)
{
    return {path + " at " + std::to_string(offset) + ": " + what};
}

bool is_store_name(std::string_view name) noexcept
{
    return name == LOCK_NAME || name == "committed" || name == "index" || name == "programs" ||
           name.starts_with("log.") || name.ends_with(".new");
}

StatusOf<StoreError> check_file_name(const std::string& directory, const std::string& name)
{
    const bool is_plain = !name.empty() && name != "." && name != ".." && name != LOCK_NAME &&
                          name.find('/') == std::string::npos && name.find('\0') == std::string::npos;
    if (!is_plain) return StoreError{directory + ": not the name of a file of the store: '" + name + "'"};
    return {};
}

}  // namespace lariat::state
