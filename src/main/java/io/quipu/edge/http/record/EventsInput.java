package io.quipu.edge.http.record;

import io.quipu.edge.access.RequestAudit;
import io.quipu.edge.counters.DraftInput;
import io.quipu.edge.response.Problem;
import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.web.JsonInput;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.Limits;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.InvalidDraft;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Reads the bodies that record events, before the kind of the events is known. One invalid event
 * makes the whole body invalid. In a list, the {@link Rejection} has the index (from 0) of the
 * first invalid event, and for NDJSON also the line (from 1).
 */
final class EventsInput {
  /** The name of the list in messages to callers. */
  static final String EVENTS = "events";

  private EventsInput() {}

  /** Reads the events of one counter: an object or an array of objects. */
  static SentDrafts events(Buffer body) {
    return rejecting(
        () ->
            JsonInput.parse(
                JsonInput.utf8(body),
                json -> {
                  if (json.isObject()) {
                    return SentDrafts.single(DraftInput.draft(json));
                  }
                  if (!json.isArray()) {
                    throw new InvalidInput(
                        JsonInput.BODY, "the body must be a JSON object or an array of objects");
                  }
                  return SentDrafts.list(requireSome(elements(json, DraftInput::draft)));
                }));
  }

  /** Reads a JSON array of events of many counters. */
  static List<Draft> array(Buffer body) {
    return rejecting(
        () ->
            JsonInput.parse(
                JsonInput.utf8(body), json -> requireSome(elements(json, DraftInput::namedDraft))));
  }

  /** Reads a JSON array of CloudEvents, which may be empty. */
  static List<Draft> cloudEvents(Buffer body) {
    return rejecting(
        () ->
            JsonInput.parse(JsonInput.utf8(body), json -> elements(json, CloudEventInput::draft)));
  }

  /** Reads a single CloudEvent in the JSON format. */
  static SentDrafts cloudEvent(Buffer body) {
    return rejecting(
        () ->
            JsonInput.parse(
                JsonInput.utf8(body),
                json -> {
                  json.requireObject(JsonInput.BODY);
                  return SentDrafts.single(CloudEventInput.draft(json));
                }));
  }

  /**
   * Reads a CloudEvent in binary mode.
   *
   * @param attributes the result of {@link CloudEventHeaders#attributes}
   */
  static SentDrafts cloudEvent(Map<String, String> attributes, Buffer data) {
    return rejecting(
        () ->
            SentDrafts.single(
                data.length() == 0
                    ? CloudEventInput.draft(attributes, null)
                    : JsonInput.parse(
                        JsonInput.utf8(data), json -> CloudEventInput.draft(attributes, json))));
  }

  /** Reads events of many counters, one JSON object a line. Skips blank lines, but counts them. */
  static List<Draft> lines(Buffer body) {
    return rejecting(() -> lines(JsonInput.utf8(body)));
  }

  private static List<Draft> lines(ByteBuffer text) {
    List<Draft> events = new ArrayList<>();
    int line = 0;
    for (int start = text.position(); start < text.limit(); ) {
      int end = endOfLine(text, start);
      line++;
      ByteBuffer content = text.duplicate().position(start).limit(end);
      if (!isBlank(content)) {
        requireRoom(events);
        Draft draft = line(content, events.size(), line);
        draft.at(events.size(), line);
        events.add(draft);
      }
      start = end + 1;
    }
    return requireSome(events);
  }

  private static Draft line(ByteBuffer content, int index, int line) {
    try {
      return JsonInput.parseLine(
          content,
          json -> {
            json.requireObject("event");
            return DraftInput.namedDraft(json);
          });
    } catch (InvalidInput e) {
      throw new Rejection(finding(e).inLine(EVENTS, index, line));
    }
  }

  private static int endOfLine(ByteBuffer text, int start) {
    int end = start;
    while (end < text.limit() && text.get(end) != '\n') {
      end++;
    }
    return end;
  }

  private static boolean isBlank(ByteBuffer content) {
    for (int i = content.position(); i < content.limit(); i++) {
      byte c = content.get(i);
      if (c != ' ' && c != '\t' && c != '\r') {
        return false;
      }
    }
    return true;
  }

  private static List<Draft> elements(JsonInput json, Function<JsonInput, Draft> element) {
    json.requireArray(JsonInput.BODY);
    List<Draft> events = new ArrayList<>();
    while (json.nextElement()) {
      requireRoom(events);
      try {
        json.requireObject("event");
        Draft draft = element.apply(json);
        draft.at(events.size(), 0);
        events.add(draft);
      } catch (InvalidInput e) {
        throw new Rejection(finding(e).inElement(EVENTS, events.size()));
      }
    }
    return events;
  }

  private static void requireRoom(List<?> events) {
    if (events.size() == Limits.BATCH_EVENTS) {
      throw new InvalidInput(
          EVENTS, "at most " + Limits.BATCH_EVENTS + " events are allowed in one request");
    }
  }

  private static <T> List<T> requireSome(List<T> events) {
    if (events.isEmpty()) {
      throw new InvalidInput(EVENTS, "there is no event in the body");
    }
    return events;
  }

  /** Makes the problem for a finding. A finding about a whole event names no field. */
  private static Problem finding(InvalidInput e) {
    return e.field().equals("event") || e.field().equals(JsonInput.BODY)
        ? Problem.of(ProblemType.INVALID_EVENT, e.detail())
        : Problem.invalid(ProblemType.INVALID_EVENT, e);
  }

  /**
   * Rejects events with an event that the kind of its namespace does not accept. Notes a denial.
   */
  static <T> Future<T> orRejected(
      RoutedRequest request, Future<T> accepted, UnaryOperator<InvalidInput> named) {
    return accepted.recover(
        failure ->
            Future.failedFuture(
                failure instanceof InvalidDraft invalid
                    ? notAccepted(invalid, named)
                    : RequestAudit.noted(request, failure)));
  }

  /** Makes the rejection of an event that the kind of its namespace does not accept. */
  static Rejection notAccepted(InvalidDraft invalid, UnaryOperator<InvalidInput> named) {
    return inItsPlace(
        invalid.draft(),
        Problem.invalid(ProblemType.of(invalid.finding()), named.apply(invalid.finding())));
  }

  /** Makes the rejection of one event. In a list, the problem gets the place of the event. */
  static Rejection inItsPlace(Draft draft, Problem problem) {
    if (!draft.isListed()) {
      return new Rejection(problem);
    }
    return new Rejection(
        draft.line() == 0
            ? problem.inElement(EVENTS, draft.index())
            : problem.inLine(EVENTS, draft.index(), draft.line()));
  }

  private static <T> T rejecting(Supplier<T> parse) {
    try {
      return parse.get();
    } catch (InvalidInput e) {
      throw Rejection.invalid(ProblemType.INVALID_EVENT, e);
    }
  }
}
