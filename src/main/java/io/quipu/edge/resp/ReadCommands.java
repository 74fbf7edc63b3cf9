package io.quipu.edge.resp;

import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.Reply;
import io.quipu.engine.kind.Answer;
import io.quipu.engine.kind.Holding;
import io.quipu.engine.kind.ReadOptions;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.service.auth.Right;
import io.vertx.core.Future;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The commands that read counters. Confined to the context of one server instance. */
record ReadCommands(KeyAccess access) {
  /** The number of keys whose fields are looked for at once. */
  private static final int FIELDS_AT_ONCE = 16;

  /** {@code GET} and {@code STRLEN}: something of the count. */
  Future<Step> get(Command command, Session session, Function<Answer, Reply> reply) {
    return access
        .allowed(session, Right.READ, List.of(), KeyAccess.counter(command, 1, session))
        .compose(
            known ->
                access.holding(known).isNumber()
                    ? Future.succeededFuture(() -> read(known, session).map(reply))
                    : access.wrongType(known));
  }

  /** Reads the count of a counter or series. */
  Future<Answer> read(KnownCounter known, Session session) {
    return access
        .service()
        .reads()
        .count(known, ReadOptions.USUAL, access.asker(session, known.namespace()));
  }

  /** A count; the null reply if there are no events. */
  static Reply number(Answer answer) {
    BigInteger number = answer.wholeNumber();
    return answer.isEmpty() || number == null ? Reply.NULL : Reply.Bulk.of(number.toString());
  }

  /** The number of digits and signs of a count; 0 if there are no events. */
  static Reply length(Answer answer) {
    BigInteger number = answer.wholeNumber();
    return new Reply.Whole(answer.isEmpty() || number == null ? 0 : number.toString().length());
  }

  /** {@code PFCOUNT}: the estimated number of different values. */
  Future<Step> distinct(Command command, Session session) {
    return access
        .allowed(session, Right.READ, List.of(), KeyAccess.counter(command, 1, session))
        .compose(
            known ->
                access.holding(known) == Holding.DISTINCT
                    ? Future.succeededFuture(
                        () -> read(known, session).map(ReadCommands::cardinality))
                    : access.wrongType(known));
  }

  private static Reply cardinality(Answer answer) {
    BigInteger number = answer.wholeNumber();
    return new Reply.Whole(number == null ? 0 : number.longValueExact());
  }

  /** {@code TYPE}: whether there is a counter with events. */
  Future<Step> type(Command command, Session session) {
    return access
        .allowed(session, Right.READ, List.of(), KeyAccess.counter(command, 1, session))
        .map(
            known ->
                () ->
                    read(known, session)
                        .compose(
                            answer ->
                                answer.isEmpty()
                                    ? hasFields(known, session)
                                        .map(has -> new Reply.Status(has ? "hash" : "none"))
                                    : Future.succeededFuture(new Reply.Status("string"))));
  }

  /**
   * Tells whether a key without events of its own has fields that are counters of their own. Other
   * fields are parts of the events of the key.
   */
  private Future<Boolean> hasFields(KnownCounter key, Session session) {
    return access.holding(key) == Holding.ORDERED_SUM
        ? new CounterFields(key)
            .all(access.service().reads(), access.asker(session, key.namespace()), 0)
            .map(found -> !found.isEmpty())
        : Future.succeededFuture(false);
  }

  /** {@code TTL} and {@code PTTL}: the time until a count begins again. */
  Future<Step> left(Command command, Session session, TimeToLive unit) {
    return access
        .allowed(session, Right.READ, List.of(), KeyAccess.counter(command, 1, session))
        .map(
            known ->
                () ->
                    read(known, session)
                        .compose(
                            answer ->
                                answer.isEmpty()
                                    ? hasFields(known, session).map(TimeToLive::withoutEvents)
                                    : Future.succeededFuture(
                                        unit.of(answer, access.service().clock().wall()))));
  }

  /** {@code MGET}: the counts, in the order of the keys. */
  Future<Step> getMany(Command command, Session session) {
    List<CounterName> counters = KeyAccess.counters(command, session);
    return access
        .allowed(session, Right.READ, List.of(), counters)
        .compose(
            known ->
                access.holding(known).isNumber()
                    ? Future.succeededFuture(
                        () -> readAll(counters, known.namespace(), session).map(numbers(counters)))
                    : access.wrongType(known));
  }

  /** The reply with counts, in an order. */
  static Function<Map<CounterName, Answer>, Reply> numbers(List<CounterName> counters) {
    return answers -> {
      List<Reply> numbers = new ArrayList<>();
      for (CounterName counter : counters) {
        Answer answer = answers.get(counter);
        numbers.add(answer == null ? Reply.NULL : number(answer));
      }
      return new Reply.Items(numbers);
    };
  }

  /** {@code EXISTS}: the number of keys whose counters have events. */
  Future<Step> exist(Command command, Session session) {
    List<CounterName> counters = KeyAccess.counters(command, session);
    return access
        .allowed(session, Right.READ, List.of(), counters)
        .map(
            known ->
                () ->
                    readAll(counters, known.namespace(), session)
                        .compose(answers -> existing(answers, session, known.namespace()))
                        .map(
                            found ->
                                new Reply.Whole(
                                    counters.stream().filter(found::contains).count())));
  }

  /** The keys that have events, or fields with events. */
  private Future<Set<CounterName>> existing(
      Map<CounterName, Answer> answers, Session session, Namespace namespace) {
    Set<CounterName> found = new HashSet<>();
    return Future.fromCompletionStage(
            BoundedConcurrency.forEach(
                FIELDS_AT_ONCE,
                List.copyOf(answers.entrySet()),
                one ->
                    (one.getValue().isEmpty()
                            ? hasFields(new KnownCounter(one.getKey(), namespace), session)
                            : Future.succeededFuture(true))
                        .onSuccess(has -> found.addAll(has ? List.of(one.getKey()) : List.of()))
                        .toCompletionStage()))
        .map(found);
  }

  /** Reads counters, or series, by their names as callers say them. */
  Future<Map<CounterName, Answer>> readAll(
      List<CounterName> counters, Namespace namespace, Session session) {
    List<KnownCounter> asked = new ArrayList<>();
    for (CounterName counter : new LinkedHashSet<>(counters)) {
      asked.add(new KnownCounter(counter, namespace));
    }
    Map<CounterName, Answer> answers = new HashMap<>();
    return access
        .service()
        .reads()
        .counts(
            asked,
            access.asker(session, namespace),
            answer -> answers.put(answer.counter().named(), answer))
        .map(answers);
  }
}
