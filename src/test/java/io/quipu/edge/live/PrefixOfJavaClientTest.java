package io.quipu.edge.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.client.ClientOptions;
import io.quipu.client.Count;
import io.quipu.client.LiveListener;
import io.quipu.client.ProblemException;
import io.quipu.client.QuipuClient;
import io.quipu.client.QuipuException;
import io.quipu.engine.names.CounterName;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Refusals of the service, as the Java client hears them that follows a prefix. */
class PrefixOfJavaClientTest {
  /** Of each of the two instances, to which connections go in turns. */
  private static final int ROOM = 3;

  @AutoClose
  private final LiveServer server =
      new LiveServer(LiveServer.settings(Duration.ofSeconds(20), 10, ROOM));

  @AutoClose
  private final QuipuClient quipu =
      QuipuClient.to(ClientOptions.at(server.uri("http", "/").toString()).namespace("votes"));

  private final List<String> told = new CopyOnWriteArrayList<>();
  private final List<QuipuException> lost = new CopyOnWriteArrayList<>();
  private final List<QuipuException> errors = new CopyOnWriteArrayList<>();

  private void follow(String prefix) {
    quipu.livePrefix(
        prefix,
        new LiveListener() {
          @Override
          public void onCount(Count count) {
            told.add(count.counter() + " " + count.count());
          }

          @Override
          public void onLost(QuipuException why) {
            lost.add(why);
          }

          @Override
          public void onError(QuipuException error) {
            errors.add(error);
          }
        });
  }

  private void record(String name, int delta) {
    server.record(new CounterName("votes", name), delta);
  }

  private void awaitTold(String... expected) {
    await().untilAsserted(() -> assertThat(told).contains(expected));
  }

  /** The counters that it follows already go on meanwhile. */
  @Test
  void asksAgain_untilTheServiceHasRoom() {
    server.names.settled.add(new CounterName("votes", "page/a"));
    try (LiveClient one = server.connect();
        LiveClient another = server.connect()) {
      one.subscribe("other");
      another.subscribe("other");
      follow("page/");
      awaitTold("page/a 0");
      record("page/b", 2);
      awaitTold("page/b 2");
      record("page/c", 3);
      record("page/a", 4);
      awaitTold("page/a 4");
      assertThat(told).doesNotContain("page/c 3");
    }
    awaitTold("page/c 3");
    assertThat(lost).isEmpty();
    assertThat(errors).isEmpty();
  }

  @Test
  void saysWhyItEnds() {
    for (String name : IntStream.range(0, 1_001).mapToObj(i -> "many/" + i).toList()) {
      server.names.settled.add(new CounterName("votes", name));
    }
    follow("many/");
    await().until(() -> !errors.isEmpty());
    assertThat(errors)
        .singleElement()
        .isInstanceOfSatisfying(
            ProblemException.class,
            error -> {
              assertThat(error.problem().status()).isEqualTo(400);
              assertThat(error.problem().type()).isEqualTo("/problems/invalid-request");
              assertThat(error.problem().detail()).contains("at most 1000 counters");
            });
    assertThat(lost).isEmpty();
  }
}
