package io.quipu.service.verticles;

import io.quipu.engine.ingest.CommitBounds;
import io.quipu.engine.ingest.GroupCommit;
import io.quipu.engine.ingest.IngestHints;
import io.quipu.engine.ingest.IngestMeters;
import io.quipu.engine.ingest.TailBound;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kind.Recorder;
import io.quipu.engine.kind.RecorderSite;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Layout;
import io.quipu.engine.query.QueryMessages;
import io.quipu.engine.store.Site;
import io.quipu.engine.time.Batcher;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.Confirmation;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.Topic;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.EventBus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Records the events of the counters of one {@linkplain Layout#lane lane}. */
public final class IngestVerticle extends VerticleBase {
  /** Records events of one counter. Served by the lane of the counter. */
  public static final Address<Recording, RecordOutcome> RECORD = Address.of("ingest.record");

  /** Records events or resets of counters of the same lane. Served by this lane. */
  public static final Address<List<Recording>, List<RecordOutcome>> RECORD_ALL =
      Address.of("ingest.record-all");

  /** Tells whether hints of changes are wanted from now on. Before the first message, none are. */
  public static final Topic<Boolean> WATCHED = Topic.of("ingest.watched");

  /**
   * Hints that this process has acknowledged events of counters. Published only while hints are
   * wanted.
   */
  public static final Topic<Changed> CHANGED = Topic.of("ingest.changed");

  /**
   * Hints that counters may have changed without an acknowledgement: a counter was reset, or the
   * outcome of a write is unknown. Some of the counters may never have had an event. Published only
   * while hints are wanted.
   */
  public static final Topic<Changed> TOUCHED = Topic.of("ingest.touched");

  /** The counters of the hints of one turn of an event loop; a counter may occur several times. */
  public record Changed(List<CounterName> counters) {}

  private final KnownKinds kinds;
  private final Function<Context, Site> sites;
  private final Function<Context, Confirmation> confirmation;
  private final CommitBounds bounds;
  private final int lane;
  private final IngestMeters meters;
  private Map<Class<?>, Recorder> recorders = Map.of();
  private boolean watched;

  /**
   * @param sites makes the site of a given context
   * @param confirmation makes the check, besides the lease, before an acknowledgement
   * @param lane the number of this instance, from 0
   */
  public IngestVerticle(
      KnownKinds kinds,
      Function<Context, Site> sites,
      Function<Context, Confirmation> confirmation,
      CommitBounds bounds,
      int lane,
      IngestMeters meters) {
    this.kinds = kinds;
    this.sites = sites;
    this.confirmation = confirmation;
    this.bounds = bounds;
    this.lane = lane;
    this.meters = meters;
  }

  @Override
  public Future<?> start() {
    EventBus bus = vertx.eventBus();
    Site site = sites.apply(context);
    IngestHints hints = new Hints(bus, site.scheduler());
    Confirmation confirming = confirmation.apply(context);
    GroupCommit commit =
        new GroupCommit(site, bounds, lane, confirming, tails(site), meters, hints);
    recorders =
        kinds.recorders(
            new RecorderSite(
                commit,
                commit::incarnation,
                confirming,
                site.scheduler(),
                site.clock(),
                lane,
                hints::counted));
    return Future.all(
        WATCHED.subscribe(bus, wanted -> watched = wanted),
        WriterVerticle.VIEW.subscribe(bus, view -> commit.onHorizon(view.horizon())),
        QueryVerticle.PASSED_PAGES.subscribe(
            bus, passed -> commit.onSettled(passed.page(), passed.until())),
        RECORD.instance(lane).serve(bus, this::record),
        RECORD_ALL.instance(lane).serve(bus, this::recordAll),
        WriterVerticle.LOW
            .instance(lane)
            .serve(bus, asked -> CompletableFuture.completedStage(commit.low(asked))));
  }

  private TailBound tails(Site site) {
    EventBus bus = vertx.eventBus();
    return new TailBound(
        site.clock(),
        site.scheduler(),
        page ->
            QueryVerticle.AWAITED_PAGES.publish(
                bus, new QueryMessages.AwaitedPage(page, EventTime.MIN)),
        TailBound.Bounds.USUAL);
  }

  /** Publishes the hints. All changes of one turn are sent in one message for each topic. */
  private final class Hints implements IngestHints {
    private final EventBus bus;
    private final Batcher<CounterName> counted;
    private final Batcher<CounterName> touched;

    private Hints(EventBus bus, Scheduler scheduler) {
      this.bus = bus;
      this.counted = batcher(CHANGED, scheduler);
      this.touched = batcher(TOUCHED, scheduler);
    }

    private Batcher<CounterName> batcher(Topic<Changed> topic, Scheduler scheduler) {
      return new Batcher<>(scheduler, counters -> topic.publish(bus, new Changed(counters)));
    }

    @Override
    public void counted(CounterName counter) {
      if (watched) {
        counted.add(counter);
      }
    }

    @Override
    public void touched(CounterName counter) {
      if (watched) {
        touched.add(counter);
      }
    }

    @Override
    public void awaitsHorizon() {
      WriterVerticle.HASTEN.publish(bus, "reset");
    }
  }

  private CompletionStage<RecordOutcome> record(Recording recording) {
    return Objects.requireNonNull(recorders.get(recording.getClass())).record(recording);
  }

  private CompletionStage<List<RecordOutcome>> recordAll(List<Recording> recordings) {
    List<CompletableFuture<RecordOutcome>> answers = new ArrayList<>(recordings.size());
    for (Recording recording : recordings) {
      answers.add(record(recording).toCompletableFuture());
    }
    return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
        .thenApply(all -> answers.stream().map(CompletableFuture::join).toList());
  }

  @Override
  public Future<?> stop() {
    return Future.join(
        recorders.values().stream()
            .distinct()
            .map(recorder -> Future.fromCompletionStage(recorder.drain(), context))
            .toList());
  }
}
