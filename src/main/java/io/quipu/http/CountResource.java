package io.quipu.http;

import io.quipu.counter.Count;
import io.quipu.counter.CounterName;
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

  private Future<Answer> read(Exchange exchange) {
    CounterName counter = exchange.counter();
    return backend
        .namespace(counter.namespace())
        .compose(found -> backend.count(counter))
        .map(count -> answer(exchange.request(), count));
  }

  private static Answer answer(HttpServerRequest request, Count count) {
    EntityTag tag = EntityTag.of(count.total());
    Answer answer =
        tag.isIn(request.headers().getAll(HttpHeaders.IF_NONE_MATCH))
            ? Answer.notModified()
            : Answer.json(200, CountJson.write(new JsonText(), count).toBuffer()).revalidated();
    return answer.with(HttpHeaders.ETAG, tag.text());
  }
}
