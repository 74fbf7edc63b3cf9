package io.quipu.edge.resp.counters;

import io.quipu.edge.resp.command.Refusals;
import io.quipu.edge.resp.command.Session;
import io.quipu.edge.resp.command.Step;
import io.quipu.edge.resp.protocol.Command;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.Limits;
import io.quipu.engine.keys.Right;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Holding;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.ops.trace.Span;
import io.quipu.service.Asker;
import io.quipu.service.CounterService;
import io.quipu.service.RecordService.Admitted;
import io.quipu.service.access.Permissions;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;

/**
 * The way of a command to the counters that it names: it charges what they cost more than the
 * command itself, and checks the caller's rights to them. The lookup of the namespace comes
 * afterwards, so that a caller without the right does not learn whether the namespace exists.
 * Confined to the context of one server instance.
 */
record KeyAccess(CounterService service) {
  /** Checks the right to one counter. */
  Future<KnownCounter> allowed(Session session, Right right, CounterName counter) {
    return allowed(session, right, List.of(counter), 1);
  }

  /** Checks the right to counters of one namespace. Returns the first of them. */
  Future<KnownCounter> allowed(Session session, Right right, List<CounterName> counters) {
    return allowed(session, right, counters, new HashSet<>(counters).size());
  }

  /**
   * Checks the right to counters of one namespace, for a command that names some things, each of
   * which costs 1.
   *
   * @param named the number of different things
   */
  Future<KnownCounter> allowed(
      Session session, Right right, List<CounterName> counters, int named) {
    CounterName first = counters.get(0);
    // first, as a denial costs the same
    service.access().rates().acquireMore(session.caller(), session.address(), named - 1);
    counters.forEach(counter -> Permissions.require(session.caller(), right, counter));
    service.access().rates().acquireOf(first.namespace(), named);
    return service.namespaces().known(first).map(known -> checked(known, counters));
  }

  /** Admits events of one counter to a step that records them. */
  Future<Step> recorded(
      Session session,
      CounterName counter,
      List<Draft> drafts,
      Function<Admitted, Future<Step>> step) {
    return service
        .records()
        .admit(
            asker(session, ""),
            counter,
            drafts,
            events -> {
              var unused = checked(events.counter(), List.of(counter));
              return step.apply(events);
            });
  }

  private KnownCounter checked(KnownCounter known, List<CounterName> counters) {
    if (holding(known) == Holding.ORDERED_SUM) {
      counters.forEach(CounterFields::checkKey);
    }
    return known;
  }

  /** Checks the right to read all counters of the namespace whose names begin with a prefix. */
  Future<Namespace> allowedNames(Session session, String prefix) {
    String namespace = session.namespace();
    Permissions.require(session.caller().may(Right.READ, namespace, prefix), Right.READ);
    service.access().rates().acquireOf(namespace, 1);
    return service.namespaces().find(namespace);
  }

  /**
   * The payer of a command: its caller has paid 1.
   *
   * @param admittedTo the namespace that has paid 1, too; empty if none has
   */
  Asker asker(Session session, String admittedTo) {
    return new Asker(
        service.access().rates(), session.caller(), session.address(), admittedTo, Span.NONE);
  }

  /** The resets that a command asks for. */
  Resets resets(Command command, Session session, Namespace namespace) {
    return new Resets(
        service,
        namespace,
        asker(session, namespace.name()),
        command.name(),
        session.callerOrAnyone(),
        session.label());
  }

  /** The type of value that the counters of a namespace hold. */
  Holding holding(KnownCounter known) {
    return holding(known.namespace());
  }

  Holding holding(Namespace namespace) {
    return service.kinds().of(namespace).holding(namespace);
  }

  /** Refuses a command that does not fit the kind of the namespace of a counter. */
  Future<Step> wrongType(KnownCounter known) {
    return Step.answered(Refusals.wrongType(known.namespace(), holding(known)));
  }

  /** The counters that all words after the name of a command name. */
  static List<CounterName> counters(Command command, Session session) {
    requireFew(command.size() - 1);
    List<CounterName> counters = new ArrayList<>();
    for (int i = 1; i < command.size(); i++) {
      counters.add(counter(command, i, session));
    }
    return counters;
  }

  /**
   * Refuses a command with too many keys or fields.
   *
   * @throws InvalidInput if there are more than {@value Limits#COUNTS}
   */
  static void requireFew(int keys) {
    if (keys > Limits.COUNTS) {
      throw new InvalidInput(
          "keys", keys + " keys or fields are given; one command may have " + Limits.COUNTS);
    }
  }

  /** The counter that a word names. */
  static CounterName counter(Command command, int index, Session session) {
    return new CounterName(session.namespace(), text(command, index, "counter"));
  }

  /**
   * A word as a text.
   *
   * @throws InvalidInput naming {@code field} if it is not valid UTF-8
   */
  static String text(Command command, int index, String field) {
    return command
        .text(index)
        .orElseThrow(() -> new InvalidInput(field, field + " is not valid UTF-8"));
  }
}
