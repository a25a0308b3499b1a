// The FIFO discipline: waiting timers in order of arrival (CIP-5).
#pragma once

#include "lane/discipline.hpp"

namespace lariat::lane {

class Fifo final : public Discipline {
public:
    void look_out(Dispatcher& dispatcher) override;
};

}  // namespace lariat::lane
