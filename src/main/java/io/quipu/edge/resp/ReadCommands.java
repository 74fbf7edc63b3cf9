package io.quipu.edge.resp;

import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.Reply;
import io.quipu.engine.kind.Answer;
import io.quipu.engine.kind.Holding;
import io.quipu.engine.kind.ReadOptions;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.model.Namespace;
import io.quipu.service.auth.Right;
import io.vertx.core.Future;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The commands that read counters. Confined to the context of one server instance. */
record ReadCommands(KeyAccess access) {
  /** {@code GET}: the count. */
  Future<Step> get(Command command, Session session) {
    return access
        .allowed(session, Right.READ, List.of(), KeyAccess.counter(command, 1, session))
        .compose(
            known ->
                access.holding(known).isNumber()
                    ? Future.succeededFuture(() -> read(known, session).map(ReadCommands::number))
                    : Step.answered(Refusals.WRONG_TYPE));
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

  /** {@code PFCOUNT}: the estimated number of different values. */
  Future<Step> distinct(Command command, Session session) {
    if (command.size() > 2) {
      return Step.answered(
          Reply.failure("PFCOUNT takes one key: sketches are not merged by reads"));
    }
    return access
        .allowed(session, Right.READ, List.of(), KeyAccess.counter(command, 1, session))
        .compose(
            known ->
                access.holding(known) == Holding.DISTINCT
                    ? Future.succeededFuture(
                        () -> read(known, session).map(ReadCommands::cardinality))
                    : Step.answered(Refusals.WRONG_TYPE));
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
                        .map(answer -> new Reply.Status(answer.isEmpty() ? "none" : "string")));
  }

  /** {@code TTL} and {@code PTTL}: the time until a count begins again. */
  Future<Step> left(Command command, Session session, TimeToLive unit) {
    return access
        .allowed(session, Right.READ, List.of(), KeyAccess.counter(command, 1, session))
        .map(
            known ->
                () ->
                    read(known, session)
                        .map(answer -> unit.of(answer, access.service().clock().wall())));
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
                    : Step.answered(Refusals.WRONG_TYPE));
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
        .map(known -> () -> readAll(counters, known.namespace(), session).map(existing(counters)));
  }

  private static Function<Map<CounterName, Answer>, Reply> existing(List<CounterName> counters) {
    return answers ->
        new Reply.Whole(
            counters.stream()
                .map(answers::get)
                .filter(answer -> answer != null && !answer.isEmpty())
                .count());
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
