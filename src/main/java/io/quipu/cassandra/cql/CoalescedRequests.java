package io.quipu.cassandra.cql;

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
 * Sends the requests of one turn of an event loop in few statements, because a request costs
 * Cassandra and the driver far more than a row of the request. A statement is sent after all of its
 * requests were made, so each request has the consistency of a statement of its own. If the
 * statement fails, all of its requests fail. Confined to one context.
 *
 * @param <A> what is asked
 * @param <R> what is answered
 */
public final class CoalescedRequests<A, R> {
  private final Query<A, R> query;
  private final int most;
  private final Batcher<Pending<A, R>> batcher;

  /** The query that answers one request or several. */
  public interface Query<A, R> {
    /** The group of a request. Only requests of equal groups share a query. */
    Object group(A ask);

    /** The size of a request; the sizes of all requests in a query are added. */
    default int size(A ask) {
      return 1;
    }

    CompletionStage<R> askOne(A ask);

    /**
     * Answers several requests of one group. Equal requests may occur.
     *
     * @return one answer for each request, in the order of the requests
     */
    CompletionStage<List<R>> askSeveral(List<A> asks);
  }

  /**
   * @param work the span in which the request was made
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
   * @param most the maximum size of a query with several requests; a larger request has a query of
   *     its own
   */
  public CoalescedRequests(Executor context, Query<A, R> query, int most) {
    this.query = query;
    this.most = most;
    this.batcher = new Batcher<>(context, this::send);
  }

  /** Asks at the end of this turn. The stage completes on the context. */
  public CompletionStage<R> ask(A ask) {
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
        .askSeveral(some.stream().map(Pending::ask).toList())
        .whenComplete((found, failure) -> complete(some, found, failure));
  }

  /**
   * Completes all requests. If the number of answers is wrong, all requests fail, because no answer
   * can be assigned to a request.
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
    query.askOne(pending.ask).whenComplete(pending::complete);
  }
}
