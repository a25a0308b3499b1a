// Makes snapshots, gives their chunks, and puts chunks together.
#include "abci/snapshots.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <unistd.h>

#include "base/hash.hpp"
#include "state/snapshot.hpp"

namespace lariat::abci {

namespace {

constexpr std::size_t KEPT = 2;
constexpr node::ForkedLimits LIMITS{.most = 1, .deadline = std::chrono::minutes(60), .bytes_max = 1'024};

bool write_at(int fd, BytesView bytes, u64 offset)
{
    while (!bytes.empty()) {
        const ssize_t put = ::pwrite(fd, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return false;
        offset += static_cast<u64>(put);
        bytes = bytes.subspan(static_cast<std::size_t>(put));
    }
    return true;
}

Hash32 hash_at(BytesView bytes)
{
    Hash32 out;
    std::copy_n(bytes.begin(), out.bytes.size(), out.bytes.begin());
    return out;
}

/// In the child. Returns the height, or nothing if the file could not be written.
std::string write_state(const chain::Chain& chain, const std::string& folder)
{
    const std::string height = std::to_string(chain.state().height);
    const auto* store = dynamic_cast<const state::LogStore*>(&chain.store());
    const std::string fresh = folder + "/" + height + ".new";
    const int fd = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (!store || fd < 0) return {};
    u64 at = 0;
    const auto written = state::write_snapshot(*store, [&](BytesView piece) -> StatusOf<state::StoreError> {
        if (!write_at(fd, piece, at)) return state::StoreError{"cannot write " + fresh};
        at += piece.size();
        return {};
    });
    if (!written || ::fsync(fd) != 0 || ::rename(fresh.c_str(), (folder + "/" + height).c_str()) != 0) {
        ::unlink(fresh.c_str());
        return {};
    }
    return height;
}

}  // namespace

SnapshotFiles::SnapshotFiles(std::string folder) : folder_(std::move(folder)), runs_(LIMITS)
{
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(folder_, none)) {
        const std::string name = entry.path().filename();
        if (name.ends_with(".new"))
            std::filesystem::remove(entry.path(), none);
        else if (!name.empty() && name.size() < 19 &&
                 std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; }))
            made(std::stoull(name));
    }
}

void SnapshotFiles::begin(node::Core& core)
{
    std::error_code none;
    std::filesystem::create_directories(folder_, none);
    {
        const std::lock_guard held(mutex_);
        has_lock_ = false;
    }
    const auto lock = [this, &core] {
        auto held = core.lock();
        const std::lock_guard tell(mutex_);
        has_lock_ = true;
        held_.notify_all();
        return held;
    };
    const auto work = [&core, folder = folder_] { return write_state(core.chain(), folder); };
    const auto done = [this](const Result<std::string, node::ForkedFailure>& height) {
        if (height && !height.value().empty()) made(std::stoull(height.value()));
    };
    if (!runs_.start(lock, work, done)) return;
    // Whoever has the lock now forks before it gives it back.
    std::unique_lock held(mutex_);
    held_.wait(held, [this] { return has_lock_; });
}

std::optional<SnapshotFiles::File> SnapshotFiles::read(u64 height) const
{
    std::ifstream in(path_of(height), std::ios::binary);
    File out;
    Sha256 all;
    Bytes chunk(CHUNK_BYTES);
    while (in) {
        in.read(reinterpret_cast<char*>(chunk.data()), static_cast<std::streamsize>(chunk.size()));
        const BytesView got = BytesView(chunk).first(static_cast<std::size_t>(in.gcount()));
        if (got.empty()) break;
        all.update(got);
        const Hash32 hash = sha256(got);
        out.chunk_hashes.insert(out.chunk_hashes.end(), hash.bytes.begin(), hash.bytes.end());
        out.bytes += got.size();
    }
    if (out.bytes == 0) return std::nullopt;
    out.hash = all.finish();
    return out;
}

