package io.quipu.engine.state;

/**
 * The sizes of runs of settled ids.
 *
 * @param idsInBlock the number of ids that a block has on average
 * @param runs the number of runs of a level from which on they are merged
 */
public record IdBounds(int idsInBlock, int runs) {
  /** The bounds of a service: blocks of about 4 KB. */
  public static final IdBounds USUAL = new IdBounds(170, 16);

  /** The maximum number of runs in one merge. */
  public static final int MOST_RUNS = 64;

  /** The maximum number of ids in a run that was merged. */
  public static final int MOST_IDS = 1 << 24;
}
