package io.quipu.edge.resp;

import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.Reply;
import io.quipu.edge.response.Rejection;
import io.quipu.engine.kind.Answer;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Draft.Member;
import io.quipu.engine.kind.Holding;
import io.quipu.engine.kind.ReadOptions;
import io.quipu.engine.kind.RecordOutcome.Recorded;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.InvalidInput;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.model.Limits;
import io.quipu.engine.model.Namespace;
import io.quipu.ops.trace.Span;
import io.quipu.service.CounterService;
import io.quipu.service.access.Permissions;
import io.quipu.service.auth.Caller;
import io.quipu.service.auth.Right;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;

/** The commands about counters. Confined to the context of one server instance. */
record CounterCommands(CounterService service) {
  /**
   * Checks a command: its words, the rights and rates of the caller, and the kind of the namespace.
   * Throws or fails with a {@link ServiceFailure}, an {@code InvalidDraft} or an {@link
   * InvalidInput}, never with a {@link Rejection} of HTTP. Nothing is written before the step.
   *
   * @param silent whether the client gets no reply to the command
   * @return the step that executes the command, or a step that only replies
   */
  Future<Step> prepare(CommandName name, Command command, Session session, boolean silent) {
    return switch (name) {
      case INCR -> add(command, session, OptionalLong.of(1), silent);
      case DECR -> add(command, session, OptionalLong.of(-1), silent);
      case INCRBY -> add(command, session, command.integer(2), silent);
      case DECRBY -> add(command, session, negated(command.integer(2)), silent);
      case QUIPU_ADD -> acknowledged(command, session);
      case PFADD -> observe(command, session);
      case GET -> get(command, session);
      case MGET -> getMany(command, session);
      case EXISTS -> exist(command, session);
      case TYPE -> type(command, session);
      case PFCOUNT -> distinct(command, session);
      case DEL -> reset(command, session);
      case TTL -> left(command, session, TimeToLive.SECONDS);
      case PTTL -> left(command, session, TimeToLive.MILLISECONDS);
      case EXPIRE, PEXPIRE -> Step.answered(TimeToLive.NONE_TO_SET);
      default -> throw new IllegalArgumentException(name + " is about no counter");
    };
  }

  private static OptionalLong negated(OptionalLong number) {
    return number.isPresent() && number.getAsLong() != Long.MIN_VALUE
        ? OptionalLong.of(-number.getAsLong())
        : OptionalLong.empty();
  }

  private Future<Step> add(Command command, Session session, OptionalLong delta, boolean silent) {
    if (!isWithinLimits(delta)) {
      return Step.answered(Refusals.NOT_AN_INTEGER);
    }
    Draft draft = draft(delta.getAsLong());
    return allowed(session, Right.RECORD, List.of(draft), counter(command, 1, session))
        .compose(
            known -> {
              Holding holding = holding(known);
              if (!holding.isSum()) {
                return Step.answered(Refusals.WRONG_TYPE);
              }
              if (holding == Holding.SUM && !silent) {
                return Step.answered(noValue(known.namespace()));
              }
              return recording(known, List.of(draft), session, CounterCommands::value);
            });
  }

  private static boolean isWithinLimits(OptionalLong delta) {
    return delta.isPresent()
        && delta.getAsLong() <= Limits.DELTA
        && delta.getAsLong() >= -Limits.DELTA;
  }

  private static Reply noValue(Namespace namespace) {
    return Reply.failure(
        "namespace "
            + namespace.name()
            + " is of kind "
            + namespace.kind()
            + ", where nobody knows the value after an increment. Nothing was counted. Use"
            + " QUIPU.ADD key [delta [id [events]]], or CLIENT REPLY OFF, or a namespace of kind linear");
  }

  private static Reply value(Recorded recorded) {
    BigInteger count = recorded.count();
    return count == null ? Reply.OK : new Reply.Whole(count.longValueExact());
  }

