package io.quipu.engine.kinds.sketch;

import io.quipu.engine.writer.EndedWriters;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The values of a counter that ended writers have seen.
 *
 * @param version how often it was changed; 0 if it never was
 * @param merged whose shards are in it, or have nothing that was acknowledged: they count no more,
 *     whatever becomes of them
 * @param state of all of them, as it is stored; empty only if it was never changed
 */
public record SketchTally(long version, EndedWriters merged, Optional<ByteBuffer> state) {
  /** Nobody was merged yet. */
  public static final SketchTally NONE = new SketchTally(0, EndedWriters.NONE, Optional.empty());

  public SketchTally {
    if (version < 0 || (version == 0) != state.isEmpty()) {
      throw new IllegalArgumentException("version " + version);
    }
  }
}
