package io.quipu.cassandra;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Some of the items of one part of a counter's members: what one statement is about.
 *
 * @param items at least one, and not more than a statement should hold
 */
record MemberChunk<T>(int part, List<T> items) {
  private static final int MOST_ITEMS = 100;

  MemberChunk {
    if (items.isEmpty() || items.size() > MOST_ITEMS) {
      throw new IllegalArgumentException(items.size() + " items in one statement");
    }
  }

  /** All items, by the parts of their ids. */
  static <T> List<MemberChunk<T>> of(Collection<T> items, Function<T, String> id) {
    Map<Integer, List<T>> byPart = new TreeMap<>();
    for (T item : items) {
      int part = MemberParts.partOf(id.apply(item));
      byPart.computeIfAbsent(part, any -> new ArrayList<>()).add(item);
    }
    List<MemberChunk<T>> chunks = new ArrayList<>();
    byPart.forEach(
        (part, all) -> {
          for (int from = 0; from < all.size(); from += MOST_ITEMS) {
            chunks.add(
                new MemberChunk<>(
                    part, all.subList(from, Math.min(from + MOST_ITEMS, all.size()))));
          }
        });
    return chunks;
  }
}
