package io.quipu.cli.spelling;

import io.quipu.engine.input.EditDistance;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The name that a mistyped one is nearest to. */
public final class Nearest {
  private Nearest() {}

  /** Returns the words to append to a message; empty where no name is near. */
  public static String hint(String typed, Collection<String> names) {
    return of(typed, names).map(name -> ". Did you mean " + name + "?").orElse("");
  }

  /** Returns another name that differs by a few letters, or that begins with what was typed. */
  static Optional<String> of(String typed, Collection<String> names) {
    return names.stream()
        .filter(name -> !name.equals(typed) && distance(typed, name) <= most(typed))
        .min(
            Comparator.comparingInt((String name) -> distance(typed, name))
                .thenComparing(name -> name))
        .or(() -> completed(typed, names));
  }

  private static Optional<String> completed(String typed, Collection<String> names) {
    return typed.length() < 2
        ? Optional.empty()
        : names.stream()
            .filter(name -> !name.equals(typed) && name.startsWith(typed))
            .sorted()
            .findFirst();
  }

  private static int most(String typed) {
    return Math.max(1, typed.length() / 3);
  }

  /** The number of slips; case is no difference. */
  private static int distance(String one, String two) {
    return EditDistance.of(one.toLowerCase(Locale.ROOT), two.toLowerCase(Locale.ROOT));
  }
}
