package io.quipu.client;

import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** What the Java client follows live, asked in this JVM. */
final class JavaLives {
  private final QuipuClient client;
  private final String namespace;
  private final Map<Integer, LiveCounts> followed = new ConcurrentHashMap<>();

  JavaLives(QuipuClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
  }

  void follow(JsonObject request, Consumer<JsonObject> messages) {
    followed.put(request.getInteger("ref", 0), followed(request, new Telling(messages)));
  }

  private LiveCounts followed(JsonObject request, Telling telling) {
    String where = request.getString("namespace", namespace);
    return switch (request.getString("op")) {
      case "live" -> client.liveAll(JavaUnderTest.refs(request, where), telling);
      case "liveSketches" -> client.liveSketches(JavaUnderTest.refs(request, where), telling);
      case "livePrefix" -> client.livePrefix(where, request.getString("prefix"), telling);
      case "liveSeries" ->
          client.liveSeries(
              new CounterRef(where, request.getString("counter")),
              JavaUnderTest.breakdown(request),
              telling);
      default -> throw new IllegalArgumentException(request.encode());
    };
  }

  void end(JsonObject request) {
    followed.remove(request.getInteger("live")).close();
  }

  /** Tells what is followed, as messages. */
  private record Telling(Consumer<JsonObject> messages)
      implements LiveListener, SketchListener, SeriesListener {
    @Override
    public void onCount(Count count) {
      tell(count.counter(), JavaUnderTest.text(count.count(), count.events()));
    }

    @Override
    public void onSketch(CounterSketch sketch) {
      tell(sketch.counter(), JavaKinds.text(sketch.sketch()));
    }

    @Override
    public void onSeries(CounterSeries series) {
      tell(series.counter(), JavaUnderTest.counted(series.series()));
    }

    private void tell(String counter, JsonObject message) {
      messages.accept(message.put("counter", counter));
    }

    @Override
    public void onError(QuipuException error) {
      messages.accept(JavaUnderTest.error(error));
    }
  }
}