  private Future<Step> acknowledged(Command command, Session session) {
    if (command.size() > 5) {
      return Step.answered(Refusals.SYNTAX);
    }
    OptionalLong delta = command.size() > 2 ? command.integer(2) : OptionalLong.of(1);
    OptionalLong events = command.size() > 4 ? command.integer(4) : OptionalLong.of(1);
    if (!isWithinLimits(delta) || events.isEmpty()) {
      return Step.answered(Refusals.NOT_AN_INTEGER);
    }
    Draft draft = draft(delta.getAsLong());
    if (command.size() > 3) {
      draft.text(Member.ID, text(command, 3, "id"));
    }
    if (events.getAsLong() != 1) {
      draft.integer(Member.EVENTS, events.getAsLong());
    }
    return allowed(session, Right.RECORD, List.of(draft), counter(command, 1, session))
        .compose(
            known ->
                holding(known).isSum()
                    ? recording(known, List.of(draft), session, CounterCommands::value)
                    : Step.answered(Refusals.WRONG_TYPE));
  }

  private static Draft draft(long delta) {
    Draft draft = new Draft();
    draft.integer(Member.DELTA, delta);
    return draft;
  }

  private Future<Step> observe(Command command, Session session) {
    CounterName counter = counter(command, 1, session);
    List<Draft> drafts = new ArrayList<>();
    for (int i = 2; i < command.size(); i++) {
      Draft draft = new Draft();
      draft.value(text(command, i, "value"), true);
      drafts.add(draft);
    }
    return allowed(session, Right.RECORD, drafts, counter)
        .compose(
            known -> {
              if (holding(known) != Holding.DISTINCT) {
                return Step.answered(Refusals.WRONG_TYPE);
              }
              return drafts.isEmpty()
                  ? Step.answered(new Reply.Whole(0))
                  : recording(known, drafts, session, recorded -> new Reply.Whole(1));
            });
  }

  private Future<Step> recording(
      KnownCounter known, List<Draft> drafts, Session session, Function<Recorded, Reply> reply) {
    Recording recording = service.accept(known.namespace(), known.name(), drafts, false);
    Step step = () -> service.record(recording).map(reply);
    return service.newCounters().areBounded()
        ? service.newCounters().admit(session.caller(), session.address(), List.of(known)).map(step)
        : Future.succeededFuture(step);
  }

  private Future<Step> get(Command command, Session session) {
    return allowed(session, Right.READ, List.of(), counter(command, 1, session))
        .compose(
            known ->
                holding(known).isNumber()
                    ? Future.succeededFuture(() -> read(known).map(CounterCommands::number))
                    : Step.answered(Refusals.WRONG_TYPE));
  }

  private Future<Answer> read(KnownCounter known) {
    return service.reads().count(known, ReadOptions.USUAL, Span.NONE);
  }

  private static Reply number(Answer answer) {
    BigInteger number = answer.wholeNumber();
    return answer.isEmpty() || number == null ? Reply.NULL : Reply.Bulk.of(number.toString());
  }

  private Future<Step> distinct(Command command, Session session) {
    if (command.size() > 2) {
      return Step.answered(
          Reply.failure("PFCOUNT takes one key: sketches are not merged by reads"));
    }
    return allowed(session, Right.READ, List.of(), counter(command, 1, session))
        .compose(
            known ->
                holding(known) == Holding.DISTINCT
                    ? Future.succeededFuture(() -> read(known).map(CounterCommands::cardinality))
                    : Step.answered(Refusals.WRONG_TYPE));
  }

  private static Reply cardinality(Answer answer) {
    BigInteger number = answer.wholeNumber();
    return new Reply.Whole(number == null ? 0 : number.longValueExact());
  }

  private Future<Step> type(Command command, Session session) {
    return allowed(session, Right.READ, List.of(), counter(command, 1, session))
        .map(
            known ->
                () ->
                    read(known)
                        .map(answer -> new Reply.Status(answer.isEmpty() ? "none" : "string")));
  }

  private Future<Step> left(Command command, Session session, TimeToLive unit) {
    return allowed(session, Right.READ, List.of(), counter(command, 1, session))
        .map(known -> () -> read(known).map(answer -> unit.of(answer, service.clock().wall())));
  }

  private Future<Step> getMany(Command command, Session session) {
    List<CounterName> counters = counters(command, session);
    return allowed(session, Right.READ, List.of(), counters)
        .compose(
            known ->
                holding(known).isNumber()
                    ? Future.succeededFuture(
                        () -> readAll(counters, known.namespace()).map(numbers(counters)))
                    : Step.answered(Refusals.WRONG_TYPE));
  }

