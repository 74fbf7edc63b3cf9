package io.quipu.http;

import io.quipu.counter.CounterName;
import io.quipu.counter.Event;
import io.quipu.counter.InvalidInput;
import io.quipu.counter.Namespace;
import io.quipu.ingest.Append;
import io.quipu.ingest.AppendOutcome;
import io.quipu.ingest.AppendOutcome.Recorded;
import io.quipu.ingest.AppendOutcome.Refused;
import io.quipu.query.Verdict;
import io.quipu.web.JsonText;
import io.quipu.web.Rejection;
import io.quipu.web.Response;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Events of many counters on their way: grouped by counter, sent by instance, answered by event.
 */
final class BulkRecording {
  /** Each counter is settled by itself, so not any number of them can be waited for. */
  static final int CONFIRMED_COUNTERS = 100;

  private final List<NamedEvent> events;
  private final boolean confirmed;

  /** What is recorded together: the events of one counter, in the order sent. */
  private final Map<CounterName, Append> appends = new LinkedHashMap<>();

  /**
   * @param namespaces those of all the events
   * @param confirmed whether the answer is to have the verdicts
   * @throws Rejection naming the first event that its namespace does not take
   * @throws InvalidInput if there are too many counters to be confirmed
   */
  BulkRecording(List<NamedEvent> events, Map<String, Namespace> namespaces, boolean confirmed) {
    this.events = events;
    this.confirmed = confirmed;
    Map<CounterName, List<Event>> groups = new LinkedHashMap<>();
    for (int i = 0; i < events.size(); i++) {
      NamedEvent event = events.get(i);
      NamespaceRules.check(namespace(event.counter(), namespaces), event.event(), i);
      groups.computeIfAbsent(event.counter(), name -> new ArrayList<>()).add(event.event());
    }
    groups.forEach(
        (counter, group) ->
            appends.put(
                counter,
                NamespaceRules.append(namespace(counter, namespaces), counter, group, confirmed)));
    if (confirmed && appends.size() > CONFIRMED_COUNTERS) {
      throw new InvalidInput(
          AwaitedVerdicts.CONFIRM,
          "confirm is for at most "
              + CONFIRMED_COUNTERS
              + " counters in one request; these events belong to "
              + appends.size());
    }
  }

  private static Namespace namespace(CounterName counter, Map<String, Namespace> namespaces) {
    return Objects.requireNonNull(namespaces.get(counter.namespace()), "was not looked up");
  }

  Future<Response> append(Backend backend) {
    AwaitedVerdicts awaited = AwaitedVerdicts.begin(backend);
    Map<Integer, List<Append>> byInstance = new LinkedHashMap<>();
    appends.forEach(
        (counter, append) ->
            byInstance
                .computeIfAbsent(backend.ingestInstanceOf(counter), instance -> new ArrayList<>())
                .add(append));
    Map<CounterName, AppendOutcome> outcomes = new HashMap<>();
    List<Future<?>> sent = new ArrayList<>();
    byInstance.forEach(
        (instance, some) ->
            sent.add(
                backend
                    .appendAll(instance, some)
                    .onSuccess(answers -> note(some, answers, outcomes))));
    return Future.join(sent).compose(all -> response(awaited, outcomes));
  }

  private static void note(
      List<Append> appends, List<AppendOutcome> answers, Map<CounterName, AppendOutcome> outcomes) {
    for (int i = 0; i < appends.size(); i++) {
      outcomes.put(appends.get(i).counter(), answers.get(i));
    }
  }

  private Future<Response> response(
      AwaitedVerdicts awaited, Map<CounterName, AppendOutcome> outcomes) {
    List<AppendOutcome> each = events.stream().map(event -> outcomes.get(event.counter())).toList();
    if (each.stream().allMatch(Recorded.class::isInstance)) {
      Recorded last = (Recorded) each.get(each.size() - 1);
      return confirmed
          ? verdicts(awaited, outcomes).map(verdicts -> RecordedResponse.of(last.at(), verdicts))
          : Future.succeededFuture(RecordedResponse.of(each.size(), last.at()));
    }
    // Nothing was written at all: the whole request may be sent again as it is, which is what a
    // plain 503 says. As soon as anything was, or may have been, each event needs its own answer.
    if (each.stream().allMatch(Refused.class::isInstance)) {
      throw new Rejection(RecordProblem.of(each.get(0)).orElseThrow());
    }
    return Future.succeededFuture(partly(each));
  }

  /** In the order of the events. */
  private Future<List<Verdict>> verdicts(
      AwaitedVerdicts awaited, Map<CounterName, AppendOutcome> outcomes) {
    List<Append> asked = List.copyOf(appends.values());
    List<Recorded> recorded =
        asked.stream().map(append -> (Recorded) outcomes.get(append.counter())).toList();
    return awaited.verdicts(asked, recorded).map(found -> inOrder(asked, found));
  }

  private List<Verdict> inOrder(List<Append> asked, List<List<Verdict>> found) {
    Map<CounterName, Iterator<Verdict>> byCounter = new HashMap<>();
    for (int i = 0; i < asked.size(); i++) {
      byCounter.put(asked.get(i).counter(), found.get(i).iterator());
    }
    return events.stream()
        .map(event -> Objects.requireNonNull(byCounter.get(event.counter())).next())
        .toList();
  }

  private static Response partly(List<AppendOutcome> each) {
    long recorded = each.stream().filter(Recorded.class::isInstance).count();
    JsonText json =
        new JsonText()
            .beginObject()
            .field("recorded", recorded)
            .field("failed", each.size() - recorded)
            .name("results")
            .beginArray();
    for (int i = 0; i < each.size(); i++) {
      int index = i;
      RecordProblem.of(each.get(i))
          .ifPresent(
              problem -> {
                json.beginObject().field("index", index);
                problem.writeMembers(json);
                json.endObject();
              });
    }
    return Response.json(207, json.endArray().endObject().toBuffer());
  }
}
