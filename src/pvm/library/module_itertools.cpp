// itertools: the classes of its iterators, and tee.
#include "pvm/library/modules.hpp"
#include "pvm/objects/walks.hpp"

namespace lariat::pvm {

namespace {

void fill(Vm& vm, Dict* d)
{
    for (Class* c : walk_classes())
        if (c->make != nullptr) dict_set_name(vm, d, cast<Str>(c->name), Value::object(c));
}

constexpr NativeSpec FUNCTIONS[] = {{"tee", tee, "iterable,n=/", gas::NATIVE}};

}  // namespace

const NativeModule ITERTOOLS_MODULE = {
    "itertools",
    FUNCTIONS,
    fill,
    {"accumulate", "chain", "combinations", "combinations_with_replacement", "compress", "count", "cycle",
     "dropwhile", "filterfalse", "groupby", "islice", "pairwise", "permutations", "product", "repeat",
     "starmap", "takewhile", "zip_longest"}};

}  // namespace lariat::pvm
