package io.quipu.edge.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.engine.live.RefreshSettings;
import io.quipu.engine.names.CounterName;
import io.quipu.service.verticles.IngestVerticle;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** All counters of a prefix over a WebSocket, also those that are not there yet. */
class LivePrefixTest {
  @AutoClose private final LiveServer server = LiveServer.start();

  private static CounterName votes(String name) {
    return new CounterName("votes", name);
  }

  private static String message(String type, int ref, String prefix) {
    return "{'type':'%s','ref':%d,'namespace':'votes','prefix':'%s'}".formatted(type, ref, prefix);
  }

  private static String subscribe(int ref, String prefix) {
    return message("subscribe", ref, prefix);
  }

  private static String unsubscribe(String... counters) {
    JsonArray names = new JsonArray(List.of(counters));
    return "{'type':'unsubscribe','namespace':'votes','counters':" + names + "}";
  }

  /** As another instance has left them. */
  private void settled(String... names) {
    for (String name : names) {
      server.names.settled.add(votes(name));
    }
  }

  private static Set<String> counted(LiveClient client, int some) {
    Set<String> names = new HashSet<>();
    while (names.size() < some) {
      names.add(client.next("count").getString("counter"));
    }
    return names;
  }

  @Test
  void sendsASnapshotOfEachCounter_andThenChanges() {
    settled("page/a", "page/b", "pages", "a");
    server.record(votes("page/b"), 5);
    try (LiveClient client = server.connect()) {
      client.say(subscribe(1, "page/"));
      assertThat(client.next().encode()).isEqualTo("{\"type\":\"subscribed\",\"ref\":1}");
      assertThat(counted(client, 2)).containsExactlyInAnyOrder("page/a", "page/b");
      server.record(votes("page/a"), 7);
      assertThat(client.next("count").getInteger("count")).isEqualTo(7);
      assertThat(server.subscriptions()).isEqualTo(2);
    }
    await().until(() -> server.subscriptions() == 0);
  }

  @Test
  void newCountersAppear_atOnceWhereTheyAreRecorded_andWhenTheyAreListedElsewhere() {
    try (LiveClient client = server.connect();
        LiveClient other = server.connect()) {
      client.say(subscribe(1, "page/")).next("subscribed");
      other.say(subscribe(1, "page/")).next("subscribed");
      server.record(votes("page/new"), 3);
      server.record(votes("other"), 3);
      for (LiveClient each : List.of(client, other)) {
        JsonObject first = each.next("count");
        assertThat(first.getString("counter")).isEqualTo("page/new");
        assertThat(first.getInteger("count")).isEqualTo(3);
        assertThat(first.getInteger("seq")).isEqualTo(1);
      }
      settled("page/elsewhere", "page/new", "pag");
      for (LiveClient each : List.of(client, other)) {
        assertThat(each.next("count").getString("counter")).isEqualTo("page/elsewhere");
      }
    }
  }

  /** Anybody may reset what never counted, as often as they like. */
  @Test
  void aCounterThatOnlyMayHaveChangedIsNoNewOne() {
    try (LiveClient client = server.connect()) {
      client.say(subscribe(1, "page/")).next("subscribed");
      IngestVerticle.TOUCHED.publish(
          server.vertx.eventBus(),
          new IngestVerticle.Changed(
              IntStream.range(0, 2_000).mapToObj(i -> votes("page/never" + i)).toList()));
      server.record(votes("page/real"), 3);
      assertThat(client.next().getString("counter")).isEqualTo("page/real");
      assertThat(server.subscriptions()).isEqualTo(1);
    }
  }

