package io.quipu.tools.cli;

import io.quipu.client.Count;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;

/** An object for each change, in a line of its own. */
final class JsonView implements LiveView {
  private final PrintWriter out;

  JsonView(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void show(Count count) {
    out.println(
        new JsonObject()
            .put("namespace", count.namespace())
            .put("counter", count.counter())
            .put("count", count.count())
            .put("events", count.events())
            .encode());
  }
}
