package io.quipu.edge.http.record;

import io.quipu.edge.response.Response;
import io.quipu.edge.response.ServiceProblems;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.EventTimes;
import io.quipu.engine.kind.InvalidDraft;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.query.Verdict;
import io.quipu.ops.trace.Span;
import io.quipu.service.AwaitedVerdicts;
import io.quipu.service.CounterService;
import io.quipu.service.RecordFailure;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Records events of many counters. Groups the events by counter, sends all groups of one ingest
 * instance together, and puts the outcomes back into the order of the events.
 */
public final class BulkRecording {
  /** The maximum number of counters to wait for, because each counter settles separately. */
  public static final int CONFIRMED_COUNTERS = 100;

  private final boolean isList;
  private final long events;
  private final boolean confirmed;

  /** The groups, in the order of their first events. */
  private final Collection<Group> groups;

  /** The group of each event, in the order sent. */
  private final List<Group> groupOfEach;

  /** The events of one counter, in the order sent, and their outcome. */
  private static final class Group {
    private final CounterName counter;
    private final List<Draft> drafts = new ArrayList<>();
    private @Nullable Recording recording;
    private @Nullable RecordOutcome outcome;

    private Group(CounterName counter) {
      this.counter = counter;
    }

    private Recording recording() {
      return Objects.requireNonNull(recording);
    }

    private RecordOutcome outcome() {
      return Objects.requireNonNull(outcome);
    }
  }

  /**
   * @param namespaces the namespaces of all events, by name
   * @param confirmed whether the answer has the verdicts
   * @throws InvalidDraft for the first event that its kind does not accept
   * @throws InvalidInput if the answer has verdicts, and there are more than {@link
   *     #CONFIRMED_COUNTERS} counters
   */
  BulkRecording(
      SentDrafts sent, EventTimes times, Map<String, Namespace> namespaces, boolean confirmed) {
    List<Draft> drafts = sent.drafts();
    this.isList = sent.isArray();
    this.events = sent.events();
    this.confirmed = confirmed;
    this.groupOfEach = new ArrayList<>(drafts.size());
    Map<CounterName, Group> byCounter = new LinkedHashMap<>();
    for (Draft draft : drafts) {
      Group group = byCounter.computeIfAbsent(draft.counter(), Group::new);
      group.drafts.add(draft);
      groupOfEach.add(group);
    }
    this.groups = byCounter.values();
    @Nullable InvalidDraft first = null;
    for (Group group : groups) {
      Namespace namespace =
          Objects.requireNonNull(namespaces.get(group.counter.namespace()), "was not looked up");
      try {
        group.recording = times.accept(namespace, group.counter, group.drafts, confirmed);
      } catch (InvalidDraft invalid) {
        first = invalid.orEarlier(first);
      }
    }
    if (first != null) {
      throw first;
    }
    if (confirmed && groups.size() > CONFIRMED_COUNTERS) {
      throw new InvalidInput(
          AwaitedVerdicts.CONFIRM,
          "confirm is for at most "
              + CONFIRMED_COUNTERS
              + " counters in one request; these events belong to "
              + groups.size());
    }
  }

  /**
   * Records the events, and waits for their verdicts if the answer has verdicts.
   *
   * @param request the span of the request that contains the events
   */
  Future<Response> record(CounterService service, Span request) {
    AwaitedVerdicts awaited = AwaitedVerdicts.begin(service);
    Map<Integer, List<Group>> byInstance = new LinkedHashMap<>();
    for (Group group : groups) {
      byInstance
          .computeIfAbsent(
              service.records().ingestInstanceOf(group.counter), instance -> new ArrayList<>())
          .add(group);
    }
    List<Future<?>> sent = new ArrayList<>();
    byInstance.forEach(
        (instance, some) ->
            sent.add(
                service
                    .records()
                    .recordAll(instance, some.stream().map(Group::recording).toList(), request)
                    .onSuccess(answers -> note(some, answers))));
    return Future.join(sent).compose(all -> response(awaited));
  }

  private static void note(List<Group> groups, List<RecordOutcome> answers) {
    for (int i = 0; i < groups.size(); i++) {
      groups.get(i).outcome = answers.get(i);
    }
  }

  private Future<Response> response(AwaitedVerdicts awaited) {
    List<RecordOutcome> each = groupOfEach.stream().map(Group::outcome).toList();
    if (!isList) {
      return single(each.get(0), awaited);
    }
    if (each.stream().allMatch(Recorded.class::isInstance)) {
      Recorded last = (Recorded) each.get(each.size() - 1);
      return confirmed
          ? verdicts(awaited).map(verdicts -> RecordedResponse.of(events, last.at(), verdicts))
          : Future.succeededFuture(RecordedResponse.of(events, last.at()));
    }
    // A plain 503 says that nothing was written and that the whole request may be sent again. If
    // any event was or may have been written, each event needs its own answer.
    if (each.stream().allMatch(Refused.class::isInstance)) {
      throw RecordFailure.of(each.get(0)).orElseThrow();
    }
    return Future.succeededFuture(partly(each));
  }

  /** Answers with the status of the only event, because its sender takes any 2xx for success. */
  private Future<Response> single(RecordOutcome outcome, AwaitedVerdicts awaited) {
    if (outcome instanceof Recorded recorded) {
      return confirmed
          ? verdicts(awaited)
              .map(verdicts -> RecordedResponse.of(events, recorded.at(), verdicts.get(0)))
          : Future.succeededFuture(RecordedResponse.of(events, recorded));
    }
    throw RecordFailure.of(outcome).orElseThrow();
  }

  /** Waits for the verdicts, and returns them in the order of the events. */
  private Future<List<Verdict>> verdicts(AwaitedVerdicts awaited) {
    List<Recording> asked = groups.stream().map(Group::recording).toList();
    List<Recorded> recorded = groups.stream().map(group -> (Recorded) group.outcome()).toList();
    return awaited.verdicts(asked, recorded).map(this::inOrder);
  }

  /**
   * @param found the verdicts of each group, in the order of the groups
   */
  private List<Verdict> inOrder(List<List<Verdict>> found) {
    Map<Group, Iterator<Verdict>> byGroup = new HashMap<>();
    Iterator<List<Verdict>> next = found.iterator();
    groups.forEach(group -> byGroup.put(group, next.next().iterator()));
    return groupOfEach.stream()
        .map(group -> Objects.requireNonNull(byGroup.get(group)).next())
        .toList();
  }

  private static Response partly(List<RecordOutcome> each) {
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
      RecordFailure.of(each.get(i))
          .map(ServiceProblems::problem)
          .ifPresent(
              problem -> {
                json.beginObject().field("index", index);
                problem.writeMembers(json);
                json.endObject();
              });
    }
    return Response.json(207, json.endArray().endObject());
  }
}
