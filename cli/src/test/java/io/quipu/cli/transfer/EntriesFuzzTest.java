package io.quipu.cli.transfer;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.quipu.testing.fuzz.Finding;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Files of any bytes: the same entries as a second reading finds, up to the same bad line. */
class EntriesFuzzTest {
  private static final FileSettings COMMAS = new FileSettings(',', Map.of(), null, null, 1);

  @FuzzTest
  void csv(byte[] bytes) {
    Finding.utf8(bytes)
        .ifPresentOrElse(
            text -> compare(Entries.CSV, bytes, ReferenceEntries.ofCsv(text)),
            () -> read(Entries.CSV, bytes));
  }

  @FuzzTest
  void ndjson(byte[] bytes) {
    Finding.utf8(bytes)
        .ifPresentOrElse(
            text -> compare(Entries.NDJSON, bytes, ReferenceEntries.ofObjects(text)),
            () -> read(Entries.NDJSON, bytes));
  }

  private static void compare(Entries format, byte[] bytes, ReferenceEntries expected) {
    Finding.unlessEqual(read(format, bytes), expected, "the entries, and the first bad line");
  }

  /** The entries before the first bad line; nothing but a bad line may end them. */
  private static ReferenceEntries read(Entries format, byte[] bytes) {
    List<Entry> entries = new ArrayList<>();
    try {
      format.read(new ByteArrayInputStream(bytes), COMMAS, note -> {}).forEach(entries::add);
      return new ReferenceEntries(entries, Optional.empty());
    } catch (BadLine bad) {
      Finding.unless(!String.valueOf(bad.getMessage()).isBlank(), "a bad line says why");
      return new ReferenceEntries(entries, Optional.of(bad.line()));
    }
  }
}
