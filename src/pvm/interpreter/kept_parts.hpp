// What exceptions of some classes keep beside their arguments: a tuple of so many parts in `extra`, made when
// the first of them is kept. Absent: not there.
#pragma once

#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

template <u32 PARTS>
Value kept_part(Value exception, u32 at)
{
    const Value extra = cast<Exception>(exception)->extra;
    return is(extra, Kind::Tuple) && cast<Tuple>(extra)->size == PARTS ? cast<Tuple>(extra)->items[at]
                                                                       : ABSENT;
}

template <u32 PARTS>
void keep_part(Vm& vm, Value exception, u32 at, Value v)
{
    Exception* e = cast<Exception>(exception);
    if (!is(e->extra, Kind::Tuple) || cast<Tuple>(e->extra)->size != PARTS) {
        const Value none[PARTS] = {};
        e->extra = Value::object(new_tuple(vm, none));
    }
    cast<Tuple>(e->extra)->items[at] = v;
}

inline Value or_none(Value v)
{
    return v.absent() ? NONE : v;
}

bool fill_syntax_error(Vm& vm, Value exception);  ///< from its arguments; false: pending
void boot_syntax_errors();

}  // namespace lariat::pvm
