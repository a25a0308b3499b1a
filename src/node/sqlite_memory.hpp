// Where SQLite's memory comes from: its pages from large blocks of their own, the rest from malloc().
#pragma once

namespace lariat::node {

/// For the whole process, and before its first use of SQLite; after that it has no effect.
///
/// A database in memory keeps every page that it ever wrote. From malloc() these would lie between what each
/// block takes and gives back, which then spreads over all of them: an empty block would cost more the longer
/// the chain is.
void keep_sqlite_pages_apart() noexcept;

}  // namespace lariat::node
