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
 * @param items at least one
 */
record MemberChunk<T>(int part, List<T> items) {
  /** All items, by the parts of their ids, at most {@code size} in each chunk. */
  static <T> List<MemberChunk<T>> of(Collection<T> items, Function<T, String> id, int size) {
    Map<Integer, List<T>> byPart = new TreeMap<>();
    for (T item : items) {
      int part = MemberParts.partOf(id.apply(item));
      byPart.computeIfAbsent(part, any -> new ArrayList<>()).add(item);
    }
    List<MemberChunk<T>> chunks = new ArrayList<>();
    byPart.forEach(
        (part, all) -> {
          for (int from = 0; from < all.size(); from += size) {
            chunks.add(
                new MemberChunk<>(part, all.subList(from, Math.min(from + size, all.size()))));
          }
        });
    return chunks;
  }
}
