package io.quipu.service.verticles;

import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.Incarnation;
import io.quipu.engine.writer.LaneWatermarks;
import io.quipu.engine.writer.Writer;
import io.quipu.engine.writer.WriterMeters;
import io.quipu.engine.writer.WriterRegistry;
import io.quipu.engine.writer.WriterSettings;
import io.quipu.engine.writer.WriterView;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.ContextScheduler;
import io.quipu.service.bus.Topic;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs the writer of this process. One instance. The verticle is undeployed after the ingesting
 * contexts have drained, so that stopping does not end the lease before the last acknowledgement.
 */
public final class WriterVerticle extends VerticleBase {
  /** The low watermark of one ingesting context. The context adopts a newer incarnation first. */
  public static final Address<Incarnation, EventTime> LOW = Address.of("writer.low");

  /**
   * The view of the group of writers. Published by each look that has read the group, and again if
   * the look has announced a horizon.
   */
  public static final Topic<WriterView> VIEW = Topic.of("writer.view");

  /**
   * Tells whether this process may acknowledge now. The request names its purpose, which is
   * ignored.
   */
  public static final Address<String, Boolean> MAY_ACKNOWLEDGE = Address.of("writer.lease");

  /**
   * Hints that a caller or a page waits for the horizon. The hint names its purpose, which is
   * ignored.
   */
  public static final Topic<String> HASTEN = Topic.of("writer.hasten");

  private final Function<Context, WriterRegistry> registry;
  private final Clock clock;
  private final WriterSettings settings;
  private final int lanes;
  private final WriterMeters meters;
  private @Nullable Writer writer;

  /**
   * @param lanes the number of ingesting contexts of this process
   */
  public WriterVerticle(
      Function<Context, WriterRegistry> registry,
      Clock clock,
      WriterSettings settings,
      int lanes,
      WriterMeters meters) {
    this.registry = registry;
    this.clock = clock;
    this.settings = settings;
    this.lanes = lanes;
    this.meters = meters;
  }

  @Override
  public Future<?> start() {
    ContextScheduler scheduler = new ContextScheduler(context);
    LaneWatermarks lows =
        new LaneWatermarks(
            lanes,
            (lane, incarnation) ->
                LOW.instance(lane)
                    .request(vertx.eventBus(), incarnation, settings.heartbeat())
                    .toCompletionStage());
    Writer joining =
        new Writer(
            registry.apply(context),
            clock,
            scheduler,
            settings,
            lows,
            UUID::randomUUID,
            view -> VIEW.publish(vertx.eventBus(), view),
            meters);
    writer = joining;
    joining.start();
    return Future.all(
        HASTEN.subscribe(vertx.eventBus(), why -> joining.hasten()),
        MAY_ACKNOWLEDGE.serve(
            vertx.eventBus(), what -> CompletableFuture.completedStage(joining.mayAcknowledge())));
  }

  @Override
  public Future<?> stop() {
    Writer running = writer;
    if (running == null) {
      return Future.succeededFuture();
    }
    Promise<Void> retired = Promise.promise();
    running.retire().whenComplete((done, failure) -> retired.complete());
    return retired.future();
  }
}
