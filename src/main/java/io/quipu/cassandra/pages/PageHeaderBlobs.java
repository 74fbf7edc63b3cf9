package io.quipu.cassandra.pages;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.RememberedPeriods;
import io.quipu.engine.state.RememberedPeriods.Periods;
import io.quipu.engine.store.rows.BlobReader;
import io.quipu.engine.store.rows.BlobWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Encodes the remembered periods and the changed counters of a page, each as one value. */
final class PageHeaderBlobs {
  private static final int VERSION = 1;

  private PageHeaderBlobs() {}

  static ByteBuffer remembered(RememberedPeriods remembered) {
    BlobWriter blob = new BlobWriter(VERSION).number(remembered.byWindow().size());
    remembered
        .byWindow()
        .forEach(
            (window, periods) ->
                blob.number(window)
                    .signed(periods.first())
                    .number(periods.last() - periods.first()));
    return blob.blob();
  }

  /**
   * @throws RuntimeException if the value cannot be read
   */
  static RememberedPeriods remembered(@Nullable ByteBuffer blob) {
    return BlobReader.read(
        blob,
        VERSION,
        reader -> {
          Map<Integer, Periods> byWindow = new TreeMap<>();
          for (int left = reader.count(); left > 0; left--) {
            int window = Math.toIntExact(reader.number());
            long first = reader.signed();
            byWindow.put(window, new Periods(first, Math.addExact(first, reader.number())));
          }
          return new RememberedPeriods(byWindow);
        });
  }

  /** Encodes counters in sorted order. A namespace equal to the previous one is an empty text. */
  static ByteBuffer changed(Collection<CounterName> counters) {
    BlobWriter blob = new BlobWriter(VERSION).number(counters.size());
    String namespace = "";
    for (CounterName counter : new TreeSet<>(counters)) {
      blob.text(counter.stored().equals(namespace) ? "" : counter.stored());
      blob.text(counter.key());
      namespace = counter.stored();
    }
    return blob.blob();
  }

  /**
   * @throws RuntimeException if the value cannot be read
   */
  static List<CounterName> changed(@Nullable ByteBuffer blob) {
    return BlobReader.read(
        blob,
        VERSION,
        reader -> {
          int count = reader.count();
          List<CounterName> counters = new ArrayList<>(count);
          String namespace = "";
          for (int i = 0; i < count; i++) {
            String changed = reader.text();
            namespace = changed.isEmpty() ? namespace : changed;
            counters.add(CounterName.ofStored(namespace, reader.text()));
          }
          return counters;
        });
  }
}
