package io.quipu.cli;

import io.quipu.cli.source.Source;
import io.quipu.cli.transfer.Entries;
import io.quipu.cli.transfer.Entry;
import io.quipu.cli.transfer.FileSettings;
import io.quipu.cli.transfer.Skips;
import io.quipu.cli.transfer.SourceEntries;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The input of an import: a file or a source, read once.
 *
 * @param entries the entries, read on demand
 * @param unit the word for entries in messages
 * @param run the name of the import; empty for a source of which nothing is recorded
 * @param skips what was skipped of a source up to now; empty for a file
 * @param end closes the file or the source
 */
record ImportInput(Stream<Entry> entries, String unit, String run, Skips skips, Runnable end)
    implements AutoCloseable {

  /**
   * @param text what is read, and closed at the end
   * @param notes takes what a caller should know though nothing is wrong
   * @throws io.quipu.cli.transfer.BadLine if the beginning of the text is not valid
   */
  static ImportInput of(
      InputStream text, Entries format, FileSettings settings, String run, Consumer<String> notes)
      throws IOException {
    try {
      return new ImportInput(
          format.read(text, settings, notes), "lines", run, new Skips(), () -> close(text));
    } catch (RuntimeException e) {
      text.close();
      throw e;
    }
  }

  /**
   * @param run the name of the import; null if nothing is recorded
   */
  static ImportInput of(Source source, @Nullable String run) {
    SourceEntries entries =
        run == null ? SourceEntries.without(source) : SourceEntries.ofRun(source, run);
    return new ImportInput(
        entries.read(), "counters", run == null ? "" : run, entries.skips(), source::close);
  }

  private static void close(InputStream text) {
    try {
      text.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    end.run();
  }
}
