// What counts as true.
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

int truth(Vm& vm, Value v)
{
    if (v.is_bool()) return v == TRUE;
    if (v.is_small()) return v.as_small() != 0;
    if (!v.is_object()) return v == NONE ? 0 : 1;
    if (!exact(v)) {
        bool found = false;
        const Value r = call_special(vm, v, N.bool_, {}, found);
        if (found) {
            if (r.absent()) return -1;
            if (r.is_bool()) return r == TRUE;
            type_error(vm, cat("__bool__ should return bool, returned ", type_name(r)));
            return -1;
        }
        if (is(v, Kind::Int)) return native_truth(v);  // int's __bool__ is asked before a __len__
        const Value n = call_special(vm, v, N.len, {}, found);
        if (found) {
            const i64 size = length_said(vm, n);
            return size < 0 ? -1 : size != 0;
        }
    }
    return native_truth(v);
}

int native_truth(Value v) noexcept
{
    if (v.is_bool()) return v == TRUE;
    if (v.is_small()) return v.as_small() != 0;
    if (!v.is_object()) return v == NONE ? 0 : 1;
    if (says_its_size(v.as_object()->kind)) return v.as_object()->size != 0;
    switch (v.as_object()->kind) {
        case Kind::Range:
            return !(cast<Range>(v)->length == Value::small(0));
        case Kind::DictView:
        case Kind::Proxy:
            return cast<DictView>(v)->dict->size != 0;
        default:
            return 1;
    }
}

}  // namespace lariat::pvm
