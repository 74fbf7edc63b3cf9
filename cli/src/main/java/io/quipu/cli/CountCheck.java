package io.quipu.cli;

import io.quipu.cli.service.Service;
import io.quipu.cli.service.Unanswered;
import io.quipu.cli.transfer.Entry;
import io.quipu.client.JsonObject;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares the amounts of entries with the counts of the service. Records nothing. For one thread.
 */
final class CountCheck {
  private static final int MOST_TOLD = 10;

  private final Service service;
  private final String namespace;
  private final List<String> told = new ArrayList<>();

  /** The sums of entries that were not compared yet, by namespace and counter. */
  private final Map<String, Map<String, BigInteger>> sums = new LinkedHashMap<>();

  private final Map<String, Optional<String>> hierarchies = new HashMap<>();
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
   * Compares the sum of the lines of each counter, wherever they are in the file, and so holds all
   * counters of a file. A source has a counter once, or reads it again; then the later value holds.
   *
   * @param areOfSource whether they are counters of a source, of which a thousand are held
   * @throws Unanswered if a count cannot be read, or a counter of kind sketch has no count
   */
  void compare(Stream<Entry> entries, boolean areOfSource) {
    boolean areHeld = !areOfSource || hierarchy(namespace).isPresent();
    BinaryOperator<BigInteger> both = areOfSource ? (before, now) -> now : BigInteger::add;
    entries.forEach(
        entry -> {
          if (add(entry, both) == Service.MOST_COUNTS && !areHeld) {
            compare();
          }
        });
    compare();
  }

  /** Adds an entry, and returns the number of counters of its namespace. */
  private int add(Entry entry, BinaryOperator<BigInteger> both) {
    if (entry.stated() != null) {
      throw new Unanswered("What one actor states cannot be compared with the count of all");
    }
    Map<String, BigInteger> counters =
        sums.computeIfAbsent(
            Objects.requireNonNullElse(entry.namespace(), namespace),
            name -> new LinkedHashMap<>());
    counters.merge(entry.counter(), entry.amount(), both);
    return counters.size();
  }

  private void compare() {
    sums.forEach(
        (name, counters) -> compare(name, withBelow(counters, hierarchy(name).orElse(null))));
    sums.clear();
  }

  /** The separator of the levels of names; empty if names are no paths. */
  private Optional<String> hierarchy(String name) {
    return hierarchies.computeIfAbsent(
        name, any -> Optional.ofNullable(service.settings(name).textOrNull("hierarchy")));
  }

  /** Adds what counts for a counter because names are paths. */
  private static Map<String, BigInteger> withBelow(
      Map<String, BigInteger> own, @Nullable String separator) {
    if (separator == null) {
      return own;
    }
    Map<String, BigInteger> all = new LinkedHashMap<>(own);
    own.forEach(
        (name, amount) -> {
          for (int end = name.lastIndexOf(separator);
              end > 0;
              end = name.lastIndexOf(separator, end - 1)) {
            all.computeIfPresent(name.substring(0, end), (above, sum) -> sum.add(amount));
          }
        });
    return all;
  }

  private void compare(String asked, Map<String, BigInteger> amounts) {
    List<Map.Entry<String, BigInteger>> all = List.copyOf(amounts.entrySet());
    for (int i = 0; i < all.size(); i += Service.MOST_COUNTS) {
      List<Map.Entry<String, BigInteger>> some =
          all.subList(i, Math.min(all.size(), i + Service.MOST_COUNTS));
      List<String> names = some.stream().map(Map.Entry::getKey).toList();
      List<JsonObject> counts = service.counts(asked, names).objects("counts");
      for (int j = 0; j < some.size(); j++) {
        Map.Entry<String, BigInteger> one = some.get(j);
        compare(one.getKey(), one.getValue(), count(counts.get(j)));
      }
    }
  }

  private static BigInteger count(JsonObject read) {
    if (read.members().get("count") instanceof BigInteger count) {
      return count;
    }
    throw new Unanswered("Counters of kind sketch have no counts to compare");
  }

  private void compare(String counter, BigInteger amount, BigInteger count) {
    if (amount.equals(count)) {
      same++;
      return;
    }
    different++;
    if (told.size() < MOST_TOLD) {
      told.add(counter + ": " + amount + " there, " + count + " here");
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
