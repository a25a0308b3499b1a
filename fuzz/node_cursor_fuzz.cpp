// Fuzz target (NODE-27): a cursor that a client altered is refused, or is a place of its list. The input is
// the cursor after the part that ties it to its list, or all of it.
#include "lariat/assert.hpp"
#include "node/api_call.hpp"

extern "C" int LLVMFuzzerTestOneInput(const lariat::u8* data, std::size_t size)
{
    using namespace lariat;
    static const node::Route& route = *node::match("GET", {"v1", "blocks"}).route;
    static const std::string key = node::Call(route, {}, {}).list_key();
    const std::string text(reinterpret_cast<const char*>(data), size);
    for (const std::string& cursor : {key + text, text}) {
        const node::Call call(route, {{"cursor", cursor}}, {});
        const auto place = node::read_place_cursor(call);
        if (!place) {
            LARIAT_ASSERT(place.error().code == "bad_cursor");
            continue;
        }
        LARIAT_ASSERT(place.value().has_value());
        const node::Call again(route, {{"cursor", node::make_place_cursor(call, *place.value())}}, {});
        LARIAT_ASSERT(node::read_place_cursor(again).value() == place.value());
    }
    // A place as the node writes it, with the input in the place of its text.
    const node::Call made(route, {{"cursor", node::make_cursor(node::Call(route, {}, {}), text)}}, {});
    const auto read = node::read_cursor(made);
    LARIAT_ASSERT(read && read.value() == text);
    (void)node::read_place_cursor(made);
    return 0;
}
