package io.quipu.http;

import io.quipu.counter.CounterName;
import io.quipu.counter.InvalidInput;
import io.quipu.counter.Namespace;
import io.quipu.kind.Draft;
import io.quipu.kind.InvalidDraft;
import io.quipu.kind.KnownKinds;
import io.quipu.kind.RecordOutcome;
import io.quipu.kind.RecordOutcome.Recorded;
import io.quipu.kind.RecordOutcome.Refused;
import io.quipu.kind.Recording;
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
import org.jspecify.annotations.Nullable;

/**
 * Events of many counters on their way: grouped by counter, sent by instance, answered by event.
 */
final class BulkRecording {
  /** Each counter is settled by itself, so not any number of them can be waited for. */
  static final int CONFIRMED_COUNTERS = 100;

  private final List<Draft> drafts;
  private final boolean confirmed;

  /** What is recorded together: the events of one counter, in the order sent. */
  private final Map<CounterName, Recording> recordings = new LinkedHashMap<>();

  /**
   * @param namespaces those of all the events
   * @param confirmed whether the answer is to have the verdicts
   * @throws InvalidDraft for the first event that is not one of its kind
   * @throws InvalidInput if there are too many counters to be confirmed
   */
  BulkRecording(
      List<Draft> drafts, KnownKinds kinds, Map<String, Namespace> namespaces, boolean confirmed) {
    this.drafts = drafts;
    this.confirmed = confirmed;
    Map<CounterName, List<Draft>> groups = new LinkedHashMap<>();
    for (Draft draft : drafts) {
      groups.computeIfAbsent(draft.counter(), name -> new ArrayList<>()).add(draft);
    }
    @Nullable InvalidDraft first = null;
    for (Map.Entry<CounterName, List<Draft>> group : groups.entrySet()) {
      CounterName counter = group.getKey();
      Namespace namespace =
          Objects.requireNonNull(namespaces.get(counter.namespace()), "was not looked up");
      try {
        recordings.put(
            counter, kinds.of(namespace).accept(namespace, counter, group.getValue(), confirmed));
      } catch (InvalidDraft invalid) {
        first = invalid.orEarlier(first);
      }
    }
    if (first != null) {
      throw first;
    }
    if (confirmed && recordings.size() > CONFIRMED_COUNTERS) {
      throw new InvalidInput(
          AwaitedVerdicts.CONFIRM,
          "confirm is for at most "
              + CONFIRMED_COUNTERS
              + " counters in one request; these events belong to "
              + recordings.size());
    }
  }

  Future<Response> record(Backend backend) {
    AwaitedVerdicts awaited = AwaitedVerdicts.begin(backend);
    Map<Integer, List<Recording>> byInstance = new LinkedHashMap<>();
    recordings.forEach(
        (counter, recording) ->
            byInstance
                .computeIfAbsent(backend.ingestInstanceOf(counter), instance -> new ArrayList<>())
                .add(recording));
    Map<CounterName, RecordOutcome> outcomes = new HashMap<>();
    List<Future<?>> sent = new ArrayList<>();
    byInstance.forEach(
        (instance, some) ->
            sent.add(
                backend
                    .recordAll(instance, some)
                    .onSuccess(answers -> note(some, answers, outcomes))));
    return Future.join(sent).compose(all -> response(awaited, outcomes));
  }

  private static void note(
      List<Recording> recordings,
      List<RecordOutcome> answers,
      Map<CounterName, RecordOutcome> outcomes) {
    for (int i = 0; i < recordings.size(); i++) {
      outcomes.put(recordings.get(i).counter(), answers.get(i));
    }
  }

  private Future<Response> response(
      AwaitedVerdicts awaited, Map<CounterName, RecordOutcome> outcomes) {
    List<RecordOutcome> each = drafts.stream().map(draft -> outcomes.get(draft.counter())).toList();
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
      AwaitedVerdicts awaited, Map<CounterName, RecordOutcome> outcomes) {
    List<Recording> asked = List.copyOf(recordings.values());
    List<Recorded> recorded =
        asked.stream().map(recording -> (Recorded) outcomes.get(recording.counter())).toList();
    return awaited.verdicts(asked, recorded).map(found -> inOrder(asked, found));
  }

  private List<Verdict> inOrder(List<Recording> asked, List<List<Verdict>> found) {
    Map<CounterName, Iterator<Verdict>> byCounter = new HashMap<>();
    for (int i = 0; i < asked.size(); i++) {
      byCounter.put(asked.get(i).counter(), found.get(i).iterator());
    }
    return drafts.stream()
        .map(draft -> Objects.requireNonNull(byCounter.get(draft.counter())).next())
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
