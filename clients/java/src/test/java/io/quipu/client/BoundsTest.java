package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BoundsTest {

  @ParameterizedTest
  @CsvSource({"1, 25, 50", "2, 50, 100", "7, 1600, 3200", "8, 2500, 5000", "1000, 2500, 5000"})
  void waitsTwiceAsLongEachTime_upToABound(int failures, long least, long most) {
    assertThat(Backoff.after(failures, 0)).isEqualTo(Duration.ofMillis(least));
    assertThat(Backoff.after(failures, 1)).isEqualTo(Duration.ofMillis(most));
    assertThat(Backoff.after(failures))
        .isBetween(Duration.ofMillis(least), Duration.ofMillis(most));
  }

  @Test
  void idsAreNotRepeated() {
    Set<String> ids = new HashSet<>();
    IntStream.range(0, 10_000).forEach(i -> ids.add(EventIds.next()));
    assertThat(ids).hasSize(10_000).allMatch(id -> id.length() == 22);
  }

  @ParameterizedTest
  @CsvSource({
    "back in black, v1/counters/votes/back%20in%20black",
    "1/2019-03-29, v1/counters/votes/1%2F2019-03-29",
    "top, v1/counters/votes/%74op",
    ".., v1/counters/votes/%2E%2E",
    "a+b, v1/counters/votes/a%2Bb",
  })
  void namesAreSegmentsOfPaths(String counter, String path) {
    assertThat(Paths.counter(new CounterRef("votes", counter))).isEqualTo(path);
  }

  @Test
  void sumsAreDeltas() {
    Pending pending = pending(999_999_999_999_999L);
    assertThat(absorbs(pending, 2, 1)).as("too large").isFalse();
    assertThat(absorbs(pending, 1, 1)).isTrue();
    assertThat(pending.event()).isEqualTo(new Event("votes", "a", 1_000_000_000_000_000L, 2, "x"));
    assertThat(absorbs(pending(5), -5, 1)).as("nothing is left").isFalse();
    assertThat(absorbs(pending(5), 0, 1)).as("no delta").isFalse();
    assertThat(absorbs(pending(0), 5, 1)).as("no delta").isFalse();
    assertThat(absorbs(pending(5), Long.MIN_VALUE, 1)).isFalse();
  }

  @Test
  void sumsOfEventsAreNumbersOfEvents() {
    Pending pending = pending(5);
    assertThat(absorbs(pending, 1, 1_000_000)).as("too many").isFalse();
    assertThat(absorbs(pending, 1, 0)).as("none").isFalse();
    assertThat(absorbs(pending, 1, 999_999)).isTrue();
    assertThat(absorbs(pending, 1, 1)).as("too many").isFalse();
    assertThat(pending.tail()).isEqualTo("6,\"events\":1000000}");
  }

  private static boolean absorbs(Pending pending, long delta, int events) {
    return pending.absorb(
        new Event("votes", "a", delta, events, "y"), Waiter.of(new CompletableFuture<>()));
  }

  @Test
  void bodiesAreWithinWhatEventsSayOfTheirLength() {
    Pending event = pending(-999_999_999_999_999L);
    assertThat(absorbs(event, -1, 999_999)).isTrue();
    assertThat(Batches.body(List.of(event, event)).length)
        .isLessThanOrEqualTo(2 + 2 * event.bytes());
  }

  private static Pending pending(long delta) {
    return new Pending(
        new Event("votes", "a", delta, "x"), 0, Waiter.of(new CompletableFuture<>()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "localhost:8080",
        "ftp://a",
        "http:///a",
        "http://a:b@c",
        "http://a?b=c",
        "http://a#b"
      })
  void refusesWhatIsNoAddress(String address) {
    assertThatThrownBy(() -> ClientOptions.at(address))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refusesWhatIsOutOfBounds() {
    ClientOptions options = ClientOptions.at("https://quipu.example/behind/a/path");
    assertThat(options.address.resolve("v1/events"))
        .hasToString("https://quipu.example/behind/a/path/v1/events");
    assertThatThrownBy(() -> options.batchEvents(0)).hasMessageContaining("batchEvents is 0");
    assertThatThrownBy(() -> options.batchEvents(10_001)).hasMessageContaining("10000");
    assertThatThrownBy(() -> options.linger(Duration.ofMillis(-1))).hasMessageContaining("linger");
    assertThatThrownBy(() -> options.giveUp(Duration.ZERO)).hasMessageContaining("giveUp");
  }

  /** Values that would be passed over otherwise, or taken for something else. */
  @Test
  void refusesWhatHasNoMeaning() throws Exception {
    ClientOptions options = ClientOptions.at("http://127.0.0.1:1");
    assertThatThrownBy(() -> options.namespace("")).hasMessageStartingWith("namespace is empty;");
    assertThatThrownBy(() -> options.token("")).hasMessageStartingWith("token is empty;");
    assertThatThrownBy(() -> options.giveUp(Duration.ofDays(100_000)))
        .hasMessageContaining("giveUp");
    SSLContext context = SSLContext.getDefault();
    assertThatThrownBy(() -> options.sslContext(context)).hasMessageContaining("is not https");
    try (QuipuClient client = QuipuClient.to(options)) {
      assertThatThrownBy(() -> client.get(""))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("counter is empty;");
      assertThatThrownBy(() -> client.live(List.of("a"), null)).hasMessage("listener");
      assertThatThrownBy(() -> client.close(Duration.ofNanos(-1)))
          .hasMessageContaining("0 or more");
      assertThatThrownBy(() -> client.close(null)).isInstanceOf(NullPointerException.class);
      assertThat(client.add("a")).as("it is not closed").isNotCompletedExceptionally();
      client.close(Duration.ZERO);
    }
  }

  /** Not that of nobody, and not "null". */
  @Test
  void sendsNothingWithoutTheTokenThatItAsksFor() {
    CompletableFuture<Retry> told = new CompletableFuture<>();
    ClientOptions options =
        ClientOptions.at("http://127.0.0.1:1").token(() -> null).onRetry(told::complete);
    try (QuipuClient client = QuipuClient.to(options)) {
      var unused = client.add("a");
      assertThat(TestPatience.join(told).why())
          .isInstanceOf(NotSentException.class)
          .hasMessageContaining("There is no token");
      client.close(Duration.ZERO);
    }
  }

  /** As long as a duration can be. */
  @Test
  void closesWithinAnyTime() {
    try (QuipuClient client = QuipuClient.to("http://127.0.0.1:1")) {
      assertThat(client.close(ChronoUnit.FOREVER.getDuration())).isEmpty();
    }
  }
}
