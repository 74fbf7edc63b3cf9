package io.quipu.http;

import io.quipu.counter.CounterName;
import io.quipu.counter.InvalidInput;
import io.quipu.recount.RecountReport;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;

/** Counts the retained rows of a counter again, and says whether the checkpoint agrees. */
final class RecountResource implements Resource {
  private final Backend backend;

  RecountResource(Backend backend) {
    this.backend = backend;
  }

  @Override
  public void mount(Routes routes) {
    routes.json(HttpMethod.POST, "/v1/counters/{namespace}/{counter}/recount", this::recount);
  }

  private Future<Answer> recount(Exchange exchange) {
    CounterName counter = exchange.counter();
    return exchange
        .read(
            body -> {
              if (body.length() > 0) {
                throw new InvalidInput(JsonInput.BODY, "the body must be empty");
              }
              return counter;
            })
        .compose(empty -> backend.namespace(counter.namespace()))
        .compose(exists -> backend.recount(counter))
        .map(RecountResource::answer);
  }

  private static Answer answer(RecountReport report) {
    return Answer.json(
        200,
        new JsonText()
            .beginObject()
            .field("count", report.count())
            .field("recounted", report.recounted())
            .field("drift", report.drift())
            .field("windowsChecked", report.windowsChecked())
            .field("complete", report.complete())
            .endObject()
            .toBuffer());
  }
}
