package io.quipu.cassandra;

import io.quipu.time.Batcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Reads of different counters that are asked for during one turn of an event loop, as few queries:
 * what costs Cassandra and driver is the request, with its threads that wait for each other, far
 * more than the row that it finds. Each is read as by itself, at the same consistency and after it
 * was asked for; only that one which fails takes those of its query with it. Confined to one
 * context.
 *
 * @param <A> what is asked
 * @param <R> what is read
 */
final class JointReads<A, R> {
  /** A partition each: more gain nothing, and services limit how many a query may name. */
  private static final int MOST = 16;

  private final Query<A, R> query;
  private final Batcher<Asked<A, R>> batcher;

  /** How one, and how several are read. */
  interface Query<A, R> {
    /** Those whose kin are equal may share a query. */
    Object kin(A ask);

    CompletionStage<R> alone(A ask);

    /**
     * Reads several of one kin, the same possibly more than once.
     *
     * @return the answers in the order of the questions
     */
    CompletionStage<List<R>> together(List<A> asks);
  }

  private record Asked<A, R>(A ask, CompletableFuture<R> answer) {}

  /**
   * @param context asks, and completes what is asked
   */
  JointReads(Executor context, Query<A, R> query) {
    this.query = query;
    this.batcher = new Batcher<>(context, this::read);
  }

  CompletionStage<R> ask(A ask) {
    CompletableFuture<R> answer = new CompletableFuture<>();
    batcher.add(new Asked<>(ask, answer));
    return answer;
  }

  private void read(List<Asked<A, R>> all) {
    if (all.size() == 1) {
      alone(all.get(0));
      return;
    }
    Map<Object, List<Asked<A, R>>> kin = new LinkedHashMap<>();
    all.forEach(
        asked -> kin.computeIfAbsent(query.kin(asked.ask), first -> new ArrayList<>()).add(asked));
    for (List<Asked<A, R>> some : kin.values()) {
      for (int from = 0; from < some.size(); from += MOST) {
        together(some.subList(from, Math.min(some.size(), from + MOST)));
      }
    }
  }

  private void together(List<Asked<A, R>> some) {
    if (some.size() == 1) {
      alone(some.get(0));
      return;
    }
    query
        .together(some.stream().map(Asked::ask).toList())
        .whenComplete(
            (found, failure) -> {
              for (int i = 0; i < some.size(); i++) {
                complete(some.get(i), failure == null ? found.get(i) : null, failure);
              }
            });
  }

  private void alone(Asked<A, R> asked) {
    query.alone(asked.ask).whenComplete((found, failure) -> complete(asked, found, failure));
  }

  private void complete(Asked<A, R> asked, @Nullable R found, @Nullable Throwable failure) {
    if (failure == null) {
      asked.answer.complete(found);
    } else {
      asked.answer.completeExceptionally(failure);
    }
  }
}
