package io.quipu.edge.resp.counters;

import io.quipu.edge.resp.command.CommandName;
import io.quipu.edge.resp.command.Refusals;
import io.quipu.edge.resp.command.Session;
import io.quipu.edge.resp.command.Step;
import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.Reply;
import io.quipu.engine.input.Limits;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Draft.Member;
import io.quipu.engine.kind.Holding;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.service.RecordService.Admitted;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The commands that record events of counters. Confined to the context of one server instance. */
record RecordCommands(KeyAccess access) {
  /** An increment, answered with the value after it. */
  Future<Step> add(Command command, Session session, OptionalLong delta, boolean silent) {
    Reply.Failure objection = Deltas.objection(delta, command, 2);
    if (objection != null) {
      return Step.answered(objection);
    }
    Draft draft = Deltas.draft(delta.getAsLong());
    return access.recorded(
        session,
        KeyAccess.counter(command, 1, session),
        List.of(draft),
        events -> {
          Holding holding = access.holding(events.counter());
          if (!holding.isSum()) {
            return access.wrongType(events.counter());
          }
          if (holding == Holding.SUM && !silent) {
            // first, because an event that lacks an id is refused without a reply, too
            events.check();
            return Step.answered(noValue(events.counter().namespace()));
          }
          return recording(events, RecordCommands::value);
        });
  }

  /**
   * {@code SET} and {@code SETNX}: the first event of a counter. A count that exists is not
   * overwritten, because it is the sum of its events.
   *
   * @param existing the reply if the counter has events; null to refuse
   * @param first the reply after the event
   */
  Future<Step> set(Command command, Session session, @Nullable Reply existing, Reply first) {
    OptionalLong number = command.integer(2);
    Reply.Failure objection = Deltas.objection(number, command, 2);
    if (objection != null) {
      return Step.answered(objection);
    }
    Draft draft = Deltas.draft(number.getAsLong());
    draft.beFirst();
    return access.recorded(
        session,
        KeyAccess.counter(command, 1, session),
        List.of(draft),
        events ->
            access.holding(events.counter()) == Holding.ORDERED_SUM
                ? recording(events, recorded -> first)
                    .map(step -> () -> step.begin().recover(refusal -> isSet(refusal, existing)))
                : Step.answered(notSet(events.counter().namespace())));
  }

  private static Future<Reply> isSet(Throwable refusal, @Nullable Reply existing) {
    if (!ServiceFailure.is(refusal, Reason.COUNTED_BEFORE)) {
      return Future.failedFuture(refusal);
    }
    return Future.succeededFuture(
        existing != null
            ? existing
            : Reply.failure(
                ((ServiceFailure) refusal).detail()
                    + " A count is not overwritten, because it is the sum of its events. Use"
                    + " INCRBY, or DEL and then SET"));
  }

  private static Reply notSet(Namespace namespace) {
    return Reply.failure(
        Refusals.kindOf(namespace)
            + ", where nobody knows at once whether a counter has events. Nothing was counted. SET"
            + " needs a namespace of kind linear");
  }

  private static Reply noValue(Namespace namespace) {
    return Reply.failure(
        Refusals.kindOf(namespace)
            + ", where nobody knows the value after an increment. Nothing was counted. Use"
            + " QUIPU.ADD key [delta [id [events]]], or CLIENT REPLY OFF, or a namespace of kind"
            + " linear");
  }

  /** The reply with the value after events; OK if the kind does not know it. */
  static Reply value(Recorded recorded) {
    BigInteger count = recorded.count();
    return count == null ? Reply.OK : new Reply.Whole(count.longValueExact());
  }

  /** {@code QUIPU.ADD}: an event, with an id and a number of happenings if given. */
  Future<Step> acknowledged(Command command, Session session) {
    if (command.size() > 5) {
      return Step.answered(CommandName.QUIPU_ADD.form().syntax());
    }
    OptionalLong delta = command.size() > 2 ? command.integer(2) : OptionalLong.of(1);
    OptionalLong events = command.size() > 4 ? command.integer(4) : OptionalLong.of(1);
    Reply.Failure objection = Deltas.objection(delta, command, 2);
    if (objection != null || events.isEmpty()) {
      return Step.answered(
          objection == null
              ? Refusals.notAnInteger(command, 4, "from 1 to " + Limits.HAPPENINGS)
              : objection);
    }
    Draft draft = Deltas.draft(delta.getAsLong());
    if (command.size() > 3) {
      draft.text(Member.ID, KeyAccess.text(command, 3, "id"));
    }
    if (events.getAsLong() != 1) {
      draft.integer(Member.EVENTS, events.getAsLong());
    }
    return access.recorded(
        session,
        KeyAccess.counter(command, 1, session),
        List.of(draft),
        admitted ->
            access.holding(admitted.counter()).isSum()
                ? recording(admitted, RecordCommands::value)
                : access.wrongType(admitted.counter()));
  }

  /** {@code PFADD}: values of a sketch. */
  Future<Step> observe(Command command, Session session) {
    CounterName counter = KeyAccess.counter(command, 1, session);
    List<Draft> drafts = new ArrayList<>();
    for (int i = 2; i < command.size(); i++) {
      Draft draft = new Draft();
      draft.at(i - 2, 0);
      draft.value(KeyAccess.text(command, i, "value " + (i - 1)), true);
      drafts.add(draft);
    }
    return access.recorded(
        session,
        counter,
        drafts,
        events -> {
          if (access.holding(events.counter()) != Holding.DISTINCT) {
            return access.wrongType(events.counter());
          }
          return drafts.isEmpty()
              ? Step.answered(new Reply.Whole(0))
              : recording(events, recorded -> new Reply.Whole(1));
        });
  }

  /** The step that records events. */
  Future<Step> recording(Admitted events, Function<Recorded, Reply> reply) {
    return events
        .accept(false)
        .map(recording -> () -> access.service().records().record(recording).map(reply));
  }
}
