package io.quipu.cli.transfer;

import java.io.InputStream;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Formats of files. Entries are read one by one, so a file may be larger than the memory. */
public enum Entries {
  /**
   * A JSON object in each line that is not blank. The members are {@code counter}, and optionally
   * {@code count} or {@code delta}, {@code events}, {@code id}, {@code time}, {@code labels} (an
   * object of texts) and {@code namespace}; or, of kind {@code latest}, {@code actor}, {@code
   * version}, {@code value}, and optionally {@code replaces}, {@code time} and {@code namespace}.
   */
  NDJSON {
    @Override
    Supplier<Optional<Entry>> of(Lines lines, FileSettings settings, Consumer<String> notes) {
      return new JsonEntries(lines, settings)::next;
    }
  },

  /**
   * Lines of values that commas, semicolons or tabs separate. The first line names the columns as
   * in NDJSON, and each label as {@code labels.country}; an event does not have the label of an
   * empty value. An entry has the number of its first line.
   */
  CSV {
    @Override
    Supplier<Optional<Entry>> of(Lines lines, FileSettings settings, Consumer<String> notes) {
      return new CsvEntries(lines, settings, notes)::next;
    }
  };

  /**
   * Returns the entries of a text. Reads the first one now, and the others lazily. The stream
   * throws {@link BadLine} at the first line that is not an entry.
   *
   * @param notes takes what a caller should know though nothing is wrong
   * @throws BadLine if the names of the columns or the first entry are not valid
   * @throws java.io.UncheckedIOException if the text cannot be read, as the stream does
   */
  public Stream<Entry> read(InputStream text, FileSettings settings, Consumer<String> notes) {
    Supplier<Optional<Entry>> entries = of(new Lines(text), settings, notes);
    Optional<Entry> first = entries.get();
    if (first.isEmpty() && settings.fromLine() > 1) {
      throw new BadLine(settings.fromLine(), "--from-line names it, and the file ends before it");
    }
    return Stream.iterate(first, Optional::isPresent, before -> entries.get())
        .map(Optional::orElseThrow);
  }

  /** Returns a reader of the next entry, which is empty at the end. */
  abstract Supplier<Optional<Entry>> of(Lines lines, FileSettings settings, Consumer<String> notes);
}
