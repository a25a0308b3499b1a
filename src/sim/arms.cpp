// Implements the arms: which values each replaces, and replacing them.
#include "sim/arms.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include <nlohmann/json.hpp>

#include "sim/toml_reader.hpp"

namespace lariat::sim {

namespace {

constexpr std::size_t ARMS_MAX = 1'000;
using Values = std::vector<std::pair<std::string, const toml::node*>>;  ///< path → value

/// {attacker.count = 4} and {"attacker.count" = 4} mean the same.
Values values_of(const toml::node& node, const std::string& what)
{
    const toml::table* table = node.as_table();
    if (!table) bad_scenario(node, what + " must be a table of paths such as attacker.count");
    Values values;
    for (const auto& [key, value] : *table) {
        const std::string path(key.str());
        if (path.find('.') != std::string::npos) {
            values.emplace_back(path, &value);
        } else if (const toml::table* inner = value.as_table()) {
            for (const auto& [name, v] : *inner)
                values.emplace_back(path + "." + std::string(name.str()), &v);
        } else {
            bad_scenario(value, what + " needs paths such as attacker.count, got " + path);
        }
    }
    return values;
}

nlohmann::json json_of(const toml::node& node)
{
    if (const auto v = node.value_exact<int64_t>()) return *v;
    if (const auto v = node.value_exact<bool>()) return *v;
    if (const auto v = node.value_exact<double>()) return *v;
    if (const auto v = node.value_exact<std::string>()) return *v;
    nlohmann::json out;
    if (const toml::array* list = node.as_array()) {
        out = nlohmann::json::array();
        for (const toml::node& entry : *list) out.push_back(json_of(entry));
    } else if (const toml::table* table = node.as_table()) {
        out = nlohmann::json::object();
        for (const auto& [key, value] : *table) out[std::string(key.str())] = json_of(value);
    } else {
        bad_scenario(node, "a date or time is no value of a scenario");
    }
    return out;
}

toml::table& section_of(toml::table& file, const std::string& name, const toml::node& where)
{
    static const std::vector<std::string> SECTIONS{"sim", "chain", "rules", "step"};
    if (std::find(SECTIONS.begin(), SECTIONS.end(), name) != SECTIONS.end()) {
        if (!file.contains(name)) file.insert(name, toml::table{});
        if (toml::table* table = file[name].as_table()) return *table;
    } else if (toml::array* list = file["population"].as_array()) {
        for (toml::node& entry : *list)
            if (toml::table* table = entry.as_table(); table && (*table)["name"].value<std::string>() == name)
                return *table;
    }
    bad_scenario(where, "\"" + name + "\" is neither sim, chain, rules, step nor a population");
}

void replace(toml::table& file, const std::string& path, const toml::node& value)
{
    const std::size_t dot = path.find('.');
    toml::table& section = section_of(file, path.substr(0, dot), value);
    value.visit([&](const auto& v) { section.insert_or_assign(path.substr(dot + 1), v); });
}

std::string shown(const nlohmann::json& value)
{
    return value.is_string() ? value.get<std::string>() : value.dump();
}

class Arms {
public:
    explicit Arms(const toml::table& file) : file_(file) {}

    void add(std::string name, const Values& values, const toml::node& where)
    {
        if (!names_.insert(name).second) bad_scenario(where, "there are two arms \"" + name + "\"");
        if (arms_.size() == ARMS_MAX) bad_scenario(where, "a scenario has at most 1000 arms");
        Arm arm{std::move(name), {}};
        toml::table made = file_;
        for (const auto& [path, value] : values) {
            replace(made, path, *value);
            arm.set.push_back({path, json_of(*value).dump()});
        }
        arms_.emplace_back(std::move(arm), std::move(made));
    }

    void add_cross(const toml::table& table)
    {
        TableReader reader(table, "cross");
        std::string name;
        reader.read("name", name);
        Values fixed;
        if (const toml::node* set = reader.find("set")) fixed = values_of(*set, "set");
        const Values vary = values_of(reader.need("vary"), "vary");
        reader.finish();
        for (const auto& [path, list] : vary)
            if (!list->is_array() || list->as_array()->empty())
                bad_scenario(*list, path + " needs a list of values");
        combine(name, fixed, vary, 0, table);
    }

    std::vector<std::pair<Arm, toml::table>> take() { return std::move(arms_); }

private:
    void combine(const std::string& name, Values& chosen, const Values& vary, std::size_t at,
                 const toml::node& where)
    {
        if (at == vary.size()) return add(name, chosen, where);
        const auto& [path, list] = vary[at];
        for (const toml::node& value : *list->as_array()) {
            chosen.emplace_back(path, &value);
            combine(name + (name.empty() ? "" : ",") + path + "=" + shown(json_of(value)), chosen, vary,
                    at + 1, where);
            chosen.pop_back();
        }
    }

    const toml::table& file_;
    std::set<std::string> names_;
    std::vector<std::pair<Arm, toml::table>> arms_;
};

const toml::table& table_in(const toml::node& entry, const char* what)
{
    const toml::table* table = entry.as_table();
    if (!table) bad_scenario(entry, std::string(what) + " must be a table");
    return *table;
}

toml::array take_list(toml::table& file, const char* key)
{
    toml::array list;
    if (const toml::node* node = file.get(key)) {
        if (!node->is_array()) bad_scenario(*node, std::string(key) + " must be written [[" + key + "]]");
        list = *node->as_array();
    }
    file.erase(key);
    return list;
}

}  // namespace

std::vector<std::pair<Arm, toml::table>> take_arms(toml::table& file)
{
    const toml::array named = take_list(file, "arm"), crossed = take_list(file, "cross");
    Arms arms(file);
    for (const toml::node& entry : named) {
        TableReader reader(table_in(entry, "arm"), "arm");
        std::string name;
        reader.need("name");
        reader.read("name", name);
        Values values;
        if (const toml::node* set = reader.find("set")) values = values_of(*set, "set");
        reader.finish();
        arms.add(name, values, entry);
    }
    for (const toml::node& entry : crossed) arms.add_cross(table_in(entry, "cross"));
    if (named.empty() && crossed.empty()) arms.add("base", {}, file);
    return arms.take();
}

}  // namespace lariat::sim
