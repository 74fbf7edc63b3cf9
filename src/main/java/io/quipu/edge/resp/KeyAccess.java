package io.quipu.edge.resp;

import io.quipu.edge.resp.protocol.Command;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Holding;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.InvalidInput;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.model.Limits;
import io.quipu.engine.model.Namespace;
import io.quipu.ops.trace.Span;
import io.quipu.service.Asker;
import io.quipu.service.CounterService;
import io.quipu.service.access.Permissions;
import io.quipu.service.auth.Caller;
import io.quipu.service.auth.Right;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/**
 * The way of a command to the counters that it names: it checks the caller's rights to them, and
 * charges the rates. The lookup of the namespace comes afterwards, so that a caller without the
 * right does not learn whether the namespace exists. Confined to the context of one server
 * instance.
 */
record KeyAccess(CounterService service) {
  /** Checks the right to one counter, and to record events of it. */
  Future<KnownCounter> allowed(
      Session session, Right right, List<Draft> drafts, CounterName counter) {
    return allowed(session, right, drafts, List.of(counter));
  }

  /** Checks the right to counters of one namespace. Returns the first of them. */
  Future<KnownCounter> allowed(
      Session session, Right right, List<Draft> drafts, List<CounterName> counters) {
    int cost = Math.max(drafts.size(), right == Right.ADMIN ? counters.size() : 1);
    return allowed(session, right, drafts, counters, cost);
  }

  /** Checks the right to counters of one namespace, for a command of some cost. */
  Future<KnownCounter> allowed(
      Session session, Right right, List<Draft> drafts, List<CounterName> counters, int cost) {
    return admitted(session, right, drafts, counters, cost)
        .map(
            known -> {
              if (holding(known.namespace()) == Holding.ORDERED_SUM) {
                counters.forEach(CounterFields::checkKey);
              }
              return known;
            });
  }

  private Future<KnownCounter> admitted(
      Session session, Right right, List<Draft> drafts, List<CounterName> counters, int cost) {
    CounterName first = counters.get(0);
    if (!service.access().isAsked()) {
      chargeCaller(session, Caller.ANYONE, cost);
      service.access().rates().acquireOf(first.namespace(), cost);
      return service.namespaces().known(first);
    }
    return service
        .access()
        .stillIs(session.caller())
        .compose(
            caller -> {
              // first, as a denial costs the same
              chargeCaller(session, caller, cost);
              for (CounterName counter : counters) {
                Permissions.require(caller, right, counter);
              }
              for (Draft draft : drafts) {
                ServiceFailure objection = Permissions.objection(caller, first, draft);
                if (objection != null) {
                  throw objection;
                }
              }
              service.access().rates().acquireOf(first.namespace(), cost);
              return service.namespaces().known(first);
            });
  }

  /** Checks the right to read all counters of the namespace whose names begin with a prefix. */
  Future<Namespace> allowedNames(Session session, String prefix) {
    String namespace = session.namespace();
    if (!service.access().isAsked()) {
      chargeCaller(session, Caller.ANYONE, 1);
      service.access().rates().acquireOf(namespace, 1);
      return service.namespaces().find(namespace);
    }
    return service
        .access()
        .stillIs(session.caller())
        .compose(
            caller -> {
              chargeCaller(session, caller, 1);
              Permissions.require(caller.may(Right.READ, namespace, prefix), Right.READ);
              service.access().rates().acquireOf(namespace, 1);
              return service.namespaces().find(namespace);
            });
  }

  /** The payer of what a command reads: its caller and its namespace have paid 1. */
  Asker asker(Session session, Namespace namespace) {
    return new Asker(
        service.access().rates(), session.caller(), session.address(), namespace.name(), Span.NONE);
  }

  private void chargeCaller(Session session, Caller caller, int cost) {
    service.access().rates().acquire(caller, session.address(), cost);
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
