package io.quipu.lab.abuse;

import io.quipu.testing.dev.HttpLine;
import io.quipu.testing.dev.HttpLine.Answer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * 64 counters with many ids each that nobody has settled when the service starts: another process,
 * without the role that settles, has recorded them before.
 */
final class Backlog {
  private static final int BATCH = 10_000;
  private static final int SENDERS = 4;
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private Backlog() {}

  /** Records the backlog, and the events of the counter that is recounted later. */
  static void record(InetSocketAddress server, int backlog, int recounted)
      throws InterruptedException {
    int all = backlog + recounted;
    AtomicInteger next = new AtomicInteger();
    Thread[] senders = new Thread[SENDERS];
    for (int i = 0; i < SENDERS; i++) {
      senders[i] =
          new Thread(
              () -> {
                try (HttpLine line = new HttpLine(server, TIMEOUT)) {
                  for (int first = next.getAndAdd(BATCH);
                      first < all;
                      first = next.getAndAdd(BATCH)) {
                    send(line, batch(first, Math.min(all, first + BATCH), backlog));
                  }
                } catch (IOException e) {
                  throw new IllegalStateException("the backlog cannot be recorded", e);
                }
              });
      senders[i].start();
    }
    for (Thread sender : senders) {
      sender.join();
    }
  }

  /** An event past the backlog is one of the counter that is recounted. */
  private static String batch(int first, int end, int backlog) {
    return IntStream.range(first, end)
        .mapToObj(
            i ->
                i < backlog
                    ? "{\"counter\":\"%s\",\"id\":\"%d\"}".formatted(counter(i), i)
                    : "{\"counter\":\"%s\",\"id\":\"%d\"}".formatted(Recounts.COUNTER, i))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String counter(int event) {
    return "backlog-" + event % Scale.BACKLOG_COUNTERS;
  }

  /** With ids it may be sent again. */
  private static void send(HttpLine line, String batch) throws IOException {
    for (int attempt = 0; attempt < 50; attempt++) {
      try {
        if (line.exchange(Requests.post("/v1/events", "application/json", batch)).status() == 201) {
          return;
        }
        Thread.sleep(200);
      } catch (IOException again) {
        if (attempt == 49) {
          throw again;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException(e);
      }
    }
    throw new IOException("refused again and again");
  }

  static String run(Target target) throws IOException, InterruptedException {
    Scale scale = target.scale();
    long start = System.nanoTime();
    long end = start + scale.patience().toNanos();
    int settled = 0;
    try (HttpLine line =
        new HttpLine(target.address(), new InetSocketAddress("127.0.1.1", 0), TIMEOUT)) {
      while (settled < Scale.BACKLOG_COUNTERS && System.nanoTime() < end) {
        if (isSettled(line, "backlog-" + settled, scale.backlogIds())) {
          settled++;
        } else {
          Thread.sleep(200);
        }
      }
    }
    return String.format(
        Locale.ROOT,
        "64 counters of %,d ids, and one of %,d: %d of 64 settled %.0f s after the start",
        scale.backlogIds(),
        scale.recountIds(),
        settled,
        (System.nanoTime() - start) / 1e9);
  }

  private static boolean isSettled(HttpLine line, String counter, int events) {
    try {
      Answer answer = line.exchange(Requests.get("/v1/counters/default/" + counter));
      return answer.status() == 200
          && answer.body().contains("\"settled\":{\"count\":" + events + ",");
    } catch (IOException e) {
      return false;
    }
  }
}
