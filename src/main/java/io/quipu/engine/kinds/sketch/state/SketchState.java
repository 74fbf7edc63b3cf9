package io.quipu.engine.kinds.sketch.state;

import io.quipu.engine.store.rows.BlobReader;
import io.quipu.engine.store.rows.BlobWriter;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The state of some values. States can be merged in any order: the merged state has the values of
 * all merged states. Confined to one context.
 */
public abstract sealed class SketchState
    permits SumState, ExtremeState, DistinctState, TopState, QuantilesState {
  private static final int VERSION = 1;

  private long events;

  /** The number of values. */
  public final long events() {
    return events;
  }

  public final void add(SketchValue value) {
    events++;
    take(value);
  }

  /** Adds the values of another state, which does not change. */
  public final void merge(SketchState other) {
    events += other.events;
    takeAll(other);
  }

  abstract void take(SketchValue value);

  /**
   * @param other of the same type
   */
  abstract void takeAll(SketchState other);

  abstract void write(BlobWriter blob);

  /** Replaces the values of this empty state with a state that {@link #write} wrote. */
  abstract void read(BlobReader blob);

  /**
   * The result to answer.
   *
   * @throws ClassCastException if the options are for another type
   */
  public abstract SketchResult result(SketchOptions options);

  /** The stored form of the state. */
  public final ByteBuffer blob(SketchType type) {
    BlobWriter blob = new BlobWriter(VERSION).number(type.code()).number(events);
    write(blob);
    return blob.blob();
  }

  /**
   * The state that {@link #blob} has stored.
   *
   * @throws IllegalArgumentException if the stored state has another type or is not valid
   */
  public static SketchState of(SketchType type, ByteBuffer blob) {
    SketchType found = typeOf(blob);
    if (found != type) {
      throw new IllegalArgumentException("a state of type " + found + ", not " + type);
    }
    return BlobReader.read(
        blob,
        VERSION,
        stored -> {
          // the type, which typeOf has read
          var unused = stored.number();
          SketchState state = type.empty();
          state.events = stored.number();
          state.read(stored);
          return state;
        });
  }

  /** Merges stored states into one stored state. The states must have one type. */
  public static ByteBuffer merged(List<ByteBuffer> states) {
    SketchType type = typeOf(states.get(0));
    SketchState all = type.empty();
    states.forEach(state -> all.merge(of(type, state)));
    return all.blob(type);
  }

  /** The type in a stored state: the second byte, after the version. */
  private static SketchType typeOf(ByteBuffer blob) {
    return SketchType.ofCode(blob.remaining() < 2 ? 0 : blob.get(blob.position() + 1));
  }
}
