package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.HttpText;
import io.quipu.testing.bench.load.SocketLoad;
import io.quipu.testing.bench.load.Wire;
import io.quipu.testing.bench.report.Aim;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.server.Servers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.IntSupplier;

/** Many counters read at once, against one by one. */
final class ManyCounts implements Case {
  private static final int COUNTERS = 1_000;
  private static final int PARALLEL = 16;

  @Override
  public String name() {
    return "counts";
  }

  @Override
  public String title() {
    return "1,000 counters in one POST /v1/counts; against 1,000 single reads";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    finding.note(Servers.settingsInWords());
    finding.note("the counters are settled; throughput is counters read per second");
    seed(bench);
    Calm.await(bench.servers());
    compare(bench, finding, 1, Aim.atLeast(30));
    compare(bench, finding, PARALLEL, Aim.NONE);
  }

  private static void seed(Bench bench) throws IOException {
    int[] next = new int[1];
    InetSocketAddress quipu = bench.servers().quipu().address();
    try (SocketLoad load =
        new SocketLoad(
            quipu,
            Wire.http(),
            1,
            1,
            () -> HttpText.post(Posts.path("counts-" + next[0]++ % COUNTERS)))) {
      while (next[0] < COUNTERS) {
        load.closedLoop(bench.phase());
      }
    }
  }

  private static void compare(Bench bench, Finding finding, int clients, Aim aim)
      throws IOException {
    InetSocketAddress quipu = bench.servers().quipu().address();
    byte[] all = HttpText.post("/v1/counts", "application/json", names());
    byte[][] single = new byte[COUNTERS][];
    for (int i = 0; i < COUNTERS; i++) {
      single[i] = HttpText.get(Seeding.path("counts-" + i));
    }
    IntSupplier any = Posts.uniform(COUNTERS);
    Side a =
        new Side("/v1/counts", new SocketLoad(quipu, Wire.http(), clients, 1, () -> all), COUNTERS);
    Side b =
        new Side(
            "single reads",
            new SocketLoad(quipu, Wire.http(), clients, 1, Posts.any(single, any)),
            1);
    try (Duel duel = new Duel(bench, finding, a, b)) {
      String what = clients == 1 ? "one client, one request at a time" : clients + " clients";
      duel.throughput(what, "counters/s", aim);
    }
  }

  private static CharSequence names() {
    StringBuilder body = new StringBuilder("{\"counters\":[");
    for (int i = 0; i < COUNTERS; i++) {
      body.append(i == 0 ? "" : ",")
          .append("{\"namespace\":\"default\",\"counter\":\"counts-")
          .append(i)
          .append("\"}");
    }
    return body.append("]}");
  }
}
