package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Names that a caller made to have one hash cost an event loop no more than others. What is held to
 * a limit is what event loops computed, to which nobody else on the machine adds.
 */
class CollidingNamesTest extends HttpTest {
  private static final int NAMES = 10_000;
  private static final Duration COMPUTED = Duration.ofSeconds(2);
  private static final String CLOUD_EVENTS = "application/cloudevents-batch+json";
  private static final String CLOUD_EVENT =
      "[{\"specversion\":\"1.0\",\"source\":\"/s\",\"id\":\"%s\",\"type\":\"votes\",\"subject\":\"a\"%s}]";

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  @Test
  void aRequestThatRecords() {
    long before = computed();
    HttpResponse<String> response = post("/v1/events", JSON, events());

    assertThat(response.statusCode()).isEqualTo(201);
    assertThat(service.tallies).hasSize(NAMES);
    assertComputedLittleSince(before);
  }

  @Test
  void aRequestThatIsRefused_asTooManyCountersAreToBeConfirmed() {
    long before = computed();
    HttpResponse<String> response = post("/v1/events?confirm=settled", JSON, events());

    assertThat(response.statusCode()).isEqualTo(400);
    assertComputedLittleSince(before);
  }

  /** The parser shares field names by a hash of its own, with 33 in the place of 31. */
  @Test
  void attributesOfACloudEvent_andThoseThatComeAfterThem() {
    String attributes = joined(i -> ",\"" + ofOneHash(i, "ar", "c0") + "\":1", "");
    for (String id : new String[] {"1", "2"}) {
      assertThat(post("/v1/events", CLOUD_EVENTS, CLOUD_EVENT.formatted(id, attributes)).body())
          .contains("recorded");
    }
    for (int i = 0; i < 100; i++) {
      assertThat(
              post("/v1/events", CLOUD_EVENTS, CLOUD_EVENT.formatted(i, ",\"new" + i + "\":1"))
                  .body())
          .contains("recorded");
    }
  }

  private static String events() {
    return "[" + joined(i -> "{\"counter\":\"" + ofOneHash(i, "Aa", "BB") + "\"}", ",") + "]";
  }

  private static String joined(IntFunction<String> each, String separator) {
    return IntStream.range(0, NAMES).mapToObj(each).collect(Collectors.joining(separator));
  }

  /** The i-th text that is made of two others with the same hash: all of these have one. */
  private static String ofOneHash(int i, String one, String other) {
    StringBuilder name = new StringBuilder();
    for (int bit = 0; bit < 14; bit++) {
      name.append((i >> bit & 1) == 0 ? one : other);
    }
    return name.toString();
  }

  private static void assertComputedLittleSince(long before) {
    assertThat(Duration.ofNanos(computed() - before)).isLessThan(COMPUTED);
  }

  /** By all event loops so far, in nanoseconds. */
  private static long computed() {
    long nanos = 0;
    for (ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().startsWith("vert.x-eventloop")) {
        nanos += Math.max(0, THREADS.getThreadCpuTime(thread.getThreadId()));
      }
    }
    return nanos;
  }
}