void SnapshotFiles::made(u64 height)
{
    auto file = read(height);
    if (!file) return;
    const std::lock_guard held(mutex_);
    files_.insert_or_assign(height, std::move(*file));
    while (files_.size() > KEPT) {
        std::error_code none;
        std::filesystem::remove(path_of(files_.begin()->first), none);
        files_.erase(files_.begin());
    }
}

std::vector<Bytes> SnapshotFiles::list() const
{
    const std::lock_guard held(mutex_);
    std::vector<Bytes> out;
    for (const auto& [height, file] : files_) {
        ProtoWriter w;
        w.put_number(1, height).put_number(2, SNAPSHOT_FORMAT).put_number(3, file.chunk_hashes.size() / 32);
        w.put_bytes(4, view(file.hash)).put_bytes(5, file.chunk_hashes);
        out.push_back(w.take());
    }
    return out;
}

Bytes SnapshotFiles::chunk(u64 height, u32 format, u32 number) const
{
    {
        const std::lock_guard held(mutex_);
        if (format != SNAPSHOT_FORMAT || !files_.contains(height)) return {};
    }
    std::ifstream in(path_of(height), std::ios::binary);
    in.seekg(static_cast<std::streamoff>(u64{number} * CHUNK_BYTES));
    Bytes out(CHUNK_BYTES);
    in.read(reinterpret_cast<char*>(out.data()), static_cast<std::streamsize>(out.size()));
    out.resize(static_cast<std::size_t>(in.gcount()));
    return out;
}

u64 SnapshotFiles::second_newest() const
{
    const std::lock_guard held(mutex_);
    return files_.size() < 2 ? 0 : std::prev(files_.end(), 2)->first;
}

std::optional<std::string> SnapshotIntake::fault_of(const OfferSnapshot& offer)
{
    const Snapshot& snapshot = offer.snapshot;
    if (snapshot.height == 0 || snapshot.height > (u64{1} << 53)) return std::string("its height");
    if (snapshot.chunks == 0 || snapshot.chunks > CHUNKS_MAX) return std::string("its number of chunks");
    if (snapshot.metadata.size() != std::size_t{snapshot.chunks} * 32) return std::string("its metadata");
    if (snapshot.hash.size() != 32 || offer.app_hash.size() != 32) return std::string("the length of a hash");
    return std::nullopt;
}

SnapshotIntake::SnapshotIntake(const Snapshot& offered, Hash32 app_hash, std::string path)
    : height_(offered.height),
      app_hash_(app_hash),
      path_(std::move(path)),
      hash_(hash_at(offered.hash)),
      taken_(offered.chunks),
      missing_(offered.chunks)
{
    for (u32 i = 0; i < offered.chunks; ++i) chunks_.push_back(hash_at(offered.metadata.subspan(i * 32)));
    file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

SnapshotIntake::~SnapshotIntake()
{
    if (file_ >= 0) ::close(file_);
    ::unlink(path_.c_str());
}

SnapshotIntake::Result SnapshotIntake::take(u32 number, BytesView chunk)
{
    if (number >= chunks_.size()) return Result::retry;
    if (chunk.size() > CHUNK_BYTES || sha256(chunk) != chunks_[number]) return Result::retry;
    if (number + 1 < chunks_.size() && chunk.size() != CHUNK_BYTES) return Result::reject_snapshot;
    if (file_ < 0 || !write_at(file_, chunk, u64{number} * CHUNK_BYTES)) return Result::abort;
    if (!taken_[number]) --missing_;
    taken_[number] = true;
    return Result::accept;
}

bool SnapshotIntake::has_good_hash() const
{
    std::ifstream in(path_, std::ios::binary);
    Sha256 all;
    Bytes piece(CHUNK_BYTES);
    while (in) {
        in.read(reinterpret_cast<char*>(piece.data()), static_cast<std::streamsize>(piece.size()));
        all.update(BytesView(piece).first(static_cast<std::size_t>(in.gcount())));
    }
    return all.finish() == hash_;
}

}  // namespace lariat::abci
