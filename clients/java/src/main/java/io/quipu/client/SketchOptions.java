package io.quipu.client;

import java.util.List;

/**
 * The parts of a sketch that are to be read.
 *
 * @param ranks of state {@code quantiles}, from 0 to 1, at most 20; none for those that the service
 *     answers unless asked
 * @param items of state {@code top}, at most so many: up to 100; 0 for as many as the service
 *     answers unless asked
 */
public record SketchOptions(List<Double> ranks, int items) {
  /** The parts that the service answers unless asked for others. */
  public static final SketchOptions USUAL = new SketchOptions(List.of(), 0);

  public SketchOptions {
    ranks = List.copyOf(ranks);
    if (ranks.stream().anyMatch(rank -> !(rank >= 0 && rank <= 1))) {
      throw new IllegalArgumentException("ranks are " + ranks + "; they must be from 0 to 1");
    }
    if (items < 0) {
      throw new IllegalArgumentException("items is " + items + "; it must be 0 or more");
    }
  }

  /** The values of some ranks. */
  public static SketchOptions ranks(Double... ranks) {
    return new SketchOptions(List.of(ranks), 0);
  }

  /** The most frequent values, at most so many. */
  public static SketchOptions items(int most) {
    return new SketchOptions(List.of(), most);
  }
}
