package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.HttpText;
import io.quipu.testing.bench.load.Phase;
import io.quipu.testing.bench.load.SocketLoad;
import io.quipu.testing.bench.load.Wire;
import io.quipu.testing.bench.report.Aim;
import io.quipu.testing.bench.report.Comparison;
import io.quipu.testing.bench.report.Figures;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.report.Latency;
import io.quipu.testing.bench.server.Servers;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/** How long it takes to be told that an event was settled, while others are recorded. */
final class ConfirmedPosts implements Case {
  private static final String PREFIX = "confirmed-";
  private static final int IN_FLIGHT = 32;
  private static final int WAITING = 64;
  private static final int POSTS_PER_SECOND = 20;
  private static final double ALLOWED_MILLIS = 300;

  @Override
  public String name() {
    return "confirm";
  }

  @Override
  public String title() {
    return "POST with confirm=settled while ids are recorded at a tenth of the rate at which Quipu saturates; p99 against 300 ms";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    Servers servers = bench.servers();
    Duration time = bench.phase().multipliedBy(5);
    finding.note(Servers.settingsInWords());
    Audit audit = Audit.ofNumbered(PREFIX, BatchBodies.COUNTERS);
    InetSocketAddress quipu = servers.quipu().address();
    try (SocketLoad batches =
            new SocketLoad(quipu, Wire.http(), IN_FLIGHT, 1, new BatchBodies(PREFIX, true));
        SocketLoad posts = new SocketLoad(quipu, Wire.http(), WAITING, 1, posts())) {
      audit.watch(batches, BatchBodies.EVENTS);
      audit.watch(posts, 1);
      new WarmUp(servers)
          .run(
              finding,
              new Side("batches", batches, BatchBodies.EVENTS),
              new Side("posts", posts, 1));
      double tenth = batches.closedLoop(bench.phase()).perSecond() / 10;
      finding.note(
          Figures.of(tenth * BatchBodies.EVENTS, "ids/s") + " in batches are a tenth of all");
      Histogram all = new Histogram(3);
      long failed = 0;
      List<Comparison.Round> rounds = new ArrayList<>();
      for (int round = 0; round < bench.rounds(); round++) {
        Calm.await(servers);
        CompletableFuture<Phase> recorded =
            CompletableFuture.supplyAsync(() -> batches.atRate(tenth, time));
        Phase confirmed = posts.atRate(POSTS_PER_SECOND, time);
        recorded.join();
        all.add(confirmed.micros());
        failed += confirmed.bad();
        rounds.add(new Comparison.Round(confirmed.micros(99) / 1_000, ALLOWED_MILLIS));
      }
      finding.add(
          new Comparison("p99 of a verdict", "ms", "Quipu", "allowed", Aim.atMost(1), rounds));
      finding.add(new Latency("confirmed", POSTS_PER_SECOND + " posts/s", failed, all));
      audit.check(servers, finding);
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
