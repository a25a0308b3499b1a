// Fuzz target (NODE-28): an arbitrary target leads to no route, or its parameters are refused by name, or
// each can be read as what its route says it is.
#include "lariat/assert.hpp"
#include "node/api.hpp"

namespace {

using namespace lariat;

void read_all(const node::Call& call)
{
    for (const node::Param& param : call.route().all_params) {
        if (!call.has(param.name)) continue;
        switch (param.kind) {
            case node::ParamKind::number: {
                const u64 value = call.number(param.name, 0);
                LARIAT_ASSERT(value >= param.least && value <= param.most);
                break;
            }
            case node::ParamKind::address:
                (void)call.address(param.name);
                break;
            case node::ParamKind::id:
                (void)call.id(param.name);
                break;
            case node::ParamKind::bytes:
                (void)call.bytes(param.name);
                break;
            case node::ParamKind::flag:
                (void)call.flag(param.name);
                break;
            case node::ParamKind::word:
            case node::ParamKind::block:
            case node::ParamKind::text:
                (void)call.text(param.name);
                break;
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size)
{
    const auto target = node::read_target(std::string(reinterpret_cast<const char*>(data), size));
    if (!target) {
        LARIAT_ASSERT(target.error().code == "not_found" || target.error().code == "bad_request");
        return 0;
    }
    for (const char* method : {"GET", "HEAD", "POST", "PUT"}) {
        const node::Matched found = node::match(method, target.value().segments);
        LARIAT_ASSERT(!found.route || found.path_exists);
        if (!found.route) continue;
        auto params = node::check_params(*found.route, found.path_params, target.value());
        if (!params) {
            LARIAT_ASSERT(params.error().code == "bad_parameter" ||
                          params.error().code == "unknown_parameter");
            continue;
        }
        const node::Call call(*found.route, std::move(params).value(), {});
        read_all(call);
        (void)node::history_filters(call);
        if (const auto place = node::read_place_cursor(call); !place)
            LARIAT_ASSERT(place.error().code == "bad_cursor");
    }
    return 0;
}
