// An image becomes code that runs: the addresses are put in where it lies.
#include <algorithm>

#include "pvm/compiler/image.hpp"
#include "pvm/compiler/image_layout.hpp"
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

namespace {

using namespace layout;

class Loader {
public:
    explicit Loader(ModuleCode& module) : module_(module), base_(module.image.data())
    {
        LARIAT_ASSERT(module.image.size() >= sizeof head_);
        std::memcpy(&head_, base_, sizeof head_);
    }

    ActorNames load()
    {
        find_externals();
        for (const u32 at : array<u32>(head_.objects)) complete(object_at(at));
        module_.globals = names(head_.globals);
        module_.globals_by_name = array<u32>(head_.globals_by_name);
        module_.builtins.reserve(module_.globals.size());
        for (const Str* name : module_.globals) module_.builtins.push_back(fallback(name));
        module_.codes.resize(head_.codes.count);
        for (u32 i = 0; i < head_.codes.count; ++i) {
            PackedCode packed;
            std::memcpy(&packed, base_ + head_.codes.at + i * sizeof packed, sizeof packed);
            complete(packed, module_.codes[i]);
        }
        module_.body = &module_.codes[head_.body];
        const Value cls = resolved(head_.actor_class);
        return {cls.present() ? str_of(cls) : std::string_view{}, names(head_.handlers)};
    }

private:
    template <class T>
    std::span<T> array(Piece piece) const
    {
        if (piece.count == 0) return {};
        LARIAT_ASSERT(piece.at % 8 == 0 && piece.at + u64{piece.count} * sizeof(T) <= module_.image.size());
        return {reinterpret_cast<T*>(base_ + piece.at), piece.count};
    }

    /// What builtins are called is known to all programs: a name that lies in the image is none of theirs.
    Value fallback(const Str* global) const
    {
        if (global == N.name) return resolved(head_.own_name);
        const auto* const at = reinterpret_cast<const u8*>(global);
        const bool is_own = at >= base_ && at < base_ + module_.image.size();
        return is_own ? ABSENT : builtin(global->view());
    }

    Object* object_at(u64 at) const { return reinterpret_cast<Object*>(base_ + at); }

    void find_externals()
    {
        externals_.push_back(EMPTY_TUPLE);
        for (const Piece text : array<Piece>(head_.externals).subspan(1)) {
            Str* const name = find_static_name({reinterpret_cast<const char*>(base_ + text.at), text.count});
            LARIAT_ASSERT(name != nullptr);
            externals_.push_back(name);
        }
    }

    Value resolved(u64 packed) const
    {
        if ((packed & REFERENCE_MASK) != REFERENCE) return Value{packed};
        const u64 number = packed >> REFERENCE_SHIFT;
        return Value::object((packed & EXTERNAL) != 0 ? externals_[number] : object_at(number));
    }

    /// References in place become values: one of an object is its address.
    template <class T>
    std::span<T> resolve(Piece piece) const
    {
        static_assert(sizeof(T) % sizeof(Value) == 0);
        const std::span<T> items = array<T>(piece);
        u8* const first = reinterpret_cast<u8*>(items.data());
        for (std::size_t i = 0; i < items.size_bytes(); i += sizeof(Value)) {
            u64 packed = 0;
            std::memcpy(&packed, first + i, sizeof packed);
            const Value value = resolved(packed);
            std::memcpy(first + i, &value, sizeof value);
        }
        return items;
    }
    std::span<Str* const> names(Piece piece) const { return resolve<Str*>(piece); }

    void complete(Object* o) const
    {
        switch (o->kind) {
            case Kind::Str:
                o->cls = &T.str;
                break;
            case Kind::Bytes:
                o->cls = &T.bytes;
                break;
            case Kind::Int:
                o->cls = &T.int_;
                break;
            default:
                LARIAT_ASSERT(o->kind == Kind::Tuple);
                o->cls = &T.tuple;
                for (Value& item : std::span(static_cast<Tuple*>(o)->items, o->size))
                    item = resolved(item.bits);
        }
    }

    void complete(const PackedCode& packed, Code& code) const
    {
        static_cast<CodeShape&>(code) = packed.shape;
        code.name = cast<Str>(resolved(packed.name));
        code.qualname = cast<Str>(resolved(packed.qualname));
        code.doc = resolved(packed.doc);
        code.instructions = array<Instr>(packed.instructions);
        code.lines = array<u32>(packed.lines);
        code.constants = resolve<Value>(packed.constants);
        code.handlers = array<HandlerRange>(packed.handlers);
        code.variables = names(packed.variables);
        code.annotations = resolve<Annotation>(packed.annotations);
        for (u64& child : array<u64>(packed.children)) {
            const Code* const address = &module_.codes[child];
            std::memcpy(&child, &address, sizeof address);
        }
        code.children = array<const Code*>(packed.children);
        code.owner = &module_;
    }

    ModuleCode& module_;
    u8* base_;
    Head head_;
    std::vector<const Object*> externals_;
};

}  // namespace

std::optional<u32> ModuleCode::global_slot(std::string_view name) const noexcept
{
    const auto at =
        std::lower_bound(globals_by_name.begin(), globals_by_name.end(), name,
                         [&](u32 slot, std::string_view wanted) { return globals[slot]->view() < wanted; });
    if (at == globals_by_name.end() || globals[*at]->view() != name) return std::nullopt;
    return *at;
}

ActorNames load(Bytes image, ModuleCode& module)
{
    LARIAT_ASSERT(module.image.empty());
    module.image = std::move(image);
    return Loader(module).load();
}

}  // namespace lariat::pvm
