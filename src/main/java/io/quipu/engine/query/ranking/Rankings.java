package io.quipu.engine.query.ranking;

import io.quipu.engine.kind.answer.Ranked;
import io.quipu.engine.kind.answer.Ranking;
import io.quipu.engine.kind.answer.Reader;
import io.quipu.engine.names.Layout;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The rankings of a process. A ranking is made on request, once for all requests that come while
 * the ranking is made. The ranking then serves later requests, at least as long as counts take to
 * be settled. A ranking with longer queries serves longer, so that rankings take only a small share
 * of Cassandra ({@link RankingPace}). If the share is used up, the answer is an older ranking, or a
 * failure if there is none. Confined to the scheduler's context.
 */
public final class Rankings implements Reader {
  /**
   * The maximum number of rankings that are kept: the most recently requested ones. A page that
   * shows 500 namespaces asks for three of each, again and again.
   */
  static final int MOST_KEPT = 2_000;

  /** The maximum number of counters and sums of all kept rankings together. */
  static final int MOST_KEPT_COUNTERS = 20 * Ranking.MOST;

  /**
   * The maximum number of runs at once that make rankings. Each takes an equal part of the rows for
   * rankings.
   */
  static final int MOST_AT_ONCE = 2;

  /** The maximum number of runs that make rankings or wait for room. */
  static final int MOST_ASKED = 8;

  /** The time that a ranking waits for room in memory. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final RankingStores stores;
  private final Layout layout;
  private final RowShare.Taker rows;
  private final Clock clock;
  private final Duration shortest;
  private final RankingMeters meters;
  private final RankingPace pace;
  private final Map<Ranked, CompletableFuture<Ranking>> making = new LinkedHashMap<>();
  private final Map<Ranked, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);
  private int keptCounters;
  private int runs;
  private EventTime horizon = EventTime.MIN;

  /**
   * @param serves monotonic time until which the ranking serves
   */
  private record Kept(Ranking ranking, long serves) {
    int counters() {
      return ranking.first().size() + ranking.ranges().size();
    }
  }

  /**
   * @param rows the rows that rankings may hold
   * @param shortest the shortest time for which a ranking serves
   */
  public Rankings(
      RankingStores stores,
      Layout layout,
      RowShare.Taker rows,
      Clock clock,
      Duration shortest,
      RankingMeters meters) {
    this.stores = stores;
    this.layout = layout;
    this.rows = rows;
    this.clock = clock;
    this.shortest = shortest;
    this.meters = meters;
    this.pace = new RankingPace(clock);
  }

  /** Takes in an announced horizon. */
  public void onHorizon(EventTime announced) {
    horizon = EventTime.max(horizon, announced);
  }

  /**
   * Returns a new or kept ranking. Fails with the store unavailable, also if there is too much to
   * do and no ranking is kept.
   */
  @Override
  public CompletionStage<Ranking> top(Ranked ranked) {
    return all(List.of(ranked)).get(0);
  }

  /** Returns new or kept rankings, as {@link #top}. Fails if one of them fails. */
  @Override
  public CompletionStage<List<Ranking>> together(Ranked.Together asked) {
    List<CompletionStage<Ranking>> answers = all(asked.all());
    return BoundedConcurrency.map(1, answers, answer -> answer);
  }

  private List<CompletionStage<Ranking>> all(List<Ranked> asked) {
    Map<Ranked, CompletionStage<Ranking>> answers = new HashMap<>();
    List<Ranked> missing = new ArrayList<>();
    for (Ranked ranked : asked) {
      CompletionStage<Ranking> known = known(ranked);
      if (known != null) {
        answers.put(ranked, known);
      } else {
        missing.add(ranked);
      }
    }
    if (!missing.isEmpty() && runs < MOST_ASKED) {
      answers.putAll(make(missing));
    } else {
      missing.forEach(ranked -> answers.put(ranked, older(ranked)));
    }
    return asked.stream().map(ranked -> Objects.requireNonNull(answers.get(ranked))).toList();
  }

  /** Splits rankings for which a run has too little memory to read them together. */
  private List<List<Ranked>> parts(List<Ranked> all) {
    int most = all.size();
    while (most > 1
        && RankingChunk.of(layout, all.subList(0, most), room()) < RankingChunk.USEFUL) {
      most = (most + 1) / 2;
    }
    return BoundedConcurrency.chunks(all, most);
  }

