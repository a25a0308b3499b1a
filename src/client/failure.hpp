// Why a request to a node, or the work before it, did not succeed. The kinds are those of the exit statuses
// of clients (NODE-41).
#pragma once

#include <string>

#include "lariat/error.hpp"

namespace lariat::client {

struct [[nodiscard]] Failure {
    enum class Kind {
        input,      ///< the command line, a file or a password
        no_answer,  ///< the node did not answer in time; the outcome is unknown
        refused,    ///< the node answered with a problem
    };
    Kind kind = Kind::input;
    std::string message;
    std::string code;     ///< of the problem, if the node gave one
    std::string problem;  ///< the problem as the node gave it: JSON
};

inline Failure bad_input(std::string message)
{
    return {Failure::Kind::input, std::move(message), {}, {}};
}
inline Failure no_answer(std::string message)
{
    return {Failure::Kind::no_answer, std::move(message), {}, {}};
}

template <class T>
using Outcome = Result<T, Failure>;

}  // namespace lariat::client
