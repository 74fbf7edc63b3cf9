package io.quipu.edge.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.edge.live.frames.CloseCode;
import io.quipu.ops.config.AuthConfig;
import io.quipu.service.access.AccessRules;
import io.quipu.service.auth.KeyOrigins;
import io.quipu.service.rates.MeasuredRates;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A message costs what it names, as a request does over HTTP. */
class LivePricesTest {
  private final MeasuredRates rates = new MeasuredRates();

  @Test
  void countersThatAMessageNamesCostOneEach() {
    Random random = new Random(46);
    AccessRules access = new AccessRules(AuthConfig.Method.NONE, new KeyOrigins(), rates.limits());
    try (LiveServer server = LiveServer.with(access);
        LiveClient client = server.connect()) {
      assertThat(rates.paid()).as("the connection").isEqualTo(1);
      for (int i = 0; i < 5; i++) {
        int many = i == 0 ? 1 : 1 + random.nextInt(1_000);
        String names =
            IntStream.range(0, many)
                .mapToObj(n -> "\"c" + n + "\"")
                .collect(Collectors.joining(","));
        for (String type : new String[] {"subscribe", "unsubscribe"}) {
          client.say(
              "{\"type\":\"%s\",\"ref\":1,\"namespace\":\"votes\",\"counters\":[%s]}"
                  .formatted(type, names));
          client.until(said -> said.getString("type").equals(type + "d"));
          assertThat(rates.paid()).as(type).isEqualTo(many);
        }
      }
      client.say("{\"type\":\"subscribe\",\"ref\":2,\"namespace\":\"votes\",\"prefix\":\"c\"}");
      client.until(said -> said.getString("type").equals("subscribed"));
      assertThat(rates.paid()).isEqualTo(10);
    }
  }

  /** The price is due before the namespace is looked up, which has no such breakdown here. */
  @Test
  void seriesByALabelAreRanked_soEachCounterCostsAsARankingDoes() {
    AccessRules access = new AccessRules(AuthConfig.Method.NONE, new KeyOrigins(), rates.limits());
    try (LiveServer server = LiveServer.with(access);
        LiveClient client = server.connect()) {
      assertThat(rates.paid()).as("the connection").isEqualTo(1);
      client.say(
          "{\"type\":\"subscribe\",\"ref\":1,\"namespace\":\"votes\","
              + "\"counters\":[\"a\",\"b\",\"c\"],\"by\":\"country\"}");
      client.until(said -> said.getInteger("ref", 0) == 1);
      assertThat(rates.paid()).isEqualTo(30);
    }
  }

  @Test
  void anEventStreamOfSeriesCostsTheSame() throws Exception {
    AccessRules access = new AccessRules(AuthConfig.Method.NONE, new KeyOrigins(), rates.limits());
    try (LiveServer server = LiveServer.with(access)) {
      for (String query : List.of("", "?by=country")) {
        URI address = server.uri("http", "/v1/counters/votes/a/live" + query);
        HttpRequest request =
            HttpRequest.newBuilder(address)
                .header("Accept", "text/event-stream")
                .method("HEAD", HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<Void> answer =
            LiveClient.HTTP.send(request, HttpResponse.BodyHandlers.discarding());
        assertThat(answer.statusCode()).isEqualTo(query.isEmpty() ? 200 : 400);
        assertThat(rates.paid()).isEqualTo(query.isEmpty() ? 1 : 10);
      }
    }
  }

  @Test
  void aConnectionOfAStrangerCostsItsAddress() {
    AccessRules access = new AccessRules(AuthConfig.Method.KEYS, new KeyOrigins(), rates.limits());
    try (LiveServer server = LiveServer.with(access);
        LiveClient client = server.connect()) {
      assertThat(rates.paid()).as("the connection").isEqualTo(1);
      client.say("{\"type\":\"subscribe\",\"namespace\":\"votes\",\"counters\":[\"a\"]}");
      assertThat(client.closeCode()).isEqualTo(CloseCode.UNAUTHENTICATED.code());
    }
  }
}