  private int room() {
    return rows.rows() / MOST_AT_ONCE;
  }

  /** A ranking that still serves, or is being made; null if there is none. */
  private @Nullable CompletionStage<Ranking> known(Ranked ranked) {
    Kept last = kept.get(ranked);
    return last != null && clock.monotonicNanos() - last.serves < 0
        ? CompletableFuture.completedStage(last.ranking)
        : making.get(ranked);
  }

  private CompletionStage<Ranking> older(Ranked ranked) {
    Kept last = kept.get(ranked);
    return last != null ? CompletableFuture.completedStage(last.ranking) : tooMuch();
  }

  private static <T> CompletionStage<T> tooMuch() {
    return CompletableFuture.failedStage(
        StoreUnavailable.busy("This instance has made too many rankings of late."));
  }

  private <T> CompletionStage<T> tooSmall(List<Ranked> all) {
    return CompletableFuture.failedStage(
        StoreUnavailable.busy(
            "The memory of this instance is too small to rank the counters of "
                + all.size()
                + " namespaces over "
                + layout.pages()
                + " pages."));
  }

  /** Makes rankings, which are in {@code making} until they are made. */
  private Map<Ranked, CompletableFuture<Ranking>> make(List<Ranked> all) {
    Map<Ranked, CompletableFuture<Ranking>> answers = new LinkedHashMap<>();
    all.forEach(ranked -> answers.put(ranked, new CompletableFuture<>()));
    making.putAll(answers);
    runs++;
    BoundedConcurrency.forEach(1, parts(all), some -> make(some, answers))
        .whenComplete((done, failure) -> runs--);
    return answers;
  }

  /** Makes rankings in one run; completes, and does not fail, when they have their answers. */
  private CompletionStage<Void> make(
      List<Ranked> all, Map<Ranked, CompletableFuture<Ranking>> answers) {
    int room = room();
    int chunk = RankingChunk.of(layout, all, room);
    RankingRun run = new RankingRun(stores, layout, pace, all, chunk, horizon);
    long start = clock.monotonicNanos();
    CompletionStage<List<Ranking>> made =
        chunk < RankingChunk.LEAST
            ? tooSmall(all)
            : rows.take(room, PATIENCE)
                .thenCompose(held -> begin(run).whenComplete((done, failure) -> held.close()));
    return made.handle(
        (rankings, failure) -> {
          if (failure == null) {
            meters.made(Duration.ofNanos(clock.monotonicNanos() - start), rankings);
          }
          for (int i = 0; i < all.size(); i++) {
            Ranked ranked = all.get(i);
            making.remove(ranked);
            CompletableFuture<Ranking> answer = Objects.requireNonNull(answers.get(ranked));
            if (failure == null) {
              keep(ranked, rankings.get(i), run);
              answer.complete(rankings.get(i));
            } else {
              fail(ranked, answer, failure);
            }
          }
          return null;
        });
  }

  private void fail(Ranked ranked, CompletableFuture<Ranking> answer, Throwable failure) {
    Kept last = kept.get(ranked);
    if (last != null && StoreUnavailable.isBusy(failure)) {
      answer.complete(last.ranking);
    } else {
      answer.completeExceptionally(failure);
    }
  }

  private CompletionStage<List<Ranking>> begin(RankingRun run) {
    return pace.begin() ? run.make().whenComplete((done, failure) -> pace.end()) : tooMuch();
  }

  private void keep(Ranked ranked, Ranking ranking, RankingRun run) {
    long rest = Math.max(shortest.toNanos(), RankingPace.restNanos(run.taken()));
    Kept now = new Kept(ranking, clock.monotonicNanos() + rest);
    Kept last = kept.put(ranked, now);
    keptCounters += now.counters() - (last == null ? 0 : last.counters());
    Iterator<Kept> oldest = kept.values().iterator();
    while (kept.size() > MOST_KEPT || keptCounters > MOST_KEPT_COUNTERS) {
      keptCounters -= oldest.next().counters();
      oldest.remove();
    }
  }

  /** The number of rankings that are kept. */
  int kept() {
    return kept.size();
  }
}
