# Watch hits (WAT, R-39): modified keys, the watches that they hit, the keys that are kept.
from dataclasses import dataclass, replace
from typing import Optional


LONGEST_LISTED = 256  # a longer key hits, and the mark stands for it


@dataclass(frozen=True)
class ModifiedKey:
    """A key in the step's list. `key` None: the mark, which stands for all keys of a blurred actor. `done`: the
    creation number of the watch that it hit last; None: the key has not begun (R-36)."""
    actor: bytes
    key: Optional[bytes]
    first_had: int
    done: Optional[int] = None


@dataclass(frozen=True)
class Hit:
    """What a watch was hit by since its last fire."""
    height: int
    keys: tuple = ()   # actor ‖ key; b"": a mark
    cut: bool = False  # there were more than max_matched_keys


def note_changes(state, before):
    """A committed execution modified what it left with another value than it found (WAT-2)."""
    if state.storage == before:
        return
    for place in state.storage.keys() | before.keys():
        if state.storage.get(place) != before.get(place):
            state.modified.add(place)


def run_hits(block):
    """Two passes over the same actors in the same order; only the first has a share for each of them."""
    state, config = block.state, block.config
    step = Step(block, _lists_of(block))
    for share in (config["max_watch_hits_per_actor"], None):
        for actor in step.lists:
            step.serve(actor, share)
    state.modified.clear()
    state.kept_keys = {actor: _within(keys, config["max_kept_keys_per_actor"])
                       for actor, keys in step.lists.items() if keys}


def _lists_of(block):
    """The keys of each actor: those that were kept, then the new ones by key. The actors that kept keys come
    first, in the order in which they began to keep, then the others by address."""
    state, height = block.state, block.height
    lists = {actor: list(keys) for actor, keys in state.kept_keys.items()}
    for actor, key in sorted(state.modified):
        keys = lists.setdefault(actor, [])
        for i, kept in enumerate(keys):
            if kept.done is None and kept.key in (key, None):  # keeps its place; a mark takes in every key
                keys[i] = replace(kept, first_had=height)
                break
        else:
            keys.append(ModifiedKey(actor, key, height))
    return lists


def _within(keys, most):
    """A longer list is blurred: the keys that have not begun become one mark."""
    not_begun = [key for key in keys if key.done is None]
    if len(keys) <= most or not not_begun:
        return tuple(keys)
    mark = ModifiedKey(not_begun[0].actor, None, max(key.first_had for key in not_begun))
    return (*(key for key in keys if key.done is not None), mark)


class Step:
    """One run of the step: what each actor still has to show, and how many keys the block counted."""

    def __init__(self, block, lists):
        self.block, self.lists = block, lists
        self.keys = 0
        self.counted = set()  # actors whose first key counts already in this block

    def serve(self, actor, share):
        """Shows an actor's keys to the watches until a bound stops it; an unfinished key stays first."""
        keys, hits = self.lists[actor], 0
        while keys:
            for watch in _watches_of(self.block.state, keys[0]):
                if hits == share or self._hits_left() == 0 or not self._count(actor):
                    return
                hits += 1
                _hit(self.block, watch, keys[0])
                keys[0] = replace(keys[0], done=watch.number)
            if not self._count(actor):
                return
            keys.pop(0)
            self.counted.discard(actor)

    def _hits_left(self):
        return self.block.config["max_watch_hits_per_block"] - self.block.used["hits"]

    def _count(self, actor):
        """Whether the actor's first key may be hit or done with: it counts once in a block."""
        if actor in self.counted:
            return True
        if self.keys == self.block.config["max_modified_keys_per_block"]:
            return False
        self.keys += 1
        self.counted.add(actor)
        return True


def _watches_of(state, entry):
    """The watches that a key has still to hit, by creation: they match, live, and are older than the key."""
    dead = {d.id for d in state.dead}
    for watch in list(state.timers.values()):
        if watch.kind != "watch" or watch.id in dead or watch.scheduled_at >= entry.first_had:
            continue
        if entry.done is not None and watch.number <= entry.done:
            continue
        if any(actor == entry.actor and (entry.key is None or entry.key.startswith(prefix)) for actor, prefix in watch.keys):
            yield watch


def _hit(block, watch, entry):
    """The watch arrives if it was idle; the key joins its list once. A mark is listed as an empty entry."""
    state = block.state
    block.used["hits"] += 1
    place = b"" if entry.key is None else entry.actor + entry.key
    hit = state.hits.get(watch.id)
    if hit is None:
        hit = Hit(block.height)
        state.arrive(watch.id)
    if place not in hit.keys:
        if len(hit.keys) < block.config["max_matched_keys"] and len(place) <= 20 + LONGEST_LISTED:
            hit = replace(hit, keys=hit.keys + (place,))
        else:
            hit = replace(hit, cut=True)
    state.hits[watch.id] = hit


def matched(hit):
    """The matched keys as a result shows them; an empty one stands for a blurred actor, a last empty one for those
    left out."""
    return ["0x" + place.hex() for place in hit.keys] + (["0x"] if hit.cut else [])
