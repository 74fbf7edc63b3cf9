package io.quipu.edge.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.client.ClientOptions;
import io.quipu.client.Count;
import io.quipu.client.CounterRef;
import io.quipu.client.LiveListener;
import io.quipu.client.QuipuClient;
import io.quipu.client.QuipuException;
import io.quipu.engine.time.Clock;
import io.quipu.ops.config.AuthConfig;
import io.quipu.service.access.AccessRules;
import io.quipu.service.auth.KeyOrigins;
import io.quipu.service.rates.RateLimits;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A caller who subscribes to more counters than its rate allows at once. */
class RateOfJavaClientTest {
  private static final int RATE = 200;
  private static final List<String> NAMES =
      IntStream.range(0, 3 * RATE + 50).mapToObj(i -> "c" + i).toList();

  @AutoClose
  private final LiveServer server =
      LiveServer.with(
          new AccessRules(
              AuthConfig.Method.NONE,
              new KeyOrigins(),
              new RateLimits(RATE, 0, 0, Clock.system())));

  private final Set<String> told = ConcurrentHashMap.newKeySet();
  private final List<QuipuException> failures = new CopyOnWriteArrayList<>();

  private void follow(QuipuClient quipu) {
    quipu.liveAll(
        NAMES.stream().map(name -> new CounterRef("votes", name)).toList(),
        new LiveListener() {
          @Override
          public void onCount(Count count) {
            told.add(count.counter());
          }

          @Override
          public void onLost(QuipuException why) {
            failures.add(why);
          }

          @Override
          public void onError(QuipuException error) {
            failures.add(error);
          }
        });
  }

  @Test
  void followsAllOverOneConnection_andAsksAgainForWhatWasTooMuch() {
    try (QuipuClient quipu = QuipuClient.to(ClientOptions.at(server.uri("http", "/").toString()))) {
      follow(quipu);
      await().until(() -> told.size() == NAMES.size());
      assertThat(server.webSockets()).isOne();
      assertThat(failures).isEmpty();
    }
  }

  @Test
  void isToldWhenToAskAgain() {
    String subscribe =
        NAMES.stream()
            .limit(RATE)
            .collect(
                Collectors.joining(
                    "\",\"",
                    "{\"type\":\"subscribe\",\"ref\":1,\"namespace\":\"votes\",\"counters\":[\"",
                    "\"]}"));
    try (LiveClient client = server.connect()) {
      client.say(subscribe).say(subscribe);
      JsonObject error = client.until(said -> said.getString("type").equals("error"));
      assertThat(error.getInteger("status")).isEqualTo(429);
      assertThat(error.getInteger("retryAfter")).isPositive();
    }
  }
}
