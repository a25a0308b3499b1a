// A node that joins takes a snapshot's state in place of the chain that it made from the genesis.
//
// lariat.new is filled, lariat becomes lariat.old, lariat.new becomes lariat, and once the root is right
// lariat.old becomes lariat.gone. So a process that ends meanwhile leaves either chain whole.
#include <filesystem>
#include <fstream>

#include "abci/application.hpp"
#include "base/hex.hpp"

namespace lariat::abci {

namespace {

constexpr u64 OFFER_ACCEPTED = 1, OFFER_REJECTED = 3, FORMAT_REJECTED = 4;

/// A stranger says how long its snapshot is, and it is looked into when all of it is there: it must leave
/// room on the disk, for the state that is made of it too.
std::optional<std::string> too_long_for(const std::string& folder, u32 chunks)
{
    std::error_code failure;
    const auto space = std::filesystem::space(folder, failure);
    const u64 wanted = 2 * u64{chunks} * CHUNK_BYTES;
    if (failure || wanted <= space.available) return std::nullopt;
    return "with the state that is made of it it may take " + std::to_string(wanted) +
           " bytes, and the disk of " + folder + " has " + std::to_string(space.available);
}

}  // namespace

Bytes Application::list_snapshots()
{
    ProtoWriter w;
    for (const Bytes& snapshot : snapshots_.list()) w.put_message(1, snapshot);
    return response(Kind::list_snapshots, w.bytes());
}

Bytes Application::load_chunk(const LoadChunk& request)
{
    const Bytes chunk = snapshots_.chunk(request.height, request.format, request.chunk);
    return response(Kind::load_snapshot_chunk, ProtoWriter().put_bytes(1, chunk).bytes());
}

Bytes Application::offer_snapshot(const OfferSnapshot& request)
{
    const auto answer = [](u64 result) {
        return response(Kind::offer_snapshot, ProtoWriter().put_number(1, result).bytes());
    };
    if (request.snapshot.format != SNAPSHOT_FORMAT) return answer(FORMAT_REJECTED);
    if (const auto fault = SnapshotIntake::fault_of(request)) {
        log_.warn("a snapshot is refused: " + *fault, {{"height", std::to_string(request.snapshot.height)}});
        return answer(OFFER_REJECTED);
    }
    if (const auto why = too_long_for(options_.home, request.snapshot.chunks)) {
        log_.warn("a snapshot is refused: " + *why, {{"height", std::to_string(request.snapshot.height)}});
        return answer(OFFER_REJECTED);
    }
    {
        const auto held = core_->lock();
        if (core_->head().height != 0) return answer(OFFER_REJECTED);  // this node has blocks of its own
    }
    Hash32 app_hash;
    std::copy(request.app_hash.begin(), request.app_hash.end(), app_hash.bytes.begin());
    intake_.reset();
    chunk_senders_.clear();
    intake_ = std::make_unique<SnapshotIntake>(request.snapshot, app_hash, path_of("snapshot.new"));
    return answer(OFFER_ACCEPTED);
}

Bytes Application::apply_chunk(const ApplyChunk& request)
{
    const std::unique_lock in_place(in_place_);
    using Result = SnapshotIntake::Result;
    Result result = intake_ ? intake_->take(request.index, request.chunk) : Result::abort;
    if (result == Result::accept && intake_->is_whole()) {
        result = put_in_place();
        intake_.reset();
    }
    if (result == Result::reject_snapshot) intake_.reset();
    ProtoWriter w;
    w.put_number(1, static_cast<u64>(result));
    chunk_senders_.insert(request.sender);
    // No honest node has a snapshot with such a hash or root. Who sent it could send one of the next height.
    if (result == Result::reject_snapshot)
        for (const std::string& sender : chunk_senders_) w.put_text(3, sender);
    if (result == Result::retry) {
        Bytes refetch;  // a packed list of one number
        append_varint(refetch, request.index);
        w.put_bytes(2, refetch).put_text(3, request.sender);
        log_.warn("a chunk of a snapshot is wrong and is fetched again",
                  {{"chunk", std::to_string(request.index)}});
    }
    return response(Kind::apply_snapshot_chunk, w.bytes());
}

SnapshotIntake::Result Application::put_in_place()
{
    using Result = SnapshotIntake::Result;
    if (!intake_->has_good_hash()) return Result::reject_snapshot;
    snapshots_.end_all();
    end_serving();
    std::optional<node::ExitError> error = put_new_chain(intake_->path());
    if (!error) error = open_core();
    if (!error) {
        const auto held = core_->lock();
        const node::Head& head = core_->head();
        if (head.height != intake_->height() || head.state_root != intake_->app_hash())
            error = node::ExitError{1, "it is of block " + std::to_string(head.height) + " with the root " +
                                           to_hex(head.state_root) + ", and not of " +
                                           std::to_string(intake_->height()) + " with " +
                                           to_hex(intake_->app_hash())};
    }
    std::error_code failure;
    if (error) {
        log_.warn("a snapshot is refused: " + error->message);
        end_serving();
        if (auto worse = finish_interrupted_join()) die(*worse);
        if (auto worse = open_core()) die(*worse);
    } else {
        std::filesystem::remove_all(path_of("lariat.gone"), failure);
        std::filesystem::rename(path_of("lariat.old"), path_of("lariat.gone"), failure);
        // Else a later start would take the join for one that was interrupted.
        if (failure) die(node::damaged("cannot move lariat.old away: " + failure.message()));
        std::filesystem::remove_all(path_of("lariat.gone"), failure);
    }
    if (auto worse = begin_to_serve()) die(*worse);
    return error ? Result::reject_snapshot : Result::accept;
}

std::optional<node::ExitError> Application::put_new_chain(const std::string& snapshot)
{
    nlohmann::json genesis = genesis_;
    genesis["fork"] = {{"height", intake_->height()}, {"state_root", to_hex(intake_->app_hash())}};
    std::error_code failure;
    const auto failed = [&](const std::string& what) {
        return node::damaged("cannot " + what + ": " + failure.message());
    };
    std::filesystem::remove_all(path_of("lariat.new"), failure);
    if (!std::filesystem::create_directory(path_of("lariat.new"), failure)) return failed("make lariat.new");
    std::ofstream out(path_of("lariat.new/genesis.json"));
    if (!(out << genesis.dump(2) << '\n') || !out.flush()) return node::damaged("cannot write lariat.new");
    std::filesystem::rename(snapshot, path_of("lariat.new/base.new"), failure);
    if (!failure) std::filesystem::rename(path_of("lariat"), path_of("lariat.old"), failure);
    if (!failure) std::filesystem::rename(path_of("lariat.new"), path_of("lariat"), failure);
    return failure ? std::optional(failed("put the snapshot in place")) : std::nullopt;
}

/// A join that was not finished is none: the chain from before is put back.
std::optional<node::ExitError> Application::finish_interrupted_join()
{
    std::error_code failure;
    for (const char* rest : {"lariat.gone", "lariat.new", "snapshot.new"})
        std::filesystem::remove_all(path_of(rest), failure);
    if (!std::filesystem::exists(path_of("lariat.old"))) return std::nullopt;
    std::filesystem::remove_all(path_of("lariat"), failure);
    std::filesystem::rename(path_of("lariat.old"), path_of("lariat"), failure);
    if (failure) return node::damaged("cannot put back lariat.old: " + failure.message());
    return std::nullopt;
}

}  // namespace lariat::abci
