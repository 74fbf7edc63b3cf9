package io.quipu.engine.ids;

import io.quipu.engine.names.IdKey;
import io.quipu.engine.store.rows.BlobReader;
import io.quipu.engine.store.rows.BlobWriter;
import io.quipu.engine.windows.EventTime;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * A block of a run: entries by key, then by time. Most entries take 22 bytes. The hash of a counter
 * is written once for its entries, a writer (the low half of a timeuuid) once for the block, and a
 * window only if it differs from the window before.
 *
 * @param erasures the number of times that entries were taken out, because their counter is deleted
 */
public record RunBlock(int erasures, List<RunEntry> entries) {
  private static final int VERSION = 1;
  private static final int OTHER_COUNTER = 1;
  private static final int OTHER_WINDOW = 2;
  private static final int OTHER_EVENTS = 4;
  private static final int OTHER_WRITER = 8;

  /** Makes a block of entries in any order. An entry that is given twice is there once. */
  public static RunBlock of(int erasures, Collection<RunEntry> entries) {
    List<RunEntry> sorted = new ArrayList<>(entries);
    sorted.sort(RunEntry::compare);
    List<RunEntry> each = new ArrayList<>(sorted.size());
    for (RunEntry entry : sorted) {
      if (each.isEmpty() || RunEntry.compare(each.get(each.size() - 1), entry) != 0) {
        each.add(entry);
      }
    }
    return new RunBlock(erasures, each);
  }

  /** The block without some entries; the block itself if it has none of these. */
  public RunBlock without(Predicate<RunEntry> some) {
    List<RunEntry> left = entries.stream().filter(some.negate()).toList();
    return left.size() == entries.size() ? this : new RunBlock(erasures + 1, left);
  }

  /** Encodes the block. */
  public ByteBuffer blob() {
    BlobWriter blob = new BlobWriter(VERSION).number(erasures).number(entries.size());
    Map<Long, Integer> writers = new HashMap<>();
    long ticks = 0;
    long writer = 0;
    RunEntry last = null;
    for (RunEntry entry : entries) {
      IdKey key = entry.key();
      boolean newCounter = last == null || !isSameCounter(last.key(), key);
      boolean newWindow = last == null || last.window() != entry.window();
      boolean newWriter = last == null || writer != entry.at().getLeastSignificantBits();
      blob.number(
          (newCounter ? OTHER_COUNTER : 0)
              | (newWindow ? OTHER_WINDOW : 0)
              | (entry.events() != 1 ? OTHER_EVENTS : 0)
              | (newWriter ? OTHER_WRITER : 0));
      if (newCounter) {
        blob.raw(key.namespace()).raw(key.counter());
      }
      blob.raw(key.high()).raw(key.low());
      blob.signed(entry.at().timestamp() - ticks).signed(entry.delta());
      if (newWindow) {
        blob.number(entry.window());
      }
      if (entry.events() != 1) {
        blob.number(entry.events());
      }
      if (newWriter) {
        writer = entry.at().getLeastSignificantBits();
        int number = writers.getOrDefault(writer, writers.size());
        blob.number(number);
        if (number == writers.size()) {
          writers.put(writer, number);
          blob.raw(writer);
        }
      }
      ticks = entry.at().timestamp();
      last = entry;
    }
    return blob.blob();
  }

  private static boolean isSameCounter(IdKey one, IdKey other) {
    return one.namespace() == other.namespace() && one.counter() == other.counter();
  }

  /**
   * Decodes a block.
   *
   * @throws IllegalArgumentException if the blob cannot be read
   */
  public static RunBlock of(ByteBuffer blob) {
    return BlobReader.read(blob, VERSION, reader -> new Decoder(reader).block());
  }

  /** Decodes one block. */
  private static final class Decoder {
    private final BlobReader reader;
    private final List<Long> writers = new ArrayList<>();
    private long namespace;
    private long counter;
    private long ticks;
    private int window;
    private long writer;

    Decoder(BlobReader reader) {
      this.reader = reader;
    }

    RunBlock block() {
      int erasures = Math.toIntExact(reader.number());
      int count = reader.count();
      List<RunEntry> entries = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        entries.add(entry());
      }
      return new RunBlock(erasures, entries);
    }

    private RunEntry entry() {
      long flags = reader.number();
      if ((flags & OTHER_COUNTER) != 0) {
        namespace = reader.raw();
        counter = reader.raw();
      }
      IdKey key = new IdKey(namespace, counter, reader.raw(), reader.raw());
      ticks += reader.signed();
      long delta = reader.signed();
      if ((flags & OTHER_WINDOW) != 0) {
        window = Math.toIntExact(reader.number());
      }
      int events = (flags & OTHER_EVENTS) == 0 ? 1 : Math.toIntExact(reader.number());
      if ((flags & OTHER_WRITER) != 0) {
        writer = writer();
      }
      UUID at = new EventTime(ticks).timeuuid(writer);
      return new RunEntry(key, at, delta, events, window);
    }

    private long writer() {
      int number = Math.toIntExact(reader.number());
      if (number == writers.size()) {
        writers.add(reader.raw());
      }
      return writers.get(number);
    }
  }
}
