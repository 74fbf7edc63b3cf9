package io.quipu.testing.sim.sketch;

import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.Series;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Labels of the values of one run: label number {@code i} has so many different values as its
 * modulus, and each label has a breakdown of its own.
 *
 * @param moduli the number of a value modulo this is its label
 */
record SketchLabels(List<Integer> moduli) {
  static final SketchLabels NONE = new SketchLabels(List.of());

  boolean isEmpty() {
    return moduli.isEmpty();
  }

  int breakdowns() {
    return moduli.size();
  }

  private static String label(int index) {
    return Character.toString('a' + index);
  }

  /** The settings of a sketch of sums with these labels. */
  Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>(Map.of("state", "sum"));
    if (!moduli.isEmpty()) {
      List<String> labels = new ArrayList<>();
      for (int i = 0; i < moduli.size(); i++) {
        labels.add(label(i));
      }
      settings.put(Breakdowns.LABELS, String.join(",", labels));
      settings.put(Breakdowns.BREAKDOWNS, String.join(";", labels));
    }
    return settings;
  }

  /** The labels of a value. */
  Map<String, String> of(int number) {
    Map<String, String> all = new HashMap<>();
    for (int i = 0; i < moduli.size(); i++) {
      all.put(label(i), Integer.toString(number % moduli.get(i)));
    }
    return all;
  }

  /** The ledgers of all series of a counter, by breakdown. */
  List<List<SketchLedger>> series(SketchLedger counter) {
    List<List<SketchLedger>> all = new ArrayList<>();
    for (int breakdown = 0; breakdown < moduli.size(); breakdown++) {
      List<SketchLedger> some = new ArrayList<>();
      for (int value = 0; value < moduli.get(breakdown); value++) {
        String key = new Series(breakdown, List.of(Integer.toString(value))).key();
        some.add(counter.series(key, values(moduli.get(breakdown), value)));
      }
      all.add(some);
    }
    return all;
  }

  private static long values(int modulus, int remainder) {
    long some = 0;
    for (int number = remainder; number < SketchLedger.VALUES; number += modulus) {
      some |= 1L << number;
    }
    return some;
  }
}