  @Test
  void aPrefixIsListedOnceForAllWhoFollowIt_andNoLongerThanAnybodyDoes() {
    long start = System.nanoTime();
    List<LiveClient> clients = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      clients.add(server.connect());
      for (int again = 0; again < 2; again++) {
        clients.get(i).say(subscribe(again, "page/"));
        clients.get(i).next("subscribed");
      }
    }
    LiveClient last = clients.remove(0);
    for (LiveClient each : clients) {
      each.say(message("unsubscribe", 2, "page/")).next("unsubscribed");
      each.close();
    }
    int before = server.names.lists.get();
    await().until(() -> server.names.lists.get() > before + 1);
    long listed = server.names.lists.get();
    long periods = (System.nanoTime() - start) / RefreshSettings.DEFAULT.poll().toNanos();
    assertThat(listed)
        .as("one for the first, and one a period")
        .isLessThanOrEqualTo(1 + 1 + periods);
    last.close();
    try (LiveClient other = server.connect()) {
      other.say(subscribe(1, "other/")).next("subscribed");
      // each round lists all prefixes that somebody follows
      await().until(() -> server.names.last.stream().allMatch(range -> range.contains("other/a")));
    }
  }

  @Test
  void isRefused_whenThereAreMoreThanOneConnectionMayFollow() {
    settled(IntStream.range(0, 1_001).mapToObj(i -> "many/" + i).toArray(String[]::new));
    settled("few/a");
    try (LiveClient client = server.connect()) {
      client.say(subscribe(1, "many/"));
      JsonObject error = client.next("error");
      assertThat(error.getInteger("status")).isEqualTo(400);
      assertThat(error.getInteger("ref")).isEqualTo(1);
      assertThat(error.getString("detail")).contains("prefix", "at most 1000 counters");
      client.say(subscribe(2, "few/")).next("subscribed");
      assertThat(client.next("count").getString("counter")).isEqualTo("few/a");
      assertThat(server.subscriptions()).isEqualTo(1);
    }
  }

  @Test
  void saysThatThereAreMore_onceItHasNoRoomForThoseThatAppear() {
    settled(IntStream.range(0, 999).mapToObj(i -> "many/" + i).toArray(String[]::new));
    try (LiveClient client = server.connect()) {
      client.say(subscribe(1, "many/")).next("subscribed");
      assertThat(counted(client, 999)).hasSize(999);
      server.record(votes("many/new"), 1);
      assertThat(client.next("count").getString("counter")).isEqualTo("many/new");
      server.record(votes("many/newer"), 1);
      server.record(votes("many/newest"), 1);
      assertThat(client.next().encode())
          .isEqualTo("{\"type\":\"more\",\"namespace\":\"votes\",\"prefix\":\"many/\"}");
      server.record(votes("many/0"), 1);
      assertThat(client.next("count").getString("counter"))
          .as("the others go on")
          .isEqualTo("many/0");
    }
  }

  @Test
  void endsWithItsPrefix_butForCountersThatAreFollowedOtherwise() {
    settled("page/a", "page/b", "page/b/1", "page/c");
    try (LiveClient client = server.connect()) {
      client
          .say(subscribe(1, "page/"))
          .say(subscribe(2, "page/b"))
          .say("{'type':'subscribe','namespace':'votes','counters':['page/c']}");
      client.until(message -> "page/c".equals(message.getString("counter")));
      client.say(message("unsubscribe", 3, "page/"));
      client.until(message -> Integer.valueOf(3).equals(message.getInteger("ref")));
      await().until(() -> server.subscriptions() == 3);
      client.say(unsubscribe("page/b")).say(unsubscribe("page/c"));
      await().until(() -> server.subscriptions() == 2);
      client.say(message("unsubscribe", 4, "page/b"));
      await().until(() -> server.subscriptions() == 0);
      client.say(message("unsubscribe", 5, "never"));
      client.until(message -> Integer.valueOf(5).equals(message.getInteger("ref")));
    }
  }

  @Test
  void aRefusalChangesNothing_alsoNotThePaceOfCountersThatAppear() {
    String[] others = IntStream.range(0, 999).mapToObj(i -> "o" + i).toArray(String[]::new);
    settled("page/a");
    try (LiveClient client = server.connect()) {
      client.say(subscribe(1, "page/")).next("subscribed");
      assertThat(counted(client, 1)).containsExactly("page/a");
      client.subscribe(others);
      assertThat(counted(client, 999)).hasSize(999);
      server.record(votes("page/b"), 1);
      client.until(message -> "more".equals(message.getString("type")));
      client.say(subscribe(2, "page/").replace("}", ",'minIntervalMs':60000}"));
      assertThat(client.next("error").getString("detail")).contains("Nothing");
      client.say(unsubscribe(others)).next("unsubscribed");
      long start = System.nanoTime();
      for (int count = 1; count <= 2; count++) {
        server.record(votes("page/c"), 1);
        int reached = count;
        client.until(message -> Integer.valueOf(reached).equals(message.getInteger("count")));
      }
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(1));
    }
  }

  @Test
  void isRefused_whereNobodyCanList_orThereIsNoSuchNamespace() {
    try (LiveClient client = server.connect()) {
      server.names.unreadable = true;
      client.say(subscribe(1, "page/"));
      assertThat(client.next("error").getInteger("status")).isEqualTo(503);
      client.say(message("subscribe", 2, "page/").replace("votes", "nope"));
      assertThat(client.next("error").getInteger("status")).isEqualTo(404);
      server.names.unreadable = false;
      client.say(subscribe(3, "page/")).next("subscribed");
    }
  }

  @Test
  void aConnectionFollowsSixteenPrefixes() {
    try (LiveClient client = server.connect()) {
      for (int i = 0; i < Subscriptions.MOST_PREFIXES; i++) {
        client.say(subscribe(i, "p" + i)).next("subscribed");
      }
      client.say(subscribe(99, "p"));
      assertThat(client.next("error").getString("detail")).contains("16 prefixes");
      client.say(subscribe(7, "p7")).next("subscribed");
      client.say(message("unsubscribe", 8, "p8")).say(subscribe(99, "p")).next("unsubscribed");
      client.next("subscribed");
    }
  }
}
