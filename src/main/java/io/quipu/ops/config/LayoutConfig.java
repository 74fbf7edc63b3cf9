package io.quipu.ops.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The layout of a new keyspace; an existing keyspace keeps its layout.
 *
 * @param pages the number of pages, a power of two; 0 if not set
 * @param parts the number of parts, a power of two and at most {@code pages}, if both are set; 0 if
 *     not set
 * @param collectionWait the time from the announcement of a collection to the deletion; a read may
 *     take at most half of this time; zero if not set
 */
public record LayoutConfig(int pages, int parts, Duration collectionWait) {
  private static final int MOST_PAGES = 4_096;

  /** No value is set. */
  public static final LayoutConfig NONE = new LayoutConfig(0, 0, Duration.ZERO);

  static LayoutConfig read(Environment environment) {
    int pages = environment.find("QUIPU_PAGES", LayoutConfig::powerOfTwo).orElse(0);
    int parts = environment.find("QUIPU_PARTS", LayoutConfig::powerOfTwo).orElse(0);
    if (pages > 0 && parts > pages) {
      throw Table.row("QUIPU_PARTS")
          .refused(String.valueOf(parts), "allowed are at most as many as QUIPU_PAGES=" + pages);
    }
    Duration wait = environment.length("QUIPU_COLLECTION_WAIT");
    return new LayoutConfig(
        pages, parts, environment.has("QUIPU_COLLECTION_WAIT") ? wait : Duration.ZERO);
  }

  private static Optional<Integer> powerOfTwo(String value) {
    return Optional.of(value)
        .filter(number -> number.matches("[1-9][0-9]{0,3}"))
        .map(Integer::valueOf)
        .filter(number -> number <= MOST_PAGES && Integer.bitCount(number) == 1);
  }

  /**
   * One line for the operator about each value that is set here but differs in the keyspace.
   *
   * @param kept the layout of the keyspace
   */
  public List<String> ignored(String keyspace, LayoutConfig kept) {
    return Stream.of(
            ignored("QUIPU_PAGES", number(pages), number(kept.pages), keyspace),
            ignored("QUIPU_PARTS", number(parts), number(kept.parts), keyspace),
            ignored(
                "QUIPU_COLLECTION_WAIT",
                collectionWait.isZero() ? null : Durations.show(collectionWait),
                Durations.show(kept.collectionWait),
                keyspace))
        .flatMap(List::stream)
        .toList();
  }

  private static @Nullable String number(int value) {
    return value == 0 ? null : String.valueOf(value);
  }

  private static List<String> ignored(
      String variable, @Nullable String said, @Nullable String kept, String keyspace) {
    return said == null || said.equals(kept)
        ? List.of()
        : List.of(
            "%s=%s is ignored: keyspace %s was created with %s, which holds for ever"
                .formatted(variable, said, keyspace, kept));
  }
}
