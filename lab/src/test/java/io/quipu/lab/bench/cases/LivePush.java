package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.Exchange;
import io.quipu.lab.bench.load.HttpText;
import io.quipu.lab.bench.load.LiveSockets;
import io.quipu.lab.bench.report.Aim;
import io.quipu.lab.bench.report.Comparison;
import io.quipu.lab.bench.report.Finding;
import io.quipu.lab.bench.report.Latency;
import io.quipu.lab.bench.server.Heap;
import io.quipu.lab.bench.server.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** Many listeners to one counter that changes all the time, against what the contract allows. */
final class LivePush {
  static final int SOCKETS = Integer.getInteger("sockets", 2_000);

  private static final int EVENTS_PER_SECOND = 20;
  private static final double ALLOWED_MICROS = 250_000;
  private static final double ALLOWED_KIB = 32;
  private static final String COUNTER = "live";

  private LivePush() {}

  static void run(Bench bench) throws Exception {
    Finding finding = bench.finding();
    finding.note(
        "%d events a second; every event counts on every socket: the first count that holds it"
            .formatted(EVENTS_PER_SECOND));
    ServerProcess quipu = bench.servers().quipu();
    warmUp(quipu);
    long heapBefore = Heap.liveBytes(quipu.pid());
    long residentBefore = Heap.residentBytes(quipu.pid());
    List<Comparison.Round> rounds = new ArrayList<>();
    Histogram all = new Histogram(3);
    try (LiveSockets sockets = new LiveSockets(quipu.address(), COUNTER, SOCKETS)) {
      long[] heard = new long[SOCKETS];
      Arrays.fill(heard, -1);
      awaitSnapshots(sockets, heard);
      for (int i = 0; i < bench.rounds(); i++) {
        Histogram micros = round(bench, quipu, sockets, heard);
        all.add(micros);
        rounds.add(new Comparison.Round(micros.getValueAtPercentile(99), ALLOWED_MICROS));
      }
      double kib = (Heap.liveBytes(quipu.pid()) - heapBefore) / 1_024.0 / SOCKETS;
      double resident = (Heap.residentBytes(quipu.pid()) - residentBefore) / 1_024.0 / SOCKETS;
      finding.note(
          "resident memory grew by %.1f KiB a connection, free heap included".formatted(resident));
      finding.add(allowed("p99 from acknowledgement to push", "µs", rounds));
      finding.add(
          allowed(
              "live heap per connection", "KiB", List.of(new Comparison.Round(kib, ALLOWED_KIB))));
      finding.add(new Latency("push", EVENTS_PER_SECOND + " events/s", 0, all));
    }
  }

  private static Comparison allowed(String what, String unit, List<Comparison.Round> rounds) {
    return new Comparison(what, unit, "Quipu", "allowed", Aim.atMost(1), rounds);
  }

  private static void warmUp(ServerProcess quipu) throws IOException {
    try (Exchange exchange = new Exchange(quipu.address())) {
      for (int i = 0; i < 1_000; i++) {
        exchange.nanos(HttpText.post(Posts.path(COUNTER + "-warm-up")));
      }
    }
  }

  private static void awaitSnapshots(LiveSockets sockets, long[] heard) throws IOException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (Arrays.stream(heard).anyMatch(count -> count < 0)) {
      if (System.nanoTime() > end) {
        throw new IOException("not all live connections were told a count");
      }
      sockets.read(100, (socket, count, nanos) -> heard[socket] = count);
    }
  }

  private static Histogram round(
      Bench bench, ServerProcess quipu, LiveSockets sockets, long[] heard) throws IOException {
    sockets.stayAlive();
    int events = bench.seconds() * EVENTS_PER_SECOND;
    long base = Arrays.stream(heard).max().orElseThrow();
    AtomicLongArray acknowledged = new AtomicLongArray(events + 1);
    CompletableFuture<Void> recording =
        CompletableFuture.runAsync(() -> record(quipu, events, acknowledged));
    Histogram micros = new Histogram(3);
    long end = System.nanoTime() + bench.phase().toNanos() + TimeUnit.SECONDS.toNanos(30);
    while (Arrays.stream(heard).anyMatch(count -> count < base + events)) {
      if (System.nanoTime() > end || recording.isCompletedExceptionally()) {
        throw new IOException("not every event reached every live connection");
      }
      sockets.read(
          10,
          (socket, count, nanos) -> {
            for (long event = heard[socket] + 1; event <= count; event++) {
              long since = acknowledged.get((int) (event - base));
              // one that is pushed before it is acknowledged is not late
              micros.recordValue(since == 0 ? 0 : Math.max(0, (nanos - since) / 1_000));
            }
            heard[socket] = Math.max(heard[socket], count);
          });
    }
    return micros;
  }

  private static void record(ServerProcess quipu, int events, AtomicLongArray acknowledged) {
    try (Exchange exchange = new Exchange(quipu.address())) {
      long started = System.nanoTime();
      for (int event = 1; event <= events; event++) {
        exchange.nanos(HttpText.post(Posts.path(COUNTER)));
        acknowledged.set(event, System.nanoTime());
        long next = started + TimeUnit.SECONDS.toNanos(event) / EVENTS_PER_SECOND;
        while (System.nanoTime() < next) {
          LockSupport.parkNanos(next - System.nanoTime());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
