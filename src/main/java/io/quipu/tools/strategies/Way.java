package io.quipu.tools.strategies;

import io.quipu.tools.strategies.strategy.Strategy;
import java.util.function.Function;

/**
 * A way to count that can be compared.
 *
 * @param name for the option {@code --only}
 * @param title in the table
 * @param about how it counts, and what that means: a sentence or two
 * @param make what it keeps, made on its ground; blocks
 */
record Way(String name, String title, String about, Function<Ground, Strategy> make) {
  private static final String OURS = "quipu-";

  /** A kind of Quipu. */
  static Way ofQuipu(String name, String title, String about, Function<Ground, Strategy> make) {
    return new Way(OURS + name, title, about, make);
  }

  boolean isOurs() {
    return name.startsWith(OURS);
  }
}
