package io.quipu.resp;

import io.quipu.counter.CounterName;
import io.quipu.counter.KnownCounter;
import io.quipu.counter.Namespace;
import io.quipu.http.Backend;
import io.quipu.http.access.Audit;
import io.quipu.kind.ReadOptions;
import io.quipu.resp.protocol.Reply;
import io.quipu.trace.Span;
import io.quipu.web.ProblemType;
import io.quipu.web.Rejection;
import io.vertx.core.Future;

/** Sets counters back to zero, one after the other, each of which is noted. */
final class Resets {
  private final Backend backend;
  private final Namespace namespace;
  private final Session session;

  Resets(Backend backend, Namespace namespace, Session session) {
    this.backend = backend;
    this.namespace = namespace;
    this.session = session;
  }

  /** How many of them had events. Those before one that fails are set back. */
  Future<Reply> all(Iterable<CounterName> counters) {
    Future<Long> done = Future.succeededFuture(0L);
    for (CounterName counter : counters) {
      done = done.compose(before -> one(counter).map(some -> before + some));
    }
    return done.map(Reply.Whole::new);
  }

  private Future<Long> one(CounterName counter) {
    return backend
        .count(new KnownCounter(counter, namespace), ReadOptions.USUAL, Span.NONE)
        .compose(answer -> answer.isEmpty() ? Future.succeededFuture(0L) : reset(counter).map(1L));
  }

  private Future<?> reset(CounterName counter) {
    return backend
        .reset(namespace, counter, Span.NONE)
        .onSuccess(done -> note(counter, done.at().toString()))
        .onFailure(
            failure -> {
              if (failure instanceof Rejection refusal
                  && refusal.problem().type() == ProblemType.OUTCOME_UNKNOWN) {
                note(counter, "unknown");
              }
            });
  }

  private void note(CounterName counter, String at) {
    Audit.reset(session.callerOrAnyone(), session.label(), CommandName.DEL.spelt(), counter, at);
  }
}
