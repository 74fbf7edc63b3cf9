package io.quipu.cassandra.cql;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.store.SettledIds.CounterId;
import io.quipu.engine.time.BoundedConcurrency;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes a list of tuples that begin with a counter, for {@code (namespace, counter, id) IN ?}.
 * The driver would look up a codec for each element, which was most of the cost of a long list.
 */
public final class TupleList {
  private byte[] bytes = new byte[1_024];
  private int size = Integer.BYTES;
  private int tuples;
  private @Nullable CounterName last;
  private byte[] name = {};

  /**
   * Encodes ids of counters, in lists of at most {@code most}. The ids are sorted, so that the rows
   * of one list lie close together in their partition.
   */
  public static List<ByteBuffer> sorted(Collection<CounterId> ids, int most) {
    List<CounterId> sorted = new ArrayList<>(ids);
    Collections.sort(sorted);
    return BoundedConcurrency.chunks(sorted, most).stream().map(TupleList::of).toList();
  }

  private static ByteBuffer of(List<CounterId> ids) {
    TupleList list = new TupleList();
    ids.forEach(id -> list.add(id.counter(), ColumnBytes.of(id.id())));
    return list.encoded();
  }

  /**
   * Adds the tuple of a counter and other elements. The name is encoded once for consecutive tuples
   * of a counter.
   *
   * @param rest the other elements, encoded; not changed
   */
  public TupleList add(CounterName counter, ByteBuffer... rest) {
    if (!counter.equals(last)) {
      last = counter;
      name = encoded(counter);
    }
    int length = name.length;
    for (ByteBuffer element : rest) {
      length += Integer.BYTES + element.remaining();
    }
    if (bytes.length - size < Integer.BYTES + length) {
      bytes = Arrays.copyOf(bytes, Math.max(size + Integer.BYTES + length, 2 * bytes.length));
    }
    put(length);
    System.arraycopy(name, 0, bytes, size, name.length);
    size += name.length;
    for (ByteBuffer element : rest) {
      int some = element.remaining();
      put(some);
      element.get(element.position(), bytes, size, some);
      size += some;
    }
    tuples++;
    return this;
  }

  private static byte[] encoded(CounterName counter) {
    ByteBuffer namespace = ColumnBytes.of(counter.stored());
    ByteBuffer name = ColumnBytes.of(counter.key());
    return ByteBuffer.allocate(2 * Integer.BYTES + namespace.remaining() + name.remaining())
        .putInt(namespace.remaining())
        .put(namespace)
        .putInt(name.remaining())
        .put(name)
        .array();
  }

  /** Returns the encoded list. To be called once, after the last tuple. */
  public ByteBuffer encoded() {
    int end = size;
    size = 0;
    put(tuples);
    return ByteBuffer.wrap(bytes, 0, end);
  }

  private void put(int value) {
    bytes[size++] = (byte) (value >>> 24);
    bytes[size++] = (byte) (value >>> 16);
    bytes[size++] = (byte) (value >>> 8);
    bytes[size++] = (byte) value;
  }
}
