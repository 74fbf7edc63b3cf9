package io.quipu.cassandra.pages;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.IdMerge;
import io.quipu.engine.state.IdRun;
import io.quipu.engine.state.IdRuns;
import io.quipu.engine.state.RunPeriod;
import io.quipu.engine.store.rows.BlobReader;
import io.quipu.engine.store.rows.BlobWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Encodes the runs of settled ids and the changed counters of a page, each as one value. */
final class PageHeaderBlobs {
  private static final int VERSION = 1;

  private PageHeaderBlobs() {}

  /** Encodes runs. A period equal to the one before takes a byte. */
  static ByteBuffer ids(IdRuns runs) {
    BlobWriter blob = new BlobWriter(VERSION);
    write(blob, runs.live());
    write(blob, runs.merges().stream().map(IdMerge::into).toList());
    for (IdMerge merge : runs.merges()) {
      blob.number(merge.from().size());
      merge.from().forEach(blob::number);
    }
    write(blob, runs.gone());
    return blob.blob();
  }

  private static void write(BlobWriter blob, List<IdRun> runs) {
    blob.number(runs.size());
    RunPeriod last = new RunPeriod(0, 0);
    long number = 0;
    for (IdRun run : runs) {
      RunPeriod period = run.period();
      blob.number(period.equals(last) ? 0 : 1 + period.window());
      if (!period.equals(last)) {
        blob.signed(period.start());
      }
      blob.signed(run.number() - number).number(run.level());
      blob.number(run.ids()).number(run.blocks());
      last = period;
      number = run.number();
    }
  }

  /**
   * @throws RuntimeException if the value cannot be read
   */
  static IdRuns ids(@Nullable ByteBuffer blob) {
    return BlobReader.read(
        blob,
        VERSION,
        reader -> {
          List<IdRun> live = runs(reader);
          List<IdMerge> merges = new ArrayList<>();
          for (IdRun into : runs(reader)) {
            List<Long> from = new ArrayList<>();
            for (int left = reader.count(); left > 0; left--) {
              from.add(reader.number());
            }
            merges.add(new IdMerge(into, from));
          }
          return new IdRuns(live, merges, runs(reader));
        });
  }

  private static List<IdRun> runs(BlobReader reader) {
    List<IdRun> runs = new ArrayList<>();
    RunPeriod period = new RunPeriod(0, 0);
    long number = 0;
    for (int left = reader.count(); left > 0; left--) {
      long changed = reader.number();
      period = changed == 0 ? period : new RunPeriod(changed - 1, reader.signed());
      number += reader.signed();
      int level = Math.toIntExact(reader.number());
      int ids = Math.toIntExact(reader.number());
      runs.add(new IdRun(period, number, level, ids, Math.toIntExact(reader.number())));
    }
    return runs;
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
