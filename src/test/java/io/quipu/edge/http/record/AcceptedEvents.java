package io.quipu.edge.http.record;

import io.quipu.edge.response.Rejection;
import io.quipu.engine.ingest.Append;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.InvalidDraft;
import io.quipu.engine.kinds.tally.TallyKind;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.state.Event;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.function.UnaryOperator;

/** Bodies with events, read and then accepted as those of kind {@code event}. */
final class AcceptedEvents {
  private static final CounterName ANY = new CounterName("default", "any");

  private AcceptedEvents() {}

  /**
   * @throws Rejection as the caller would see it
   */
  static List<Event> events(Buffer body) {
    return accepted(EventsInput.events(body).drafts(), UnaryOperator.identity());
  }

  static List<NamedEvent> array(Buffer body) {
    return named(EventsInput.array(body), UnaryOperator.identity());
  }

  static List<NamedEvent> lines(Buffer body) {
    return named(EventsInput.lines(body), UnaryOperator.identity());
  }

  static List<NamedEvent> cloudEvents(Buffer body) {
    return named(EventsInput.cloudEvents(body), CloudEventInput::named);
  }

  static List<NamedEvent> cloudEvent(Buffer body) {
    return named(EventsInput.cloudEvent(body).drafts(), CloudEventInput::named);
  }

  /**
   * A CloudEvent in binary mode: of namespace {@code votes}, its subject as it is in the header.
   */
  static List<NamedEvent> binaryCloudEvent(String subject, Buffer data) {
    MultiMap headers =
        MultiMap.caseInsensitiveMultiMap()
            .add("ce-specversion", "1.0")
            .add("CE-Id", "1")
            .add("ce-source", "/s")
            .add("ce-type", "votes")
            .add("ce-subject", subject);
    return named(
        EventsInput.cloudEvent(CloudEventHeaders.attributes(headers), data).drafts(),
        CloudEventInput::namedInHeaders);
  }

  private static List<NamedEvent> named(List<Draft> drafts, UnaryOperator<InvalidInput> names) {
    return drafts.stream()
        .map(draft -> new NamedEvent(draft.counter(), accepted(List.of(draft), names).get(0)))
        .toList();
  }

  private static List<Event> accepted(List<Draft> drafts, UnaryOperator<InvalidInput> names) {
    try {
      return ((Append) TallyKind.EVENT.accept(Namespace.DEFAULT, ANY, drafts, false)).events();
    } catch (InvalidDraft invalid) {
      throw EventsInput.notAccepted(invalid, names);
    }
  }
}
