package io.quipu.engine.ingest;

import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.Subject;
import io.quipu.engine.state.Event;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes in appends. Chooses the page of each event. Delays an append with remembered ids while its
 * counter or its page has many unsettled events with ids (a long tail, see {@link TailBound}).
 * Refuses appends for which the queues have no room. {@link GroupCommit} writes the queued events.
 * Confined to one context.
 *
 * <p>Invariant: all events of an append or of {@link Levels} are queued at one moment, or none is.
 */
final class AppendIntake {
  private final Layout layout;
  private final PartitionQueues queues;
  private final TailBound tails;
  private final IngestMeters meters;
  private final GroupCommit commit;
  private int turn;

  AppendIntake(
      Layout layout,
      PartitionQueues queues,
      TailBound tails,
      IngestMeters meters,
      GroupCommit commit) {
    this.layout = layout;
    this.queues = queues;
    this.tails = tails;
    this.meters = meters;
    this.commit = commit;
  }

  /**
   * Records the events of one append. Only a defect fails the stage; then the outcome is unknown.
   */
  CompletionStage<RecordOutcome> append(Append append) {
    int first = layout.page(append.counter());
    if (append.shards() == 1) {
      return append(append, first);
    }
    if (append.events().size() == 1) {
      int next = Math.floorMod(turn++, append.shards());
      return append(append, page(first, append, append.events().get(0), next));
    }
    return recordAll(
        List.of(sharded(append)),
        append.size(),
        append.size(),
        PendingAppend.bytes(append),
        answers -> answers.get(0));
  }

  /**
   * The page of an event. All events of one subject go to one page.
   *
   * @param next the shard for an event without a remembered id; each append gets the next shard in
   *     turn
   */
  private int page(int first, Append append, Event event, int next) {
    String id = append.storedId(event);
    return layout.page(
        first,
        id == null ? next : layout.shardOf(Subject.of(id, append.window()), append.shards()));
  }

  private CompletionStage<RecordOutcome> append(Append append, int page) {
    // The tail is checked first, because it is nearly always short. If it is short, ids(), which
    // looks at each event, is not called.
    return tails.isFull(page, append.counter()) && append.ids() > 0
        ? slowed(
            List.of(new TailBound.Place(page, append.counter())),
            append.size(),
            append.size(),
            PendingAppend.bytes(append),
            () -> appendNow(append, page))
        : appendNow(append, page);
  }

  private CompletionStage<RecordOutcome> appendNow(Append append, int page) {
    PartitionQueue queue = queues.of(append, page);
    long bytes = PendingAppend.bytes(append);
    Refusal refusal = refusal(append, append.size(), queue, bytes);
    return refusal == null
        ? commit.enqueue(append, page, queue, bytes)
        : refused(append.size(), refusal);
  }

  /** Records each level as a separate append. The queues take all levels or none. */
  CompletionStage<RecordOutcome> appendLevels(Levels levels) {
    List<Append> each = levels.appends();
    int events = each.size() * levels.size();
    long bytes = each.size() * PendingAppend.bytes(levels.named());
    // This check comes before the events of each level are distributed over pages. So a request
    // with thousands of levels is refused without that work. The check is stricter than the later
    // one, because it looks at all pages of each counter, not only at the pages of the events.
    for (Append level : each) {
      Refusal refusal =
          refusal(level, layout.pagesOf(level.counter(), level.shards()), events, bytes);
      if (refusal != null) {
        return refused(levels.size(), refusal);
      }
    }
    return recordAll(
        each.stream().map(this::sharded).toList(), levels.size(), events, bytes, Levels::outcome);
  }

  /**
   * Queues all appends or none. If the tails of their counters are long, the appends wait first.
   *
   * @param answered the number of events in the request, which is counted if the request is
   *     refused; a request for several levels makes more {@code events} than that
   * @param events the number of events of all appends
   */
  private CompletionStage<RecordOutcome> recordAll(
      List<ShardedAppend> each,
      int answered,
      int events,
      long bytes,
      Function<List<RecordOutcome>, RecordOutcome> answer) {
    List<TailBound.Place> places = each.stream().flatMap(ShardedAppend::tails).toList();
    Supplier<CompletionStage<RecordOutcome>> now =
        () -> {
          for (ShardedAppend one : each) {
            Refusal refusal = refusal(one.whole(), one.pages(), events, bytes);
            if (refusal != null) {
              return refused(answered, refusal);
            }
          }
          return enqueueAll(each, answer);
        };
    return places.stream().noneMatch(tails::isFull)
        ? now.get()
        : slowed(places, answered, events, bytes, now);
  }

  private @Nullable Refusal refusal(
      Append append, Collection<Integer> pages, int events, long bytes) {
    for (int page : pages) {
      Refusal refusal = refusal(append, events, queues.of(append, page), bytes);
      if (refusal != null) {
        return refusal;
      }
    }
    return null;
  }

  private CompletionStage<RecordOutcome> enqueueAll(
      List<ShardedAppend> each, Function<List<RecordOutcome>, RecordOutcome> answer) {
    List<CompletableFuture<RecordOutcome>> answers = each.stream().map(this::enqueue).toList();
    return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
        .thenApply(all -> answer.apply(answers.stream().map(CompletableFuture::join).toList()));
  }

  /**
   * Lets events wait for room in the tails of their counters. While they wait, these events take
   * room of the queues. They are refused immediately if these events and all events that already
   * wait here need more room than the queues have free. They are also refused immediately if no
   * append is taken at present.
   */
  private CompletionStage<RecordOutcome> slowed(
      List<TailBound.Place> places,
      int answered,
      int events,
      long bytes,
      Supplier<CompletionStage<RecordOutcome>> record) {
    Refusal refusal = commit.refusal();
    if (refusal == null && !queues.maySlow(events, bytes)) {
      refusal = Refusal.QUEUE_FULL;
    }
    if (refusal != null) {
      return refused(answered, refusal);
    }
    queues.slowed(events, bytes);
    return tails
        .room(places)
        .thenCompose(
            admitted -> {
              queues.slowed(-events, -bytes);
              return admitted ? record.get() : refused(answered, Refusal.QUEUE_FULL);
            })
        .whenComplete((done, failure) -> commit.waitedOut());
  }

  private ShardedAppend sharded(Append append) {
    int first = layout.page(append.counter());
    int next = Math.floorMod(turn++, append.shards());
    return new ShardedAppend(append, event -> page(first, append, event, next));
  }

  private CompletableFuture<RecordOutcome> enqueue(ShardedAppend sharded) {
    return sharded
        .record(
            (page, part) ->
                commit.enqueue(part, page, queues.of(part, page), PendingAppend.bytes(part)))
        .toCompletableFuture();
  }

  private @Nullable Refusal refusal(Append append, int events, PartitionQueue queue, long bytes) {
    Refusal refusal = commit.refusal();
    if (refusal != null) {
      return refusal;
    }
    return queues.hasRoom(queue, append.counter().namespace(), events, bytes)
        ? null
        : Refusal.QUEUE_FULL;
  }

  /** Counts refused events, and makes the answer with the reason. */
  CompletionStage<RecordOutcome> refused(int events, Refusal why) {
    meters.refused(why, events);
    return CompletableFuture.completedStage(new Refused(why));
  }
}
