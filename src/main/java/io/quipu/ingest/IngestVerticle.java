package io.quipu.ingest;

import io.quipu.bus.ContextScheduler;
import io.quipu.counter.CounterName;
import io.quipu.page.Layout;
import io.quipu.store.EventDirectory;
import io.quipu.store.EventLog;
import io.quipu.time.Batcher;
import io.quipu.time.Clock;
import io.quipu.writer.WriterAddresses;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.EventBus;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Serves recording for the counters whose page leads to this instance. */
public final class IngestVerticle extends VerticleBase {
  private final Function<Context, EventLog> log;
  private final Function<Context, EventDirectory> directory;
  private final Layout layout;
  private final Function<Context, Confirmation> confirmation;
  private final Clock clock;
  private final CommitBounds bounds;
  private final int lane;
  private final IngestMeters meters;
  private @Nullable GroupCommit commit;
  private boolean watched;

  /**
   * @param confirmation what is asked besides the lease before anything is acknowledged
   * @param lane which instance this is, from 0
   */
  public IngestVerticle(
      Function<Context, EventLog> log,
      Function<Context, EventDirectory> directory,
      Layout layout,
      Function<Context, Confirmation> confirmation,
      Clock clock,
      CommitBounds bounds,
      int lane,
      IngestMeters meters) {
    this.log = log;
    this.directory = directory;
    this.layout = layout;
    this.confirmation = confirmation;
    this.clock = clock;
    this.bounds = bounds;
    this.lane = lane;
    this.meters = meters;
  }

  @Override
  public Future<?> start() {
    EventBus bus = vertx.eventBus();
    ContextScheduler scheduler = new ContextScheduler(context);
    Batcher<CounterName> changed =
        new Batcher<>(
            scheduler,
            counters ->
                IngestAddresses.CHANGED.publish(bus, new IngestAddresses.Changed(counters)));
    GroupCommit recording =
        new GroupCommit(
            log.apply(context),
            directory.apply(context),
            layout,
            clock,
            scheduler,
            bounds,
            lane,
            confirmation.apply(context),
            meters,
            counter -> {
              if (watched) {
                changed.add(counter);
              }
            });
    commit = recording;
    return Future.all(
        IngestAddresses.WATCHED.hear(bus, wanted -> watched = wanted).completion(),
        IngestAddresses.APPEND.instance(lane).serve(bus, recording::append).completion(),
        IngestAddresses.APPEND_ALL
            .instance(lane)
            .serve(bus, all -> appendAll(recording, all))
            .completion(),
        WriterAddresses.LOW
            .instance(lane)
            .serve(bus, asked -> CompletableFuture.completedStage(recording.low(asked)))
            .completion());
  }

  private static CompletionStage<AppendAll.Outcomes> appendAll(
      GroupCommit recording, AppendAll request) {
    List<CompletableFuture<AppendOutcome>> answers = new ArrayList<>(request.appends().size());
    for (Append append : request.appends()) {
      answers.add(recording.append(append).toCompletableFuture());
    }
    return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
        .thenApply(
            all -> new AppendAll.Outcomes(answers.stream().map(CompletableFuture::join).toList()));
  }

  @Override
  public Future<?> stop() {
    GroupCommit recording = commit;
    return recording == null
        ? Future.succeededFuture()
        : Future.fromCompletionStage(recording.drain(), context);
  }
}
