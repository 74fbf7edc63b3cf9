package io.quipu.edge.http;

import io.quipu.edge.access.RequestAudit;
import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.counters.CounterPath;
import io.quipu.edge.counters.TimeInput;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.Query;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.kind.Feature;
import io.quipu.engine.kind.Kind;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Granularity;
import io.quipu.engine.model.InvalidInput;
import io.quipu.engine.model.Keep;
import io.quipu.engine.model.NameRange;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.model.Window;
import io.quipu.engine.query.ranking.Ranked;
import io.quipu.engine.query.ranking.Ranking;
import io.quipu.service.CounterService;
import io.quipu.service.auth.Right;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/** Reads the largest counters of a namespace, by their whole count or by one window. */
record TopResource(CounterService service, RouteAccess access) implements Resource {
  private static final int USUAL = 10;

  @Override
  public void mount(Routes routes) {
    routes.table(
        "/v1/counters/{namespace}/top",
        access.within(Right.READ),
        RankingResponse.TABLE,
        this::read,
        "n",
        "prefix",
        "granularity",
        "window");
  }

  private Future<Response> read(RoutedRequest request) {
    String namespace = CounterPath.namespace(request);
    Query query = request.query();
    int most = query.get("n").map(text -> ListLimit.number("n", text)).orElse(USUAL);
    String prefix = query.get("prefix").orElse("");
    RequestAudit.requireNames(request, namespace, prefix);
    NameRange names = NameRange.of(prefix);
    Window window = window(query, service.clock().wall());
    return service
        .namespaces()
        .find(namespace)
        .compose(found -> ranking(found, names, window).map(made -> shown(found, window, made)))
        .map(ranking -> RankingResponse.of(ranking, most));
  }

  /** Passes on a ranking of a window that is still shown after it was read. */
  private Ranking shown(Namespace namespace, @Nullable Window window, Ranking ranking) {
    requireShown(namespace, window);
    return ranking;
  }

  private void requireShown(Namespace namespace, @Nullable Window window) {
    if (window == null) {
      return;
    }
    EventTime first = Keep.of(namespace).shownFrom(window.granularity(), service.reached());
    if (window.start().isBefore(first)) {
      throw new InvalidInput(
          "window", "the namespace keeps no " + window.granularity().label() + " before " + first);
    }
  }

  private Future<Ranking> ranking(Namespace namespace, NameRange names, @Nullable Window window) {
    Kind kind = service.kinds().of(namespace);
    kind.require(Feature.LISTS);
    if (window != null) {
      kind.require(Feature.WINDOWS);
      if (!namespace.windows().contains(window.granularity())) {
        throw new InvalidInput(
            "granularity",
            "the namespace keeps no windows of this granularity: " + window.granularity().label());
      }
      requireShown(namespace, window);
    }
    return service.reads().ranking(new Ranked(namespace, names, window));
  }

  /**
   * The window that the query names. The window of {@code now} if the query has a granularity only;
   * null if the query has neither granularity nor window.
   */
  private static @Nullable Window window(Query query, EventTime now) {
    if (query.get("granularity").isEmpty()) {
      if (query.get("window").isPresent()) {
        throw new InvalidInput("granularity", "granularity is missing: that of the window");
      }
      return null;
    }
    Granularity granularity = Granularity.parse(query.require("granularity"));
    if (query.get("window").isEmpty()) {
      return granularity.windowOf(now);
    }
    EventTime start = TimeInput.parse("window", query.require("window"));
    Window window = granularity.windowOf(start);
    if (!window.start().equals(start)) {
      throw new InvalidInput(
          "window",
          "no " + granularity.label() + " starts then; this one does at " + window.start());
    }
    return window;
  }
}
