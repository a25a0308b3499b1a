// A timer's last record is kept when it leaves; the exits of blocks say in which order timers left.
#include "node/gone.hpp"

#include "base/hex.hpp"
#include "trace/output.hpp"

namespace lariat::node {

namespace {

/// Rows that a page looks at: two reads of the archive for each, under the lock.
constexpr u64 EXITS_LOOKED_AT_MAX = 2'000, PORTION_LEAST = 100;
/// Their texts have payloads, which are read whole and not shown.
constexpr u64 BYTES_LOOKED_AT_MAX = u64{4} << 20;

/// A field that timers have and operations have not, or the other way round.
const char* field_of(GoneKind kind)
{
    return kind == GoneKind::timer ? "fee_payer" : "deposit";
}

OrderedJson with_end(const Archive::Life& life, OrderedJson json)
{
    json["cause"] = OrderedJson::parse(life.cause, nullptr, false);
    json["exit"] = life.exit;
    json["exit_height"] = trace::number(*life.exit_height);
    return json;
}

bool is_wanted(const OrderedJson& timer, const LiveIndex::TimerFilter& filter)
{
    const auto is = [&](const char* key, const auto& wanted) {
        return !wanted || timer[key] == to_hex(*wanted);
    };
    const bool is_watch = timer["kind"] == timers::name(timers::Kind::watch);
    const u64 due = is_watch ? U64_MAX : chain::read_u64(timer["height"], "height");
    return is("owner", filter.owner) && is("target", filter.target) &&
           (!filter.kind || is_watch == (*filter.kind == timers::Kind::watch)) && due >= filter.due_from &&
           due <= filter.due_to;
}

/// The timer that left by this exit; nothing if it does not fit.
std::optional<std::string> timer_of_exit(const Core& core, const ArchivedRow& exit,
                                         const LiveIndex::TimerFilter& filter, u64 height, u64& bytes)
{
    const auto id = hash_from_hex(OrderedJson::parse(exit.json)["id"].get<std::string>());
    const auto life = id ? core.archive().life(*id, height) : std::nullopt;
    // An id that was used again lives, or left once more later.
    if (life) bytes += life->json.size();
    if (!life || life->exit_height != exit.height || life->json.empty()) return std::nullopt;
    OrderedJson json = OrderedJson::parse(life->json);
    if (!json.contains(field_of(GoneKind::timer)) || !is_wanted(json, filter)) return std::nullopt;
    shorten(json, "payload", "payload_bytes", Shortened::hex);
    return with_end(*life, std::move(json)).dump();
}

}  // namespace

Result<OrderedJson, Problem> gone_json(const Core& core, const Hash32& id, u64 height, GoneKind kind)
{
    const bool is_timer = kind == GoneKind::timer;
    const auto life = core.archive().life(id, height);
    if (!life || !life->exit_height || life->json.empty())
        return Problem{"not_found", std::string("no ") + (is_timer ? "timer or watch" : "operation") +
                                        " has this id, or it is gone for longer than history is kept"};
    OrderedJson json = OrderedJson::parse(life->json);
    if (!json.contains(field_of(kind)))
        return Problem{"not_found",
                       std::string("this is the id of ") + (is_timer ? "an operation" : "a timer or watch")};
    return with_end(*life, std::move(json));
}

GonePage gone_timers(const Core& core, const LiveIndex::TimerFilter& filter, std::optional<CursorPlace> after,
                     u64 limit, u64 height)
{
    ArchiveFilters filters;
    if (filter.owner) filters.emplace_back("owner", std::string(text(view(*filter.owner))));
    GonePage page;
    page.next = after;
    const u64 portion = std::max<u64>(limit, PORTION_LEAST);
    u64 bytes = 0;
    for (u64 looked = 0; looked < EXITS_LOOKED_AT_MAX; looked += portion) {
        const auto rows =
            core.archive()
                .list(Archive::Table::exits, filters,
                      {.to_height = height, .ascending = true, .after = page.next, .limit = portion})
                .rows;
        for (const ArchivedRow& row : rows) {
            if (page.items.size() == limit) return page;
            if (auto timer = timer_of_exit(core, row, filter, height, bytes))
                page.items.push_back(std::move(*timer));
            page.next = CursorPlace{row.height, row.index};
            if (bytes >= BYTES_LOOKED_AT_MAX) return page;
        }
        if (rows.size() < portion) {
            page.next.reset();  // that was the last of them
            return page;
        }
    }
    return page;
}

}  // namespace lariat::node
