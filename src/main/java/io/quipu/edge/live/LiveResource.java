package io.quipu.edge.live;

import io.quipu.edge.access.RequestAudit;
import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.counters.CounterApi;
import io.quipu.edge.counters.CounterPath;
import io.quipu.edge.counters.SeriesInput;
import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.Admission;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.live.LiveMeters;
import io.quipu.engine.live.LiveMeters.Transport;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.service.auth.Caller;
import io.quipu.service.bus.ContextScheduler;
import io.quipu.service.verticles.LiveVerticle;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.http.HttpMethod;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Serves live counts: of any counters at {@code /v1/live}, and of one counter at the path {@code
 * live} of the counter. Everybody gets the counters of public namespaces under {@code /embed}.
 */
public final class LiveResource implements Resource {
  private final EventBus bus;
  private final String subscriber;
  private final FeedContext context;
  private final LiveConnections connections;

  private LiveResource(
      EventBus bus, String subscriber, FeedContext context, LiveConnections connections) {
    this.bus = bus;
    this.subscriber = subscriber;
    this.context = context;
    this.connections = connections;
  }

  /**
   * Returns a function that makes the live resource of one HTTP instance, to be called on the
   * context of that instance. All these resources share the limit of connections.
   */
  public static Function<CounterApi, Resource> factory(
      Vertx vertx, LiveSettings settings, LiveMeters meters, ByteBudget budget) {
    LiveConnections connections = new LiveConnections(settings.connections(), meters);
    EventBus bus = vertx.eventBus();
    Feed.Source source =
        watch ->
            LiveVerticle.WATCH.request(bus, watch, settings.watchTimeout()).toCompletionStage();
    return api -> {
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
      PrefixFeed prefixes =
          new PrefixFeed(
              subscriber,
              watch ->
                  LiveVerticle.WATCH_PREFIX
                      .request(bus, watch, settings.watchTimeout())
                      .toCompletionStage());
      new DeletedCounters(
              feed, prefixes, name -> api.service().namespaces().lookUp(name).toCompletionStage())
          .begin(scheduler);
      FeedContext context =
          new FeedContext(
              api,
              feed,
              prefixes,
              new CountMessage(),
              scheduler,
              api.service().clock(),
              settings,
              meters,
              budget);
      return new LiveResource(bus, subscriber, context, connections);
    };
  }

  @Override
  public void mount(Routes routes) {
    LiveVerticle.UPDATES.part(subscriber).subscribe(bus, context.feed()::update);
    LiveVerticle.BORN.part(subscriber).subscribe(bus, context.prefixes()::born);
    RouteAccess access = context.api().access();
    routes.takeOver("/v1/live", access.live(Handshake::isAskedFor, false), this::all);
    routes.takeOver(
        "/v1/counters/{namespace}/{counter}/live",
        access.live(Handshake::isAskedFor, true),
        this::one,
        SeriesInput.BY,
        SeriesInput.WHERE);
    routes.takeOver("/embed/{namespace}/{counter}/live", access.toPublic(), this::shown);
  }

  @Override
  public void mountForForeignPages(Routes routes) {
    RouteAccess access = context.api().access().ofForeignPages();
    routes.takeOver(
        "/v1/counters/{namespace}/{counter}/live",
        access.orPublic(Admission.OPEN),
        this::shown,
        SeriesInput.BY,
        SeriesInput.WHERE);
  }

  private void all(RoutedRequest request) {
    if (!Handshake.isAskedFor(request.http())) {
      throw Handshake.demand();
    }
    upgrade(request, socket -> {}).onFailure(request::fail);
  }

  private void one(RoutedRequest request) {
    CounterName counter = CounterPath.counter(request);
    SeriesInput series = SeriesInput.of(request.query());
    boolean upgrade = Handshake.isAskedFor(request.http());
    if (!upgrade && !EventStream.isAskedFor(request.http())) {
      throw LiveProblems.noStreamAccepted();
    }
    if (upgrade && caller(request) == null) {
      upgrade(request, socket -> socket.followOnceKnown(counter, series)).onFailure(request::fail);
      return;
    }
    follow(
        request,
        counter,
        series,
        followed ->
            upgrade
                ? upgrade(request, socket -> socket.follow(followed))
                : stream(request, followed, reader(request, counter)));
  }

  /** Serves a counter of a public namespace to everybody, as an event stream only. */
  private void shown(RoutedRequest request) {
    CounterName counter = CounterPath.counter(request);
    if (!EventStream.isAskedFor(request.http())) {
      throw LiveProblems.noStreamAccepted();
    }
    SeriesInput series = SeriesInput.of(request.query());
    follow(
        request, counter, series, followed -> stream(request, followed, reader(request, counter)));
  }

  private EventStream.Reader reader(RoutedRequest request, CounterName counter) {
    Caller caller = RequestAudit.caller(request);
    return caller.isIdentified() || caller.isUnbounded()
        ? over -> CallerWatch.of(context, caller, over)
        : over -> CallerWatch.ofEverybody(context, counter.namespace(), over);
  }

  private void follow(
      RoutedRequest request,
      CounterName counter,
      SeriesInput series,
      Function<KnownCounter, Future<Void>> begin) {
    context.api().access().asker(request).pay(counter.namespace(), series.priceOfFollowing());
    request.http().pause();
    context
        .service()
        .namespaces()
        .use(
            counter,
            known ->
                request.http().response().closed()
                    ? Future.<Void>succeededFuture()
                    : begin.apply(series.followed(known)))
        .onFailure(
            failure -> {
              request.http().resume();
              request.fail(failure);
            });
  }

  private Future<Void> upgrade(RoutedRequest request, Consumer<LiveSocket> begin) {
    Handshake.require(request.http());
    SocketCaller.Opening opening =
        new SocketCaller.Opening(
            caller(request),
            context.api().access().foreignOrigin(request.http()),
            request.address(),
            request.id());
    enter(Transport.WEBSOCKET);
    return request
        .http()
        .toWebSocket()
        .onSuccess(
            socket -> {
              LiveSocket live =
                  new LiveSocket(socket, request.channel(), opening, context, connections);
              live.open();
              begin.accept(live);
            })
        .onFailure(failure -> connections.leave(Transport.WEBSOCKET))
        .recover(failure -> Future.failedFuture(LiveProblems.badHandshake()))
        .mapEmpty();
  }

  /** Returns the caller of a request; null if the caller must still authenticate. */
  private @Nullable Caller caller(RoutedRequest request) {
    return context.service().access().isAsked() && request.principal() == null
        ? null
        : RequestAudit.caller(request);
  }

  private Future<Void> stream(
      RoutedRequest request, KnownCounter counter, EventStream.Reader reader) {
    request.http().resume();
    if (request.http().method().equals(HttpMethod.HEAD)) {
      request.respond(Response.of(200, EventStream.CONTENT_TYPE, Buffer.buffer()));
      return Future.succeededFuture();
    }
    enter(Transport.SSE);
    try {
      new EventStream(request, reader, context, connections).open(counter);
      return Future.succeededFuture();
    } catch (RuntimeException failure) {
      connections.leave(Transport.SSE);
      throw failure;
    }
  }

  private void enter(Transport transport) {
    if (!connections.enter(transport)) {
      throw LiveProblems.tooManyConnections();
    }
  }
}
