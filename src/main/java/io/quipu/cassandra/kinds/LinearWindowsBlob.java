package io.quipu.cassandra.kinds;

import io.quipu.engine.kinds.linear.LinearWindows;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.rows.BlobReader;
import io.quipu.engine.store.rows.BlobWriter;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Encodes the windows in the state of a linear counter as one value. */
final class LinearWindowsBlob {
  private static final int VERSION = 1;

  /** The granularities. The index of each is its number in a value, so the order never changes. */
  private static final List<Granularity> GRANULARITIES =
      List.of(Granularity.MINUTE, Granularity.HOUR, Granularity.DAY);

  private LinearWindowsBlob() {}

  /** Encodes windows; null for none. */
  static @Nullable ByteBuffer encode(LinearWindows windows) {
    if (windows.open().isEmpty() && windows.closed().isEmpty()) {
      return null;
    }
    BlobWriter blob = new BlobWriter(VERSION);
    write(blob, windows.open());
    write(blob, windows.closed());
    return blob.blob();
  }

  private static void write(BlobWriter blob, Map<Window, Tally> windows) {
    blob.number(windows.size());
    new TreeMap<>(windows)
        .forEach(
            (window, tally) ->
                blob.number(GRANULARITIES.indexOf(window.granularity()))
                    .signed(window.startSecond() / window.granularity().seconds())
                    .tally(tally));
  }

  static LinearWindows decode(@Nullable ByteBuffer blob) {
    return blob == null
        ? LinearWindows.NONE
        : BlobReader.read(
            blob,
            VERSION,
            reader -> {
              Map<Window, Tally> open = read(reader);
              return new LinearWindows(open, read(reader));
            });
  }

  private static Map<Window, Tally> read(BlobReader reader) {
    Map<Window, Tally> windows = new TreeMap<>();
    for (int left = reader.count(); left > 0; left--) {
      Granularity granularity = GRANULARITIES.get(Math.toIntExact(reader.number()));
      long start = reader.signed() * granularity.seconds();
      windows.put(new Window(granularity, start), reader.tally());
    }
    return windows;
  }
}
