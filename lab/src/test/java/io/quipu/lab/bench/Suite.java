package io.quipu.lab.bench;

import io.quipu.lab.bench.cases.Bench;
import io.quipu.lab.bench.cases.Case;
import io.quipu.lab.bench.cases.Cases;
import io.quipu.lab.bench.cases.Company;
import io.quipu.lab.bench.report.Finding;
import io.quipu.lab.bench.report.Report;
import io.quipu.lab.bench.server.FlightRecording;
import io.quipu.lab.bench.server.Servers;
import io.quipu.testing.dev.BuildDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Measures Quipu against what a user would pick instead, and writes what came of it to {@code
 * target/bench/report.md} and {@code report.html}. Run by hand: {@code lab/run bench}, or {@code
 * lab/run bench -Dcase=hot,uniform -Dseconds=2 -Drounds=2}.
 */
public final class Suite {
  private static final int SECONDS = Integer.getInteger("seconds", 3);
  private static final int ROUNDS = Integer.getInteger("rounds", 5);
  private static final int CONNECTIONS = Integer.getInteger("connections", 256);

  private static final boolean PROFILED = Boolean.getBoolean("jfr");

  private Suite() {}

  public static void main(String[] arguments) throws Exception {
    List<Case> cases = Cases.chosen(System.getProperty("case", ""));
    Path directory = BuildDirectory.resolve("bench");
    Report report = new Report(directory, header());
    int failed = 0;
    try (Servers servers = new Servers()) {
      for (Case one : cases) {
        failed += run(one, servers, report) ? 0 : 1;
      }
    }
    System.out.println("Report: " + directory.resolve("report.html"));
    if (failed > 0) {
      throw new IllegalStateException(failed + " of " + cases.size() + " cases failed");
    }
  }

  private static boolean run(Case one, Servers servers, Report report) throws IOException {
    System.out.printf("%n%s: %s%n", one.name(), one.title());
    Finding finding = new Finding(one.name(), one.title(), System.out::println);
    long started = System.nanoTime();
    Company company = Company.watch(servers);
    Bench bench = new Bench(servers, finding, SECONDS, ROUNDS, CONNECTIONS);
    try {
      if (PROFILED) {
        FlightRecording recording = FlightRecording.start(one.name(), servers);
        one.measurement().run(bench);
        recording.stop();
      } else {
        one.measurement().run(bench);
      }
      finding.note(
          "took %.0f s, while processes other than these used %.2f cores"
              .formatted((System.nanoTime() - started) / 1e9, company.coresOfOthers()));
      return !finding.hasFailed();
    } catch (Exception | AssertionError e) {
      finding.fail(e.toString());
      e.printStackTrace();
      return false;
    } finally {
      report.add(finding);
    }
  }

  private static List<String> header() throws IOException {
    return List.of(
        "%d rounds of %d s, A and B in turn; medians, and the least and the most of all rounds; warm-up is not counted"
            .formatted(ROUNDS, SECONDS),
        "%s, %d cores, which generator, servers and Cassandra share; Java %s"
            .formatted(processor(), Runtime.getRuntime().availableProcessors(), Runtime.version()),
        "started with a load average of " + Files.readString(Path.of("/proc/loadavg")).strip(),
        Servers.settingsInWords());
  }

  private static String processor() throws IOException {
    return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse(System.getProperty("os.arch"));
  }
}
