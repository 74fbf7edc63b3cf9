package io.quipu.engine.kinds.sketch;

import io.quipu.engine.writer.EndedWriters;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The values of a counter that were merged from the shards of ended writers.
 *
 * @param version the number of changes of the tally
 * @param merged the ended writers whose acknowledged values of the counter, if any, are all in the
 *     state; a shard of such a writer that still exists does not count any more
 * @param state the merged state, as it is stored; empty exactly in version 0
 */
public record SketchTally(long version, EndedWriters merged, Optional<ByteBuffer> state) {
  /** The tally before the first merge. */
  public static final SketchTally NONE = new SketchTally(0, EndedWriters.NONE, Optional.empty());

  public SketchTally {
    if (version < 0 || (version == 0) != state.isEmpty()) {
      throw new IllegalArgumentException("version " + version);
    }
  }
}
