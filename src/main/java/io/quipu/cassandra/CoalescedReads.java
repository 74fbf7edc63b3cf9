package io.quipu.cassandra;

import io.quipu.engine.time.Batcher;
import io.quipu.ops.trace.CurrentSpan;
import io.quipu.ops.trace.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Sends the reads of one turn of an event loop in few queries, because a request costs Cassandra
 * and the driver far more than a row that the request finds. A query is sent after all of its reads
 * were requested, so each read has the consistency of a query of its own. If the query fails, all
 * of its reads fail. Confined to one context.
 *
 * @param <A> what is asked
 * @param <R> what is read
 */
final class CoalescedReads<A, R> {
  private final Query<A, R> query;
  private final int most;
  private final Batcher<Pending<A, R>> batcher;

  /** The query that answers one read or several. */
  interface Query<A, R> {
    /** The group of a read. Only reads of equal groups share a query. */
    Object group(A ask);

    /** The size of a read; the sizes of all reads in a query are added. */
    default int size(A ask) {
      return 1;
    }

    CompletionStage<R> readOne(A ask);

    /**
     * Answers several reads of one group. Equal reads may occur.
     *
     * @return one answer for each read, in the order of the reads
     */
    CompletionStage<List<R>> readSeveral(List<A> asks);
  }

  /**
   * @param work the span in which the read was requested
   */
  private record Pending<A, R>(A ask, CompletableFuture<R> answer, Span work) {
    void complete(@Nullable R found, @Nullable Throwable failure) {
      if (failure == null) {
        answer.complete(found);
      } else {
        answer.completeExceptionally(failure);
      }
    }
  }

  /**
   * @param context runs a task after the current task of the context
   * @param most the maximum size of a query with several reads; a larger read has a query of its
   *     own
   */
  CoalescedReads(Executor context, Query<A, R> query, int most) {
    this.query = query;
    this.most = most;
    this.batcher = new Batcher<>(context, this::send);
  }

  CompletionStage<R> read(A ask) {
    CompletableFuture<R> answer = new CompletableFuture<>();
    batcher.add(new Pending<>(ask, answer, CurrentSpan.get()));
    return CurrentSpan.keeping(answer);
  }

  private void send(List<Pending<A, R>> all) {
    if (all.size() == 1) {
      sendTogether(all);
      return;
    }
    Map<Object, List<Pending<A, R>>> groups = new LinkedHashMap<>();
    all.forEach(
        pending ->
            groups
                .computeIfAbsent(query.group(pending.ask), first -> new ArrayList<>())
                .add(pending));
    groups.values().forEach(this::sendGroup);
  }

  private void sendGroup(List<Pending<A, R>> group) {
    int from = 0;
    int size = 0;
    for (int i = 0; i < group.size(); i++) {
      int one = query.size(group.get(i).ask);
      if (i > from && size + one > most) {
        sendTogether(group.subList(from, i));
        from = i;
        size = 0;
      }
      size += one;
    }
    sendTogether(group.subList(from, group.size()));
  }

  private void sendTogether(List<Pending<A, R>> some) {
    if (CurrentSpan.isUsed()) {
      CurrentSpan.run(
          Span.ofAll(some.stream().map(Pending::work).toList()), () -> sendGathered(some));
    } else {
      sendGathered(some);
    }
  }

  private void sendGathered(List<Pending<A, R>> some) {
    if (some.size() == 1) {
      sendOne(some.get(0));
      return;
    }
    query
        .readSeveral(some.stream().map(Pending::ask).toList())
        .whenComplete((found, failure) -> complete(some, found, failure));
  }

  /**
   * Completes all reads. If the number of answers is wrong, all reads fail, because no answer can
   * be assigned to a read.
   */
  private static <A, R> void complete(
      List<Pending<A, R>> some, @Nullable List<R> found, @Nullable Throwable failure) {
    Throwable wrong =
        failure == null && (found == null || found.size() != some.size())
            ? new IllegalStateException("not as many answers as questions")
            : failure;
    for (int i = 0; i < some.size(); i++) {
      some.get(i).complete(wrong == null && found != null ? found.get(i) : null, wrong);
    }
  }

  private void sendOne(Pending<A, R> pending) {
    query.readOne(pending.ask).whenComplete(pending::complete);
  }
}
