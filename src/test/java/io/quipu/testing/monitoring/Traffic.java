package io.quipu.testing.monitoring;

import io.quipu.testing.dev.TestPatience;
import io.quipu.testing.e2e.Api;
import io.quipu.testing.e2e.KafkaTopics;
import java.net.http.WebSocket;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import redis.clients.jedis.Jedis;

/** A bit of everything that is measured, sent to one instance by each way in. */
final class Traffic implements AutoCloseable {
  /** The topic that the instance takes records from. */
  static final String TOPIC = "monitored";

  private final Api api;
  private final Jedis redis;
  private final KafkaTopics kafka;
  private final AtomicInteger messages = new AtomicInteger();
  private final WebSocket follower;

  private Traffic(Api api, Jedis redis, KafkaTopics kafka) {
    this.api = api;
    this.redis = redis;
    this.kafka = kafka;
    this.follower =
        TestPatience.join(
            Api.HTTP
                .newWebSocketBuilder()
                .buildAsync(api.webSocket("/v1/counters/default/a/live"), new Follower()));
  }

  /** Creates what it needs, and begins to follow a counter; Redis clients see "stock". */
  static Traffic to(Api api, int respPort, KafkaTopics kafka) {
    api.put("/v1/namespaces/gauges", "{\"kind\": \"sketch\", \"state\": \"sum\"}");
    api.put("/v1/namespaces/stock", "{\"kind\": \"linear\"}");
    return new Traffic(api, new Jedis("127.0.0.1", respPort), kafka);
  }

  /** One round: recorded, read, listed. */
  void once() {
    api.record("default", "a", "{\"id\": \"once\", \"delta\": 2}").expect(201);
    api.recordOne("default", "a").expect(201);
    api.record("gauges", "a", "{\"value\": 1}").expect(201);
    api.recordOne("stock", "a").expect(201);
    api.count("default", "a");
    api.get("/v1/counters/default?order=count").expect(200);
    api.get("/v1/counters/none/a").expect(404);
    redis.incr("a");
    kafka.send(TOPIC, "a", "");
    kafka.flush();
  }

  /** How many counts it was sent. */
  int followed() {
    return messages.get();
  }

  private final class Follower implements WebSocket.Listener {
    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
      messages.incrementAndGet();
      socket.request(1);
      return null;
    }
  }

  @Override
  public void close() {
    follower.abort();
    redis.close();
  }
}
