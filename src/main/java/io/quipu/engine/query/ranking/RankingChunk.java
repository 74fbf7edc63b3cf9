package io.quipu.engine.query.ranking;

import io.quipu.engine.model.Layout;

/**
 * The number of counters of a page that a ranking reads at once: as many as it has room for, in the
 * rows of {@link io.quipu.engine.store.RowBudget}.
 */
final class RankingChunk {
  /** The most, of totals. */
  static final int MOST = 1_000;

  /** The most, of states: an answer of Cassandra stays below 2 MiB. */
  static final int MOST_STATES = 100;

  /** With fewer, the queries would take longer than what they read. */
  static final int LEAST = 4;

  /** Rows that a state takes until it is decoded: settling leaves it up to 63 ids of 256 bytes. */
  static final int STATE_ROWS = 26;

  private RankingChunk() {}

  /**
   * The size.
   *
   * @param room rows that the ranking may hold
   * @return less than {@value #LEAST} if there is too little room
   */
  static int of(Layout layout, Ranked ranked, int room) {
    int most = ranked.window() == null ? MOST : MOST_STATES;
    return Math.min(most, (room - Ranking.MOST) / held(layout, ranked));
  }

  /**
   * Rows that are held for each counter of a chunk. With shards every page has read one, and half
   * of another is left over.
   */
  private static int held(Layout layout, Ranked ranked) {
    int read = ranked.shards() == 1 ? RankingPace.AT_ONCE : layout.pages() + layout.pages() / 2;
    int states = ranked.window() == null ? 0 : RankingPace.AT_ONCE * STATE_ROWS;
    return read + states;
  }
}
