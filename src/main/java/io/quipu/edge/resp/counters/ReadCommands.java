package io.quipu.edge.resp.counters;

import io.quipu.edge.resp.command.Session;
import io.quipu.edge.resp.command.Step;
import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.Reply;
import io.quipu.engine.keys.Right;
import io.quipu.engine.kind.Holding;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.service.Asker;
import io.vertx.core.Future;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/** The commands that read counters. Confined to the context of one server instance. */
record ReadCommands(KeyAccess access) {
  /** The number of keys whose fields are looked for at once. */
  private static final int FIELDS_AT_ONCE = 16;

  /** {@code GET} and {@code STRLEN}: something of the count. */
  Future<Step> get(Command command, Session session, Function<Answer, Reply> reply) {
    return read(command, session, Holding::isNumber, reply);
  }

  /** {@code PFCOUNT}: the estimated number of different values. */
  Future<Step> distinct(Command command, Session session) {
    return read(
        command, session, holding -> holding == Holding.DISTINCT, ReadCommands::cardinality);
  }

  private Future<Step> read(
      Command command, Session session, Predicate<Holding> fits, Function<Answer, Reply> reply) {
    return access
        .allowed(session, Right.READ, KeyAccess.counter(command, 1, session))
        .compose(
            known ->
                fits.test(access.holding(known))
                    ? Future.succeededFuture(() -> read(known).map(reply))
                    : access.wrongType(known));
  }

  /** Reads the count of a counter or series that is paid. */
  Future<Answer> read(KnownCounter known) {
    return access.service().questions().answer(new Question.Count(known), Asker.SERVICE);
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

  private static Reply cardinality(Answer answer) {
    BigInteger number = answer.wholeNumber();
    return new Reply.Whole(number == null ? 0 : number.longValueExact());
  }

  /**
   * {@code TYPE}, {@code TTL} and {@code PTTL}: something of a key.
   *
   * @param reply gets the answer for the counter of the key, and whether the key exists: its
   *     counter or fields have events
   */
  Future<Step> key(Command command, Session session, BiFunction<Answer, Boolean, Reply> reply) {
    return access
        .allowed(session, Right.READ, KeyAccess.counter(command, 1, session))
        .map(
            known -> {
              Asker asker = access.asker(session, known.name().namespace());
              return () ->
                  read(known)
                      .compose(
                          answer ->
                              exists(known, answer, asker)
                                  .map(exists -> reply.apply(answer, exists)));
            });
  }

  /** {@code TYPE}: of a key that has both a count and fields, that of the count. */
  static Reply type(Answer answer, boolean exists) {
    return new Reply.Status(exists ? answer.isEmpty() ? "hash" : "string" : "none");
  }

  /**
   * Tells whether a key has events of its own, or fields that are counters of their own. Other
   * fields are parts of the events of the key.
   */
  private Future<Boolean> exists(KnownCounter key, Answer answer, Asker asker) {
    return answer.isEmpty() && access.holding(key) == Holding.ORDERED_SUM
        ? new CounterFields(key)
            .all(access.service().questions(), asker, 0)
            .map(found -> !found.isEmpty())
        : Future.succeededFuture(!answer.isEmpty());
  }

  /** {@code MGET}: the counts, in the order of the keys. */
  Future<Step> getMany(Command command, Session session) {
    List<CounterName> counters = KeyAccess.counters(command, session);
    return access
        .allowed(session, Right.READ, counters)
        .compose(
            known ->
                access.holding(known).isNumber()
                    ? Future.succeededFuture(
                        () -> readAll(counters, known.namespace()).map(numbers(counters)))
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

  /** {@code EXISTS}: the number of keys that have events, or fields with events. */
  Future<Step> exist(Command command, Session session) {
    List<CounterName> counters = KeyAccess.counters(command, session);
    return access
        .allowed(session, Right.READ, counters)
        .map(
            known -> {
              Asker asker = access.asker(session, known.name().namespace());
              return () ->
                  readAll(counters, known.namespace())
                      .compose(answers -> existing(answers, known.namespace(), asker))
                      .map(
                          found ->
                              new Reply.Whole(counters.stream().filter(found::contains).count()));
            });
  }

  private Future<Set<CounterName>> existing(
      Map<CounterName, Answer> answers, Namespace namespace, Asker asker) {
    Set<CounterName> found = new HashSet<>();
    return Future.fromCompletionStage(
            BoundedConcurrency.forEach(
                FIELDS_AT_ONCE,
                List.copyOf(answers.entrySet()),
                one ->
                    exists(new KnownCounter(one.getKey(), namespace), one.getValue(), asker)
                        .onSuccess(has -> found.addAll(has ? List.of(one.getKey()) : List.of()))
                        .toCompletionStage()))
        .map(found);
  }

  /** Reads counters or series that are paid, by their names as callers say them. */
  Future<Map<CounterName, Answer>> readAll(List<CounterName> counters, Namespace namespace) {
    List<KnownCounter> asked = new ArrayList<>();
    for (CounterName counter : new LinkedHashSet<>(counters)) {
      asked.add(new KnownCounter(counter, namespace));
    }
    Map<CounterName, Answer> answers = new HashMap<>();
    return access
        .service()
        .questions()
        .counts(asked, Asker.SERVICE, answer -> answers.put(answer.counter().named(), answer))
        .map(answers);
  }
}
