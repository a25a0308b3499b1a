// A draft becomes an image.
#include <algorithm>
#include <numeric>

#include "pvm/compiler/image.hpp"
#include "pvm/compiler/image_layout.hpp"
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

namespace {

using namespace layout;

class Packer {
public:
    explicit Packer(ModuleDraft& draft) : draft_(draft) {}

    Bytes pack()
    {
        out_.resize(sizeof(Head));
        for (const auto& code : draft_.codes) add(*code);
        head_.own_name = reference(draft_.own_name);
        head_.actor_class = draft_.actor_class.empty() ? 0 : reference(draft_.intern(draft_.actor_class));
        head_.globals = names(draft_.globals);
        head_.globals_by_name = globals_by_name();
        std::vector<Str*> handlers;
        for (const std::string& handler : draft_.handlers) handlers.push_back(draft_.intern(handler));
        head_.handlers = names(handlers);
        head_.codes = array<PackedCode>(codes_);
        head_.body = draft_.body->number;
        head_.objects = array<u32>(objects_);
        head_.externals = externals();
        std::memcpy(out_.data(), &head_, sizeof head_);
        out_.shrink_to_fit();
        return std::move(out_);
    }

private:
    u32 append(const void* from, std::size_t bytes)
    {
        const std::size_t at = out_.size();
        LARIAT_ASSERT(at + bytes <= UINT32_MAX - 8);  // the compiler's limits are far below
        const u8* const first = static_cast<const u8*>(from);
        out_.insert(out_.end(), first, first + bytes);
        out_.resize((out_.size() + 7) & ~std::size_t{7});
        return static_cast<u32>(at);
    }

    template <class T>
    Piece array(std::span<const T> items)
    {
        if (items.empty()) return {};
        return {append(items.data(), items.size_bytes()), static_cast<u32>(items.size())};
    }

    Piece values(std::span<const Value> items)
    {
        std::vector<u64> packed;
        packed.reserve(items.size());
        for (const Value v : items) packed.push_back(reference(v));
        return array<u64>(packed);
    }

    Piece names(std::span<Str* const> items)
    {
        std::vector<u64> packed;
        packed.reserve(items.size());
        for (const Str* s : items) packed.push_back(reference(s));
        return array<u64>(packed);
    }

    Piece globals_by_name()
    {
        std::vector<u32> slots(draft_.globals.size());
        std::iota(slots.begin(), slots.end(), 0U);
        std::sort(slots.begin(), slots.end(),
                  [&](u32 a, u32 b) { return draft_.globals[a]->view() < draft_.globals[b]->view(); });
        return array<u32>(slots);
    }

    u64 reference(Value v) { return v.is_object() ? reference(v.as_object()) : v.bits; }

    u64 reference(const Object* o)
    {
        if (const auto known = references_.find(o); known != references_.end()) return known->second;
        const u64 made = is_external(*o) ? external(*o) : u64{add(*o)} << REFERENCE_SHIFT | REFERENCE;
        references_.emplace(o, made);
        return made;
    }

    static bool is_external(const Object& o)
    {
        if (&o == EMPTY_TUPLE) return true;
        return o.kind == Kind::Str && find_static_name(static_cast<const Str&>(o).view()) == &o;
    }

    u64 external(const Object& o)
    {
        if (&o == EMPTY_TUPLE) return REFERENCE | EXTERNAL;
        external_names_.push_back(static_cast<const Str&>(o).view());
        return u64{external_names_.size()} << REFERENCE_SHIFT | REFERENCE | EXTERNAL;
    }

    Piece externals()
    {
        std::vector<Piece> texts(1);
        for (const std::string_view name : external_names_)
            texts.push_back({append(name.data(), name.size()), static_cast<u32>(name.size())});
        return array<Piece>(texts);
    }

    u32 add(const Object& o)
    {
        if (o.kind == Kind::Tuple) return add(static_cast<const Tuple&>(o));
        std::size_t bytes = 0;
        switch (o.kind) {
            case Kind::Str:
                bytes = sizeof(Str) + o.size;
                break;
            case Kind::Bytes:
                bytes = sizeof(BytesObject) + o.size;
                break;
            case Kind::Int:
                bytes = sizeof(Int) + o.size * sizeof(u64);
                break;
            default:
                LARIAT_ASSERT(!"what the compiler makes of a literal");
        }
        return note(append(&o, bytes));
    }

    u32 add(const Tuple& t)
    {
        std::vector<u64> packed(sizeof(Tuple) / sizeof(u64));
        std::memcpy(packed.data(), &t, sizeof(Tuple));
        for (const Value item : t.view()) packed.push_back(reference(item));
        return note(append(packed.data(), packed.size() * sizeof(u64)));
    }

    /// An object has no address of its class in the image.
    u32 note(u32 at)
    {
        std::memset(out_.data() + at + offsetof(Object, cls), 0, sizeof(Class*));
        objects_.push_back(at);
        return at;
    }

    void add(const CodeDraft& c)
    {
        std::vector<u64> children, annotations;
        for (const CodeDraft* child : c.children) children.push_back(child->number);
        for (const Annotation& a : c.annotations) {
            annotations.push_back(reference(a.name));
            annotations.push_back(reference(a.text));
        }
        PackedCode packed{};
        packed.name = reference(c.name);
        packed.qualname = reference(c.qualname);
        packed.doc = reference(c.doc);
        packed.instructions = array<Instr>(c.instructions);
        packed.lines = array<u32>(c.lines);
        packed.constants = values(c.constants);
        packed.handlers = array<HandlerRange>(c.handlers);
        packed.children = array<u64>(children);
        packed.variables = names(c.variables);
        packed.annotations = array<u64>(annotations);
        packed.annotations.count /= 2;
        packed.shape = c;
        codes_.push_back(packed);
    }

    ModuleDraft& draft_;
    Bytes out_;
    Head head_{};
    std::vector<PackedCode> codes_;
    std::vector<u32> objects_;
    std::vector<std::string_view> external_names_;
    KeyedMap<const void*, u64> references_;
};

}  // namespace

Bytes pack(ModuleDraft& draft)
{
    return Packer(draft).pack();
}

}  // namespace lariat::pvm
