package io.quipu.edge.resp.counters;

import io.quipu.edge.resp.protocol.Reply;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.ops.trace.Span;
import io.quipu.service.Asker;
import io.quipu.service.CounterService;
import io.quipu.service.access.Audit;
import io.quipu.service.auth.Caller;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * Resets counters to zero, and notes each reset in the audit. Resets that are under way together
 * wait for the same horizon, so that {@value #AT_ONCE} resets take about as long as one.
 *
 * @param asker pays for fields, whose number is not known before
 * @param connection the name of the connection in the audit
 */
record Resets(
    CounterService service,
    Namespace namespace,
    Asker asker,
    String command,
    Caller caller,
    String connection) {
  /** The resets of one command under way at once. An ingest context also has room for others. */
  static final int AT_ONCE = 32;

  /**
   * Resets the counters that have events, and returns their number. After a failure no more resets
   * begin, but other counters may be reset already.
   */
  Future<Reply> all(Collection<CounterName> counters) {
    return next(List.copyOf(counters), 0, this::one).map(Reply.Whole::new);
  }

  /** Resets keys with their fields that are counters of their own. A key counts once. */
  Future<Reply> withFields(Collection<CounterName> keys) {
    return next(List.copyOf(keys), 0, this::withFields).map(Reply.Whole::new);
  }

  private Future<Long> withFields(CounterName key) {
    return one(key)
        .compose(own -> fields(new CounterFields(new KnownCounter(key, namespace)), "", own))
        .map(reset -> Math.min(reset, 1));
  }

  /** Resets fields page by page, so that a key with many takes no more room than others. */
  private Future<Long> fields(CounterFields fields, String after, long before) {
    return fields
        .page(service.questions(), Asker.SERVICE, after, Fields.PAGE)
        .compose(
            page -> {
              // the key has paid for the first page
              asker.owe(namespace.name(), page.fields().size() + (after.isEmpty() ? 0 : 1));
              return next(fields.counters(page), before, this::one)
                  .compose(
                      reset ->
                          page.next() == null
                              ? Future.succeededFuture(reset)
                              : fields(fields, page.next(), reset));
            });
  }

  private Future<Long> next(
      List<CounterName> counters, long before, Function<CounterName, Future<Long>> one) {
    if (counters.isEmpty()) {
      return Future.succeededFuture(before);
    }
    int some = Math.min(AT_ONCE, counters.size());
    List<Future<Long>> begun = counters.subList(0, some).stream().map(one).toList();
    return Future.join(begun)
        .transform(
            done -> {
              long reset =
                  before + begun.stream().filter(Future::succeeded).mapToLong(Future::result).sum();
              return done.failed()
                  ? Future.failedFuture(toBeTold(begun, reset))
                  : next(counters.subList(some, counters.size()), reset, one);
            });
  }

  /** Picks the failure to answer. An unknown outcome comes first: it must not look like a no. */
  private static Throwable toBeTold(List<Future<Long>> done, long reset) {
    List<Throwable> failures = done.stream().filter(Future::failed).map(Future::cause).toList();
    Throwable first =
        failures.stream().filter(Resets::isUnknown).findFirst().orElse(failures.get(0));
    // a refusal of one key alone would say that nothing was written
    return reset > 0 && first instanceof ServiceFailure refusal && !isUnknown(refusal)
        ? new ServiceFailure(
            refusal.reason(),
            "Keys that were reset: " + reset + ". One that was not: " + refusal.detail())
        : first;
  }

  private static boolean isUnknown(Throwable failure) {
    return !(failure instanceof ServiceFailure refusal)
        || refusal.reason() == Reason.OUTCOME_UNKNOWN;
  }

  private Future<Long> one(CounterName counter) {
    return service
        .questions()
        .answer(new Question.Count(new KnownCounter(counter, namespace)), Asker.SERVICE)
        .compose(answer -> answer.isEmpty() ? Future.succeededFuture(0L) : reset(counter).map(1L));
  }

  private Future<?> reset(CounterName counter) {
    return service
        .reset(namespace, counter, Span.NONE)
        .onSuccess(done -> note(counter, done.at().toString()))
        .onFailure(
            failure -> {
              if (ServiceFailure.is(failure, Reason.OUTCOME_UNKNOWN)) {
                note(counter, "unknown");
              }
            });
  }

  private void note(CounterName counter, String at) {
    Audit.reset(caller, connection, command, counter, at);
  }
}
