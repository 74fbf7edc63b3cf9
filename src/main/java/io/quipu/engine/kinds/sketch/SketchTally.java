package io.quipu.engine.kinds.sketch;

import io.quipu.engine.writer.EndedWriters;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The values of a state that were merged from shards.
 *
 * @param version the number of changes of the tally
 * @param merged the ended writers whose acknowledged values of the state, if any, are all in the
 *     tally; a shard of such a writer that still exists does not count any more
 * @param retired further writers of which the same is true, because each merged its own shard after
 *     its last write
 * @param state the merged state, as it is stored; empty exactly in version 0
 */
public record SketchTally(
    long version, EndedWriters merged, SortedSet<Long> retired, Optional<ByteBuffer> state) {
  /** The tally before the first merge. */
  public static final SketchTally NONE = new SketchTally(0, EndedWriters.NONE, Optional.empty());

  public SketchTally {
    if (version < 0 || (version == 0) != state.isEmpty()) {
      throw new IllegalArgumentException("version " + version);
    }
    retired = Collections.unmodifiableSortedSet(new TreeSet<>(retired));
  }

  /** Makes a tally without retired writers. */
  public SketchTally(long version, EndedWriters merged, Optional<ByteBuffer> state) {
    this(version, merged, new TreeSet<>(), state);
  }

  /** Tells whether the tally has all values of a writer, so that its shard does not count. */
  public boolean has(long writer) {
    return merged.contains(writer) || retired.contains(writer);
  }

  /** The tally after one more merge of shards of ended writers. */
  SketchTally plus(EndedWriters ended, ByteBuffer next) {
    EndedWriters all = merged.plus(ended);
    SortedSet<Long> left = new TreeSet<>(retired);
    left.removeIf(all::contains);
    return new SketchTally(version + 1, all, left, Optional.of(next));
  }

  /** The tally after a writer has merged its own shard. */
  SketchTally plus(long writer, ByteBuffer next) {
    SortedSet<Long> more = new TreeSet<>(retired);
    more.add(writer);
    return new SketchTally(version + 1, merged, more, Optional.of(next));
  }
}
