package io.quipu.http;

import io.quipu.counter.Count;
import io.quipu.counter.CounterName;
import io.quipu.counter.ShardedCounter;
import io.quipu.counter.Tally;
import io.quipu.web.EntityTag;
import io.quipu.web.JsonText;
import io.quipu.web.Resource;
import io.quipu.web.Response;
import io.quipu.web.RoutedRequest;
import io.quipu.web.Routes;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;

/** Reads the count of one counter. */
final class CountResource implements Resource {
  private final Backend backend;

  CountResource(Backend backend) {
    this.backend = backend;
  }

  @Override
  public void mount(Routes routes) {
    routes.json(HttpMethod.GET, "/v1/counters/{namespace}/{counter}", this::read);
  }

  private Future<Response> read(RoutedRequest request) {
    CounterName counter = CounterPath.counter(request);
    return backend
        .namespace(counter.namespace())
        .compose(found -> backend.count(new ShardedCounter(counter, found.shards())))
        .map(count -> response(request.http(), count));
  }

  private static Response response(HttpServerRequest request, Count count) {
    EntityTag tag = tag(count.total());
    Response response =
        tag.isIn(request.headers().getAll(HttpHeaders.IF_NONE_MATCH))
            ? Response.notModified()
            : Response.json(200, CountJson.write(new JsonText(), count).toBuffer()).revalidated();
    return response.with(HttpHeaders.ETAG, tag.text());
  }

  /** It changes whenever an event is counted, even one that another cancels out. */
  private static EntityTag tag(Tally total) {
    return EntityTag.of(total.count() + "-" + total.events());
  }
}
