package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.HttpText;
import io.quipu.lab.bench.load.Phase;
import io.quipu.lab.bench.load.SocketLoad;
import io.quipu.lab.bench.report.Aim;
import io.quipu.lab.bench.report.Comparison;
import io.quipu.lab.bench.report.Figures;
import io.quipu.lab.bench.report.Finding;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Posts whose senders are told that the event was settled, while others are recorded. */
final class ConfirmedPosts {
  private static final String PREFIX = "confirmed-";
  private static final int IN_FLIGHT = 32;
  private static final int WAITING = 64;
  private static final int POSTS_PER_SECOND = 20;
  private static final double ALLOWED_MILLIS = 300;

  private ConfirmedPosts() {}

  static void run(Bench bench) throws Exception {
    Finding finding = bench.finding();
    Duration time = bench.phase().multipliedBy(5);
    Audit audit = Audit.ofNumbered(PREFIX, BatchBodies.COUNTERS);
    try (SocketLoad batches = BatchBodies.load(bench.quipu(), IN_FLIGHT, PREFIX);
        SocketLoad posts = SocketLoad.http(bench.quipu(), WAITING, posts())) {
      audit.watch(batches, BatchBodies.EVENTS);
      audit.watch(posts, 1);
      WarmUp.run(
          bench, new Side("batches", batches, BatchBodies.EVENTS), new Side("posts", posts, 1));
      double tenth = batches.closedLoop(bench.phase()).perSecond() / 10;
      finding.note(
          Figures.of(tenth * BatchBodies.EVENTS, "ids/s") + " in batches are a tenth of all");
      Phases phases = new Phases();
      List<Comparison.Round> rounds =
          bench.measure(
              () -> {
                CompletableFuture<Phase> recorded =
                    CompletableFuture.supplyAsync(() -> batches.atRate(tenth, time));
                Phase confirmed = phases.add(posts.atRate(POSTS_PER_SECOND, time));
                recorded.join();
                return new Comparison.Round(confirmed.micros(99) / 1_000, ALLOWED_MILLIS);
              });
      finding.add(
          new Comparison("p99 of a verdict", "ms", "Quipu", "allowed", Aim.atMost(1), rounds));
      finding.add(phases.latency("confirmed", POSTS_PER_SECOND + " posts/s"));
      audit.check(bench);
    }
  }

  private static Supplier<byte[]> posts() {
    IntSupplier drawn = Posts.uniform(BatchBodies.COUNTERS);
    String run = Long.toString(System.nanoTime(), 36) + "-one-";
    int[] ids = {0};
    return () ->
        HttpText.post(
            Posts.path(PREFIX + drawn.getAsInt()) + "?confirm=settled",
            "application/json",
            "{\"id\":\"" + run + ids[0]++ + "\"}");
  }
}
