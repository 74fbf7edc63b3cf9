package io.quipu.lab.strategies;

import io.quipu.lab.strategies.strategy.Strategy;
import java.util.function.Function;

/**
 * A way to count that can be compared.
 *
 * @param name the name for the option {@code --only}
 * @param title the name in the report
 * @param about a description of the method and its limits, in a sentence or two
 * @param make creates the strategy on a ground; blocks
 */
record Way(String name, String title, String about, Function<Ground, Strategy> make) {
  private static final String OURS = "quipu-";

  /** Returns the way of a kind of Quipu. Adds a prefix to the name. */
  static Way ofQuipu(String name, String title, String about, Function<Ground, Strategy> make) {
    return new Way(OURS + name, title, about, make);
  }

  boolean isOurs() {
    return name.startsWith(OURS);
  }
}
