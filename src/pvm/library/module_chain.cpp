// _chain: how a test of an actor asks the chain that it runs on (lariat pvm test). Programs cannot import it.
#include "pvm/library/modules.hpp"

namespace lariat::pvm {

namespace {

// ask(what, arguments): both ways canonical CBOR.
Value ask(Vm& vm, Value, const Args& a)
{
    if (!is_str(a[0])) return type_error(vm, cat("what is asked must be str, not ", type_name(a[0])));
    Bytes arguments;
    if (!cbor_encode(vm, a[1], arguments)) return ABSENT;
    const auto answer = vm.host.ask(str_of(a[0]), arguments);
    return answer ? cbor_decode(vm, answer.value()) : raise_host_error(vm, answer.error());
}

constexpr NativeSpec FUNCTIONS[] = {{"ask", ask, "what,arguments/", gas::NATIVE}};

}  // namespace

const NativeModule CHAIN_MODULE{"_chain", FUNCTIONS, nullptr, {}};

}  // namespace lariat::pvm
