package io.quipu.cli.screen;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The last values as a line of blocks. The height of a block is the share of its value in the
 * largest absolute value; a negative value has the lowest block.
 */
public final class Sparkline {
  private static final String BLOCKS = "▁▂▃▄▅▆▇█";

  private final int length;
  private final Deque<Double> values = new ArrayDeque<>();

  public Sparkline(int length) {
    this.length = length;
  }

  public void add(double value) {
    if (values.size() == length) {
      values.removeFirst();
    }
    values.addLast(value);
  }

  @Override
  public String toString() {
    double largest = values.stream().mapToDouble(Math::abs).max().orElse(0);
    StringBuilder line = new StringBuilder(" ".repeat(length - values.size()));
    for (double value : values) {
      double share = largest == 0 ? 0 : Math.max(0, value) / largest;
      line.append(BLOCKS.charAt((int) Math.round(share * (BLOCKS.length() - 1))));
    }
    return line.toString();
  }
}
