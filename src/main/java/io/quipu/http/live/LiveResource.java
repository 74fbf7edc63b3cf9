package io.quipu.http.live;

import io.quipu.bus.ContextScheduler;
import io.quipu.counter.CounterName;
import io.quipu.http.Answer;
import io.quipu.http.Backend;
import io.quipu.http.Exchange;
import io.quipu.http.Resource;
import io.quipu.http.Routes;
import io.quipu.live.Feed;
import io.quipu.live.Live;
import io.quipu.metrics.LiveMeters;
import io.quipu.metrics.LiveMeters.Transport;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.http.HttpMethod;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

/** Live counts: {@code /v1/live} and the {@code live} of every counter. */
public final class LiveResource implements Resource {
  private final EventBus bus;
  private final String subscriber;
  private final Parts parts;
  private final LiveConnections connections;

  private LiveResource(EventBus bus, String subscriber, Parts parts, LiveConnections connections) {
    this.bus = bus;
    this.subscriber = subscriber;
    this.parts = parts;
    this.connections = connections;
  }

  /** Makes the live resource of each HTTP instance, on the context of that instance. */
  public static Function<Backend, Resource> factory(
      Vertx vertx, LiveSettings settings, LiveMeters meters) {
    LiveConnections connections = new LiveConnections(settings.connections(), meters);
    EventBus bus = vertx.eventBus();
    Feed.Source source =
        watch -> Live.WATCH.request(bus, watch, settings.watchPatience()).toCompletionStage();
    return backend -> {
      String subscriber = UUID.randomUUID().toString();
      ContextScheduler scheduler = new ContextScheduler(vertx.getOrCreateContext());
      Feed feed =
          new Feed(
              subscriber,
              source,
              scheduler,
              settings.watchRetry(),
              settings.subscriptions(),
              meters);
      Parts parts =
          new Parts(backend, feed, new CountText(), scheduler, backend.clock(), settings, meters);
      return new LiveResource(bus, subscriber, parts, connections);
    };
  }

  @Override
  public void mount(Routes routes) {
    Live.UPDATES.part(subscriber).hear(bus, parts.feed()::update);
    routes.takeOver("/v1/live", this::all);
    routes.takeOver("/v1/counters/{namespace}/{counter}/live", this::one);
  }

  private void all(Exchange exchange) {
    if (!Handshake.isAskedFor(exchange.request())) {
      throw Handshake.demand();
    }
    upgrade(exchange, socket -> {}).onFailure(exchange::fail);
  }

  private void one(Exchange exchange) {
    CounterName counter = exchange.counter();
    boolean upgrade = Handshake.isAskedFor(exchange.request());
    if (!upgrade && !EventStream.isAskedFor(exchange.request())) {
      throw Refusals.noStreamAccepted();
    }
    exchange.request().pause();
    parts
        .backend()
        .namespace(counter.namespace())
        .compose(
            exists -> {
              if (exchange.request().response().closed()) {
                return Future.succeededFuture();
              }
              return upgrade
                  ? upgrade(exchange, socket -> socket.follow(counter))
                  : stream(exchange, counter);
            })
        .onFailure(
            failure -> {
              exchange.request().resume();
              exchange.fail(failure);
            });
  }

  private Future<Void> upgrade(Exchange exchange, Consumer<LiveSocket> begin) {
    Handshake.require(exchange.request());
    enter(Transport.WEBSOCKET);
    return exchange
        .request()
        .toWebSocket()
        .onSuccess(
            socket -> {
              LiveSocket live = new LiveSocket(socket, parts, connections);
              live.open();
              begin.accept(live);
            })
        .onFailure(failure -> connections.leave(Transport.WEBSOCKET))
        .recover(failure -> Future.failedFuture(Refusals.badHandshake()))
        .mapEmpty();
  }

  private Future<Void> stream(Exchange exchange, CounterName counter) {
    exchange.request().resume();
    if (exchange.request().method().equals(HttpMethod.HEAD)) {
      exchange.answer(Answer.of(200, EventStream.CONTENT_TYPE, Buffer.buffer()));
      return Future.succeededFuture();
    }
    enter(Transport.SSE);
    try {
      new EventStream(exchange, parts, connections).open(counter);
      return Future.succeededFuture();
    } catch (RuntimeException failure) {
      connections.leave(Transport.SSE);
      throw failure;
    }
  }

  private void enter(Transport transport) {
    if (!connections.enter(transport)) {
      throw Refusals.tooManyConnections();
    }
  }
}
