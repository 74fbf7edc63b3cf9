package io.quipu.engine.state;

import io.quipu.engine.names.IdKey;

/**
 * A run of settled ids of a page: ids of one period that a step counted, or that several runs had
 * which were merged. Blocks divide the hashes evenly, so a key tells its block without an index.
 * Blocks are stored in pieces, each a partition, so that partitions are bounded.
 *
 * @param number unique among the runs of the page and period
 * @param level 0 for the ids of a step; above the levels of the runs that were merged
 * @param ids the number of ids when the run was named
 * @param blocks the number of blocks; a block without ids is stored, too
 */
public record IdRun(RunPeriod period, long number, int level, int ids, int blocks)
    implements Comparable<IdRun> {
  /** The number of blocks in a piece: with blocks of 4 KB, a partition has some 140 KB. */
  public static final int BLOCKS_IN_PIECE = 32;

  /** The run with the ids that a step counted in a period. */
  static IdRun ofStep(RunPeriod period, long step, int ids, IdBounds bounds) {
    return new IdRun(period, numberOfStep(step), 0, ids, blocks(ids, bounds));
  }

  /** The run of a merge that a step begins. */
  public static IdRun ofMerge(RunPeriod period, long step, int level, int ids, IdBounds bounds) {
    return new IdRun(period, numberOfStep(step) + 1, level, ids, blocks(ids, bounds));
  }

  private static int blocks(int ids, IdBounds bounds) {
    return Math.max(1, (ids + bounds.idsInBlock() - 1) / bounds.idsInBlock());
  }

  static long numberOfStep(long step) {
    return 2 * step;
  }

  /** Tells whether a step counted the ids of this run. */
  public boolean isOfStep(long step) {
    return number == numberOfStep(step);
  }

  /** The number of pieces. */
  public int pieces() {
    return (blocks + BLOCKS_IN_PIECE - 1) / BLOCKS_IN_PIECE;
  }

  /** The block of a key. */
  public int blockOf(IdKey key) {
    return (int) (((key.high() >>> 32) * blocks) >>> 32);
  }

  /**
   * The first block whose hashes are at or above the hashes before {@code block} of another run.
   */
  public int firstOverlapping(IdRun other, int block) {
    return (int) ((other.firstHash(block) * blocks) >>> 32);
  }

  /** The last block with hashes of the blocks before {@code end} of another run. */
  public int lastOverlapping(IdRun other, int end) {
    return (int) (((other.firstHash(end) - 1) * blocks) >>> 32);
  }

  /** The least upper half of a hash that lies in a block. */
  private long firstHash(int block) {
    return (((long) block << 32) + blocks - 1) / blocks;
  }

  /** The place of a piece of this run. */
  public RunPlace place(int page, int piece) {
    return new RunPlace(page, period, number, piece);
  }

  /** The exclusive last block of a piece. */
  public int endOfPiece(int piece) {
    return Math.min(blocks, (piece + 1) * BLOCKS_IN_PIECE);
  }

  @Override
  public int compareTo(IdRun other) {
    int order = period.compareTo(other.period);
    return order != 0 ? order : Long.compare(number, other.number);
  }
}
