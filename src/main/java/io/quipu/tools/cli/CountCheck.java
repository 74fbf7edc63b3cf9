package io.quipu.tools.cli;

import io.quipu.tools.cli.transfer.Entry;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Compares the amounts of entries with the counts of the service. Entries of one counter that
 * follow each other, as in its history, are added up. Records nothing. For one thread.
 */
final class CountCheck {
  private static final int MOST_TOLD = 10;

  private final Service service;
  private final String namespace;
  private final List<String> told = new ArrayList<>();
  private long same;
  private long different;

  /**
   * @param namespace the namespace of entries that name none
   */
  CountCheck(Service service, String namespace) {
    this.service = service;
    this.namespace = namespace;
  }

  /**
   * @throws Unanswered if a count cannot be read, or a counter of kind sketch has no count
   */
  void compare(Stream<Entry> entries) {
    List<Entry> some = new ArrayList<>();
    Iterator<Entry> rest = entries.iterator();
    while (rest.hasNext()) {
      Entry entry = rest.next();
      if (!some.isEmpty() && isOfOne(some.get(some.size() - 1), entry)) {
        some.add(sum(some.remove(some.size() - 1), entry));
        continue;
      }
      boolean other = !some.isEmpty() && !namespaceOf(some.get(0)).equals(namespaceOf(entry));
      if (other || some.size() == Service.MOST_COUNTS) {
        compare(some);
        some.clear();
      }
      some.add(entry);
    }
    compare(some);
  }

  private boolean isOfOne(Entry first, Entry second) {
    return first.counter().equals(second.counter())
        && namespaceOf(first).equals(namespaceOf(second))
        && first.stated() == null
        && second.stated() == null;
  }

  private static Entry sum(Entry first, Entry second) {
    return new Entry(
        first.line(),
        first.namespace(),
        first.counter(),
        first.amount().add(second.amount()),
        1,
        null,
        null);
  }

  private String namespaceOf(Entry entry) {
    return Objects.requireNonNullElse(entry.namespace(), namespace);
  }

  private void compare(List<Entry> some) {
    if (some.isEmpty()) {
      return;
    }
    String asked = namespaceOf(some.get(0));
    List<String> names = some.stream().map(Entry::counter).toList();
    JsonArray counts = service.counts(asked, names).getJsonArray("counts", new JsonArray());
    for (int i = 0; i < some.size(); i++) {
      compare(some.get(i), count(counts.getJsonObject(i)));
    }
  }

  private static BigInteger count(JsonObject read) {
    if (read.getValue("count") instanceof Number count) {
      return new BigInteger(count.toString());
    }
    throw new Unanswered("Counters of kind sketch have no counts to compare");
  }

  private void compare(Entry entry, BigInteger count) {
    if (entry.stated() != null) {
      throw new Unanswered("What one actor states cannot be compared with the count of all");
    }
    if (entry.amount().equals(count)) {
      same++;
      return;
    }
    different++;
    if (told.size() < MOST_TOLD) {
      told.add(entry.counter() + ": " + entry.amount() + " there, " + count + " here");
    }
  }

  long same() {
    return same;
  }

  long different() {
    return different;
  }

  /** Returns lines about the first entries that differ, at most {@link #MOST_TOLD}. */
  List<String> told() {
    return List.copyOf(told);
  }
}
