package io.quipu.engine.query.ranking;

import io.quipu.engine.model.Layout;

/**
 * The number of counters of a page that a ranking reads at once. The number is bounded by the rows
 * that the ranking may hold, see {@link io.quipu.engine.store.RowBudget}.
 */
final class RankingChunk {
  /** Most totals in a chunk. */
  static final int MOST = 1_000;

  /** Most states in a chunk: an answer of Cassandra stays below 2 MiB. */
  static final int MOST_STATES = 100;

  /** Fewest counters in a chunk. In a smaller chunk, the queries cost more time than the data. */
  static final int LEAST = 4;

  /** Rows that a state takes before decoding: a state has up to 63 pending ids of 256 bytes. */
  static final int STATE_ROWS = 26;

  private RankingChunk() {}

  /**
   * The number of counters in a chunk.
   *
   * @param room rows that the ranking may hold
   * @return less than {@value #LEAST} if there is too little room
   */
  static int of(Layout layout, Ranked ranked, int room) {
    int most = ranked.window() == null ? MOST : MOST_STATES;
    return Math.min(most, (room - Ranking.MOST) / held(layout, ranked));
  }

  /**
   * Rows that are held for each counter of a chunk. With shards, every page holds a chunk, and up
   * to half of the chunk before.
   */
  private static int held(Layout layout, Ranked ranked) {
    int read = ranked.shards() == 1 ? RankingPace.AT_ONCE : layout.pages() + layout.pages() / 2;
    int states = ranked.window() == null ? 0 : RankingPace.AT_ONCE * STATE_ROWS;
    return read + states;
  }
}
