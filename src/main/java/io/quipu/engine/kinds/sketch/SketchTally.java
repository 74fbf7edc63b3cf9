package io.quipu.engine.kinds.sketch;

import io.quipu.engine.writer.EndedWriters;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The values of a counter that ended writers have seen.
 *
 * @param version the number of changes
 * @param merged the writers whose shards are in the state, or have nothing that was acknowledged;
 *     their shards do not count any more
 * @param state the merged state of these writers, as it is stored; empty only in version 0
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
