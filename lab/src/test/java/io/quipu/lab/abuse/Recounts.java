package io.quipu.lab.abuse;

import io.quipu.testing.dev.HttpLine;
import io.quipu.testing.dev.HttpLine.Answer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Recounts of a counter with very many ids, several at once; some callers leave at once. */
final class Recounts {
  static final String COUNTER = "recounted";
  private static final int CALLERS = 6;
  private static final Duration TIMEOUT = Duration.ofSeconds(70);
  private static final String PATH = "/v1/counters/default/" + COUNTER + "/recount";

  private Recounts() {}

  static String run(Target target) throws InterruptedException {
    Map<String, Integer> answers = new TreeMap<>();
    long end = System.nanoTime() + target.scale().attack().toNanos();
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    for (int caller = 0; caller < CALLERS; caller++) {
      boolean leaves = caller % 3 == 2;
      int address = 1 + caller;
      callers.execute(
          () -> {
            while (System.nanoTime() < end) {
              String answer = recount(target, address, leaves);
              synchronized (answers) {
                answers.merge(answer, 1, Integer::sum);
              }
            }
          });
    }
    callers.shutdown();
    if (!callers.awaitTermination(TIMEOUT.toSeconds() * 3, TimeUnit.SECONDS)) {
      callers.shutdownNow();
    }
    synchronized (answers) {
      return String.format(
              Locale.ROOT,
              "%,d ids, %d callers, a third of whom leave after a moment: ",
              target.scale().recountIds(),
              CALLERS)
          + answers.entrySet().stream()
              .map(entry -> entry.getKey() + " × " + entry.getValue())
              .collect(Collectors.joining(", "));
    }
  }

  private static String recount(Target target, int address, boolean leaves) {
    InetSocketAddress from = new InetSocketAddress("127.0.1." + address, 0);
    try (HttpLine line = new HttpLine(target.address(), from, TIMEOUT)) {
      if (leaves) {
        line.abandon(Requests.post(PATH, "application/json", ""), Duration.ofMillis(500));
        return "left";
      }
      Answer answer = line.exchange(Requests.post(PATH, "application/json", ""));
      if (answer.status() != 200) {
        Thread.sleep(200);
      }
      return answer.status() == 200
          ? "200" + (answer.body().contains("\"drift\":0") ? "" : " with drift")
          : Integer.toString(answer.status());
    } catch (IOException e) {
      return "no answer";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }
}
