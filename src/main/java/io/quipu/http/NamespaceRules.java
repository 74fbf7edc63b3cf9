package io.quipu.http;

import io.quipu.counter.CounterName;
import io.quipu.counter.Event;
import io.quipu.counter.Kind;
import io.quipu.counter.Namespace;
import io.quipu.ingest.Append;
import io.quipu.page.RetentionClass;
import io.quipu.web.Problem;
import io.quipu.web.ProblemType;
import io.quipu.web.Rejection;
import java.util.List;

/** What a namespace asks of the events that go into it, and what it says about them. */
public final class NamespaceRules {
  private NamespaceRules() {}

  /**
   * Checks the only event of a request.
   *
   * @throws Rejection naming {@code id} if the namespace needs one and the event has none
   */
  public static void check(Namespace namespace, Event event) {
    if (lacksId(namespace, event)) {
      throw new Rejection(missingId(namespace));
    }
  }

  /**
   * Checks one event of a list.
   *
   * @throws Rejection naming the {@code id} of that element
   */
  static void check(Namespace namespace, Event event, int index) {
    if (lacksId(namespace, event)) {
      throw new Rejection(missingId(namespace).inElement(EventsInput.EVENTS, index));
    }
  }

  /**
   * Events that were checked, as they are to be recorded.
   *
   * @param confirmed whether their verdicts will be asked for
   */
  public static Append append(
      Namespace namespace, CounterName counter, List<Event> events, boolean confirmed) {
    return new Append(
        counter,
        namespace.shards(),
        RetentionClass.of(namespace.retain()),
        namespace.deduplicationWindow(),
        confirmed,
        events);
  }

  private static boolean lacksId(Namespace namespace, Event event) {
    return namespace.kind() == Kind.UNIQUE && event.id() == null;
  }

  private static Problem missingId(Namespace namespace) {
    return Problem.of(
        ProblemType.INVALID_EVENT,
        "id",
        "id is missing; namespace " + namespace.name() + " is of kind unique and needs one");
  }
}
