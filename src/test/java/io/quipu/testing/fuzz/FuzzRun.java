package io.quipu.testing.fuzz;

import io.quipu.testing.dev.BuildDirectory;
import io.quipu.testing.fuzz.FuzzTargets.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fuzz tests one after the other, each in a JVM of its own for its share of the time. What they
 * learn stays in {@code target/fuzz/corpus}; an input that breaks a property is left among the
 * regression inputs of its test, so that {@code mvn test} fails for it from then on.
 */
final class FuzzRun {
  private static final Pattern EXECUTED =
      Pattern.compile("(?m)^stat::number_of_executed_units:\\s*(\\d+)");

  /** For how long one input may be worked on, however busy the machine is. */
  private static final Duration HANGS_AFTER = Duration.ofMinutes(2);

  private final List<Target> targets;
  private final Duration share;
  private final Path directory = BuildDirectory.resolve("fuzz");

  /**
   * @param length of all of them together
   */
  FuzzRun(List<Target> targets, Duration length) {
    this.targets = targets;
    this.share = length.dividedBy(targets.size());
  }

  /** The outcome of one target. */
  record Outcome(Target target, long executions, boolean hasFinding, Path log) {
    @Override
    public String toString() {
      return String.format(
          "%-34s %,14d executions, %s",
          target.name(), executions, hasFinding ? "A FINDING: see " + log : "no finding");
    }
  }

  List<Outcome> run() throws IOException, InterruptedException {
    System.out.printf("%d targets for %d s each%n", targets.size(), seconds());
    List<Outcome> outcomes = new ArrayList<>();
    for (Target target : targets) {
      Outcome outcome = run(target);
      System.out.println(outcome);
      outcomes.add(outcome);
    }
    return outcomes;
  }

  private long seconds() {
    return Math.max(1, share.toSeconds());
  }

  private Outcome run(Target target) throws IOException, InterruptedException {
    Path corpus = Files.createDirectories(directory.resolve("corpus").resolve(target.name()));
    Path log = directory.resolve(target.name() + ".log");
    Process process =
        new ProcessBuilder(command(target, corpus))
            .directory(directory.getParent().getParent().toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      int exit = process.waitFor();
      Matcher executed = EXECUTED.matcher(Files.readString(log));
      long executions = executed.find() ? Long.parseLong(executed.group(1)) : 0;
      return new Outcome(target, executions, exit != 0 || executions == 0, log);
    } finally {
      process.destroyForcibly();
    }
  }

  private List<String> command(Target target, Path corpus) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx1g",
        "-Xmn256m",
        "-XX:+UseSerialGC",
        // a run of seconds is over before the second compiler pays
        "-XX:TieredStopAtLevel=" + (seconds() < 10 ? 1 : 4),
        "-cp",
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
        "com.code_intelligence.jazzer.Jazzer",
        "--target_class=" + target.className(),
        "--target_method=" + target.method(),
        "--hooks=true",
        "--instrument=io.quipu.**",
        "--reproducer_path=" + directory,
        "-max_total_time=" + seconds(),
        "-timeout=" + HANGS_AFTER.toSeconds(),
        "-max_len=4096",
        "-print_final_stats=1",
        corpus.toString());
  }
}
