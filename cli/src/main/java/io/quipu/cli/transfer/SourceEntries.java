package io.quipu.cli.transfer;

import io.quipu.cli.source.Found;
import io.quipu.cli.source.SkipReason;
import io.quipu.cli.source.Source;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a source, as entries. All entries of a run have the same id, made of the names of
 * the run and of the source. So a run counts at most one event for each counter, even if the source
 * returns the counter again with another value.
 *
 * <p>A value beyond the largest delta of one event is not recorded, because several events would be
 * needed. If the value changed before the run was repeated, events of both values could count.
 */
public final class SourceEntries {
  /** The maximum length of the name of a counter, in bytes of UTF-8. */
  private static final int LONGEST_NAME = 512;

  private final Source source;
  private final @Nullable String id;
  private final Skips skips = new Skips();

  private SourceEntries(Source source, @Nullable String id) {
    this.source = source;
    this.id = id;
  }

  /** Returns entries that are to be recorded, with an id. */
  public static SourceEntries ofRun(Source source, String run) {
    return new SourceEntries(source, run + ":" + source.name());
  }

  /** Returns entries that are to be printed or compared, without an id. */
  public static SourceEntries without(Source source) {
    return new SourceEntries(source, null);
  }

  /**
   * Returns all entries, read lazily. May be called once only. The stream throws {@link
   * io.quipu.cli.source.SourceFailure} if the source cannot be read to its end.
   */
  public Stream<Entry> read() {
    return Stream.generate(source::next)
        .takeWhile(Optional::isPresent)
        .flatMap(Optional::stream)
        .flatMap(List::stream)
        .map(this::entry)
        .filter(Objects::nonNull);
  }

  private @Nullable Entry entry(Found found) {
    if (found instanceof Found.Counter counter) {
      BigInteger value = BigInteger.valueOf(counter.value());
      SkipReason reason = reason(counter.name(), value);
      if (reason == null) {
        return new Entry(0, null, counter.name(), value, 1, id, null);
      }
      skips.add(new Found.Skipped(counter.name(), reason));
    } else if (found instanceof Found.Skipped skipped) {
      skips.add(skipped);
    }
    return null;
  }

  private @Nullable SkipReason reason(String name, BigInteger value) {
    if (name.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
      return SkipReason.NAME_TOO_LONG;
    }
    return id != null && value.abs().compareTo(Import.LARGEST_DELTA) > 0
        ? SkipReason.TOO_LARGE
        : null;
  }

  /** Returns the entries of the source that were skipped so far. */
  public Skips skips() {
    return skips;
  }
}
