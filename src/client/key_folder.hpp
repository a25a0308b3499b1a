// The folder of key files, ~/.lariat/keys. The name of a key is that of its file.
#pragma once

#include <vector>

#include "client/keystore.hpp"

namespace lariat::client {

/// Why a name cannot be that of a key; nothing if it can.
std::optional<std::string> why_no_key_name(const std::string& name);

class KeyFolder {
public:
    /// Of the person that $HOME names.
    static Outcome<KeyFolder> of_home();

    struct Key {
        std::string name;
        std::optional<Address> address;  ///< as the file states it
    };
    /// Files of the folder that are key files, by name.
    std::vector<Key> list() const;
    /// The content of a key file.
    Outcome<std::string> read(const std::string& name) const;
    bool has(const std::string& name) const;
    /// Writes a new file, of mode 0600. It never replaces one.
    StatusOf<Failure> add(const std::string& name, const std::string& file) const;
    std::string path_of(const std::string& name) const { return folder_ + "/" + name; }

private:
    explicit KeyFolder(std::string folder) : folder_(std::move(folder)) {}
    std::string folder_;
};

}  // namespace lariat::client
