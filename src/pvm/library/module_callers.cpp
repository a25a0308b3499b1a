// _callers: compares the sender of an execution with the actor and its deployer, for cowboy_sdk's only_self
// and only_owner. Programs cannot import it.
#include "base/hex.hpp"
#include "base/utf8.hpp"
#include "pvm/library/modules.hpp"

namespace lariat::pvm {

namespace {

constexpr std::size_t SHOWN_NAME_BYTES = 64;

Value refuse(Vm& vm, Value handler, std::string_view who, const Address& sender)
{
    const std::string_view name =
        is_str(handler) ? utf8::head(str_of(handler), SHOWN_NAME_BYTES) : "this handler";
    return raise_host_error(
        vm, Error{ErrorCode::Unauthorized, cat(name, " is for ", who, ", the sender is ", to_hex(sender))});
}

// require_self(handler): timers, watches and operations that the actor has set, and its messages to itself,
// have the actor as sender.
Value require_self(Vm& vm, Value, const Args& a)
{
    const Address& sender = vm.host.context().sender;
    return sender == vm.self_address ? NONE : refuse(vm, a[0], "the actor itself", sender);
}

// require_owner(handler). The owner of an actor of the genesis may be the zero address: then nobody is let
// in.
Value require_owner(Vm& vm, Value, const Args& a)
{
    const Address& sender = vm.host.context().sender;
    return sender == vm.deployer && sender != Address{} ? NONE
                                                        : refuse(vm, a[0], "the actor's owner", sender);
}

constexpr NativeSpec FUNCTIONS[] = {{"require_self", require_self, "handler", gas::NATIVE},
                                    {"require_owner", require_owner, "handler", gas::NATIVE}};

}  // namespace

const NativeModule CALLERS_MODULE{"_callers", FUNCTIONS, nullptr, {}};

}  // namespace lariat::pvm
