package io.quipu.engine.query.ranking;

import io.quipu.engine.kind.answer.Ranked;
import io.quipu.engine.names.Layout;
import java.util.List;

/**
 * The number of counters of a page that a ranking reads at once. The number is bounded by the rows
 * that the ranking may hold, see {@link io.quipu.engine.store.RowBudget}.
 */
final class RankingChunk {
  /** The maximum number of totals in a chunk. */
  static final int MOST = 1_000;

  /** The maximum number of states in a chunk, so that an answer of Cassandra stays below 2 MiB. */
  static final int MOST_STATES = 100;

  /**
   * The minimum number of counters in a chunk. In a smaller chunk, the queries cost more time than
   * the data.
   */
  static final int LEAST = 4;

  /** The number of counters in a chunk for which rankings are better made in several runs. */
  static final int USEFUL = 16;

  /** Rows that an encoded state takes in memory: seldom more than 63 pending ids of 256 bytes. */
  static final int STATE_ROWS = 26;

  private RankingChunk() {}

  /**
   * Returns the number of counters in a chunk.
   *
   * @param all rankings that are {@linkplain Ranked#isReadWith read together}
   * @param room number of rows that they may hold
   * @return less than {@value #LEAST}, possibly below 0, if there is too little room
   */
  static int of(Layout layout, List<Ranked> all, int room) {
    int most = all.get(0).bounds().isEmpty() ? MOST : MOST_STATES;
    int largest = all.stream().mapToInt(Ranked::held).sum();
    return Math.min(most, (room - largest) / held(layout, all.get(0)));
  }

  /**
   * The number of rows that are held for each counter of a chunk. With shards, every page holds a
   * chunk, and up to half of its previous chunk.
   */
  private static int held(Layout layout, Ranked ranked) {
    int read = ranked.shards() == 1 ? RankingPace.AT_ONCE : layout.pages() + layout.pages() / 2;
    int states = ranked.bounds().isEmpty() ? 0 : RankingPace.AT_ONCE * STATE_ROWS;
    return read + states;
  }
}
