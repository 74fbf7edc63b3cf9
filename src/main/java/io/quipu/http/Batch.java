package io.quipu.http;

import io.quipu.counter.CounterName;
import io.quipu.counter.Event;
import io.quipu.counter.Namespace;
import io.quipu.ingest.Append;
import io.quipu.ingest.AppendOutcome;
import io.quipu.ingest.AppendOutcome.Recorded;
import io.quipu.ingest.AppendOutcome.Refused;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Events of many counters on their way: grouped by counter, sent by instance, answered by event.
 */
final class Batch {
  private final List<NamedEvent> events;
  private final Map<CounterName, Group> groups = new LinkedHashMap<>();

  /** What is recorded together: the events of one counter, in the order sent. */
  private static final class Group {
    final CounterName counter;
    final int shards;
    final List<Event> events = new ArrayList<>();

    Group(CounterName counter, int shards) {
      this.counter = counter;
      this.shards = shards;
    }
  }

  /**
   * @param namespaces those of all the events
   */
  Batch(List<NamedEvent> events, Map<String, Namespace> namespaces) {
    this.events = events;
    for (NamedEvent event : events) {
      groups
          .computeIfAbsent(event.counter(), counter -> group(counter, namespaces))
          .events
          .add(event.event());
    }
  }

  private static Group group(CounterName counter, Map<String, Namespace> namespaces) {
    Namespace namespace = namespaces.get(counter.namespace());
    if (namespace == null) {
      throw new IllegalStateException("namespace was not looked up");
    }
    return new Group(counter, namespace.shards());
  }

  Future<Answer> append(Backend backend) {
    Map<Integer, List<Append>> byInstance = new LinkedHashMap<>();
    for (Group group : groups.values()) {
      byInstance
          .computeIfAbsent(backend.ingestInstanceOf(group.counter), instance -> new ArrayList<>())
          .add(new Append(group.counter, group.shards, group.events));
    }
    Map<CounterName, AppendOutcome> outcomes = new LinkedHashMap<>();
    List<Future<?>> sent = new ArrayList<>();
    byInstance.forEach(
        (instance, appends) ->
            sent.add(
                backend
                    .appendAll(instance, appends)
                    .onSuccess(answers -> note(appends, answers, outcomes))));
    return Future.join(sent).map(all -> answer(outcomes));
  }

  private static void note(
      List<Append> appends, List<AppendOutcome> answers, Map<CounterName, AppendOutcome> outcomes) {
    for (int i = 0; i < appends.size(); i++) {
      outcomes.put(appends.get(i).counter(), answers.get(i));
    }
  }

  private Answer answer(Map<CounterName, AppendOutcome> outcomes) {
    List<AppendOutcome> each = events.stream().map(event -> outcomes.get(event.counter())).toList();
    if (each.stream().allMatch(Recorded.class::isInstance)) {
      Recorded last = (Recorded) each.get(each.size() - 1);
      return RecordResource.recorded(each.size(), last.at());
    }
    // Nothing was written at all: the whole request may be sent again as it is, which is what a
    // plain 503 says. As soon as anything was, or may have been, each event needs its own answer.
    if (each.stream().allMatch(Refused.class::isInstance)) {
      throw new Rejection(RecordProblem.of(each.get(0)).orElseThrow());
    }
    return partly(each);
  }

  private static Answer partly(List<AppendOutcome> each) {
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
    return Answer.json(207, json.endArray().endObject().toBuffer());
  }
}
