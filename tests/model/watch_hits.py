# Watch hits: which keys were modified, which watches they hit, what is carried over (WAT).
from dataclasses import dataclass, replace
from typing import Optional


LONGEST_LISTED = 256  # a longer key hits, and the mark stands for it


@dataclass(frozen=True)
class ModifiedKey:
    """A key in the step's list. `done`: the creation number of the watch that it hit last."""
    actor: bytes
    key: bytes
    first_had: int
    done: Optional[int] = None


@dataclass(frozen=True)
class Hit:
    """What a watch was hit by since its last fire."""
    height: int
    keys: tuple = ()
    cut: bool = False  # there were more than max_matched_keys


def note_changes(state, before):
    """A committed execution modified what it left with another value than it found (WAT-2)."""
    if state.storage == before:
        return
    for place in state.storage.keys() | before.keys():
        if state.storage.get(place) != before.get(place):
            state.modified.add(place)


def run_hits(block):
    state, config = block.state, block.config
    keys = _keys_of(block)
    state.modified.clear()
    begun = 0
    while keys and begun < config["max_modified_keys_per_block"]:
        begun += 1
        rest = _hit_watches(block, keys[0])
        if rest is not None:
            keys[0] = rest
            break
        keys.pop(0)
    state.left_keys = keys


def _keys_of(block):
    """Left-over keys first; one that is modified again keeps its place if it was not begun, else it stands
    once more behind."""
    state, height = block.state, block.height
    keys = list(state.left_keys)
    for actor, key in sorted(state.modified):
        waiting = [i for i, k in enumerate(keys) if (k.actor, k.key) == (actor, key) and k.done is None]
        if waiting:
            keys[waiting[0]] = replace(keys[waiting[0]], first_had=height)
        else:
            keys.append(ModifiedKey(actor, key, height))
    return keys


def _hit_watches(block, entry):
    """Hit the key's watches by creation; returns the entry to go on from if the bound of hits stops it."""
    state = block.state
    dead = {d.id for d in state.dead}
    for watch in list(state.timers.values()):
        if watch.kind != "watch" or watch.id in dead or watch.scheduled_at >= entry.first_had:
            continue
        if entry.done is not None and watch.number <= entry.done:
            continue
        if not any(actor == entry.actor and entry.key.startswith(prefix) for actor, prefix in watch.keys):
            continue
        if block.used["hits"] == block.config["max_watch_hits_per_block"]:
            return entry
        block.used["hits"] += 1
        _hit(block, watch, entry.actor + entry.key)
        entry = replace(entry, done=watch.number)
    return None


def _hit(block, watch, place):
    state = block.state
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
    """The matched keys as a result shows them; a last empty one stands for those left out."""
    return ["0x" + place.hex() for place in hit.keys] + (["0x"] if hit.cut else [])
