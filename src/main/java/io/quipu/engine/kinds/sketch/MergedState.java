package io.quipu.engine.kinds.sketch;

import io.quipu.engine.kinds.sketch.state.SketchState;
import io.quipu.engine.kinds.sketch.state.SketchType;
import java.util.SortedMap;

/**
 * The values of a state of a counter in one read.
 *
 * @param state the values of the tally and of all shards that it does not have; readers share it
 *     and do not change it
 * @param tally the tally, which tells whose values are final
 * @param isFinal whether no shard counts that the tally does not have
 */
record MergedState(SketchState state, SketchTally tally, boolean isFinal) {
  /**
   * Merges what was read.
   *
   * @param shards read before the tally, so that it has each shard that was deleted before
   */
  static MergedState of(SketchType type, SortedMap<Long, Shard> shards, SketchTally tally) {
    // A tally alone is not merged with anything: two merges of the same states may differ.
    SketchState all =
        tally.state().map(state -> SketchState.of(type, state)).orElseGet(type::empty);
    boolean isFinal = true;
    for (var shard : shards.entrySet()) {
      if (!tally.has(shard.getKey())) {
        all.merge(SketchState.of(type, shard.getValue().state()));
        isFinal = false;
      }
    }
    return new MergedState(all, tally, isFinal);
  }
}
