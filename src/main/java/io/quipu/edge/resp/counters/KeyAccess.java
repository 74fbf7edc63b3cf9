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
import io.quipu.service.access.Permissions;
import io.quipu.service.auth.Caller;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * The way of a command to the counters that it names: it charges what they cost more than the
 * command itself, and checks the caller's rights to them. The lookup of the namespace comes
 * afterwards, so that a caller without the right does not learn whether the namespace exists.
 * Confined to the context of one server instance.
 */
record KeyAccess(CounterService service) {
  /** Checks the right to one counter, and to record events of it. */
  Future<KnownCounter> allowed(
      Session session, Right right, List<Draft> drafts, CounterName counter) {
    int cost = Math.max(1, drafts.size());
    return allowed(session, List.of(right), drafts, List.of(counter), cost);
  }

  /** Checks the right to counters of one namespace. Returns the first of them. */
  Future<KnownCounter> allowed(Session session, Right right, List<CounterName> counters) {
    int different = new HashSet<>(counters).size();
    return allowed(session, List.of(right), List.of(), counters, different);
  }

  /**
   * Checks rights to counters of one namespace, for a command that names some things, each of which
   * costs 1.
   *
   * @param named the number of different things
   */
  Future<KnownCounter> allowed(
      Session session,
      List<Right> rights,
      List<Draft> drafts,
      List<CounterName> counters,
      int named) {
    Caller caller = session.caller();
    CounterName first = counters.get(0);
    // first, as a denial costs the same
    service.access().rates().acquireMore(caller, session.address(), named - 1);
    for (CounterName counter : counters) {
      rights.forEach(right -> Permissions.require(caller, right, counter));
    }
    for (Draft draft : drafts) {
      ServiceFailure objection = Permissions.objection(caller, first, draft);
      if (objection != null) {
        throw objection;
      }
    }
    service.access().rates().acquireOf(first.namespace(), named);
    return service
        .namespaces()
        .known(first)
        .map(
            known -> {
              if (holding(known.namespace()) == Holding.ORDERED_SUM) {
                counters.forEach(CounterFields::checkKey);
              }
              return known;
            });
  }

  /** Checks the right to read all counters of the namespace whose names begin with a prefix. */
  Future<Namespace> allowedNames(Session session, String prefix) {
    String namespace = session.namespace();
    Permissions.require(session.caller().may(Right.READ, namespace, prefix), Right.READ);
    service.access().rates().acquireOf(namespace, 1);
    return service.namespaces().find(namespace);
  }

  /** The payer of what a command reads: its caller and its namespace have paid 1. */
  Asker asker(Session session, Namespace namespace) {
    return new Asker(
        service.access().rates(), session.caller(), session.address(), namespace.name(), Span.NONE);
  }

  /** The resets that a command asks for. */
  Resets resets(Command command, Session session, Namespace namespace) {
    return new Resets(
        service,
        namespace,
        asker(session, namespace),
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