  private static Function<Map<CounterName, Answer>, Reply> numbers(List<CounterName> counters) {
    return answers -> {
      List<Reply> numbers = new ArrayList<>();
      for (CounterName counter : counters) {
        Answer answer = answers.get(counter);
        numbers.add(answer == null ? Reply.NULL : number(answer));
      }
      return new Reply.Items(numbers);
    };
  }

  private Future<Step> exist(Command command, Session session) {
    List<CounterName> counters = counters(command, session);
    return allowed(session, Right.READ, List.of(), counters)
        .map(known -> () -> readAll(counters, known.namespace()).map(existing(counters)));
  }

  private static Function<Map<CounterName, Answer>, Reply> existing(List<CounterName> counters) {
    return answers ->
        new Reply.Whole(
            counters.stream()
                .map(answers::get)
                .filter(answer -> answer != null && !answer.isEmpty())
                .count());
  }

  private Future<Map<CounterName, Answer>> readAll(
      List<CounterName> counters, Namespace namespace) {
    List<KnownCounter> asked = new ArrayList<>();
    for (CounterName counter : new LinkedHashSet<>(counters)) {
      asked.add(new KnownCounter(counter, namespace));
    }
    Map<CounterName, Answer> answers = new HashMap<>();
    return service
        .reads()
        .counts(asked, Span.NONE, answer -> answers.put(answer.counter().named(), answer))
        .map(answers);
  }

  private Future<Step> reset(Command command, Session session) {
    List<CounterName> counters = counters(command, session);
    return allowed(session, Right.ADMIN, List.of(), counters)
        .map(
            known -> {
              // a kind without resets refuses here, before the first reset
              var unused =
                  service.kinds().of(known.namespace()).reset(known.namespace(), known.name());
              Resets resets = new Resets(service, known.namespace(), session);
              return () -> resets.all(new LinkedHashSet<>(counters));
            });
  }

  private Holding holding(KnownCounter known) {
    return service.kinds().of(known.namespace()).holding(known.namespace());
  }

  private Future<KnownCounter> allowed(
      Session session, Right right, List<Draft> drafts, CounterName counter) {
    return allowed(session, right, drafts, List.of(counter));
  }

  /**
   * Checks the right of the caller to counters of one namespace, and charges the rates. The lookup
   * of the namespace comes afterwards, so that a caller without the right does not learn whether
   * the namespace exists. Returns the first counter, with its namespace.
   */
  private Future<KnownCounter> allowed(
      Session session, Right right, List<Draft> drafts, List<CounterName> counters) {
    CounterName first = counters.get(0);
    int cost = Math.max(drafts.size(), right == Right.ADMIN ? counters.size() : 1);
    if (!service.access().isAsked()) {
      charge(session, Caller.ANYONE, first.namespace(), cost);
      return service.namespaces().known(first);
    }
    return service
        .access()
        .stillIs(session.caller())
        .compose(
            caller -> {
              for (CounterName counter : counters) {
                Permissions.require(caller, right, counter);
              }
              for (Draft draft : drafts) {
                ServiceFailure objection = Permissions.objection(caller, first, draft);
                if (objection != null) {
                  throw objection;
                }
              }
              charge(session, caller, first.namespace(), cost);
              return service.namespaces().known(first);
            });
  }

  private void charge(Session session, Caller caller, String namespace, int cost) {
    service.access().rates().acquire(caller, session.address(), cost);
    service.access().rates().acquireOf(namespace, cost);
  }

  private static List<CounterName> counters(Command command, Session session) {
    if (command.size() - 1 > Limits.COUNTS) {
      throw new InvalidInput(
          "keys", "at most " + Limits.COUNTS + " keys are allowed in one command");
    }
    List<CounterName> counters = new ArrayList<>();
    for (int i = 1; i < command.size(); i++) {
      counters.add(counter(command, i, session));
    }
    return counters;
  }

  private static CounterName counter(Command command, int index, Session session) {
    return new CounterName(session.namespace(), text(command, index, "counter"));
  }

  private static String text(Command command, int index, String field) {
    return command
        .text(index)
        .orElseThrow(() -> new InvalidInput(field, field + " is not valid UTF-8"));
  }
}
