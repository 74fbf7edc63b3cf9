package io.quipu.lab.cluster;

import io.quipu.testing.dev.BuildDirectory;
import io.quipu.testing.dev.ClassFiles;
import io.quipu.testing.dev.ServiceProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/**
 * The wall clock of an instance. A wrong one is that of the whole process where Debian's faketime
 * is installed, half of the time, and one that is handed to the service otherwise.
 */
record WallClock(Duration wrongBy, boolean wholeProcess) {
  static final WallClock RIGHT = new WallClock(Duration.ZERO, false);

  private static final Optional<Path> FAKETIME =
      Stream.of("x86_64-linux-gnu", "aarch64-linux-gnu")
          .map(machine -> Path.of("/usr/lib", machine, "faketime/libfaketimeMT.so.1"))
          .filter(Files::exists)
          .findFirst();

  static WallClock wrongBy(Duration duration, Random random) {
    boolean wholeProcess = random.nextBoolean();
    return new WallClock(duration, wholeProcess && FAKETIME.isPresent());
  }

  /** Right, or an hour fast or slow. */
  static WallClock any(Random random) {
    int hours = random.nextInt(3) - 1;
    return hours == 0 ? RIGHT : wrongBy(Duration.ofHours(hours), random);
  }

  /** The command of an instance that has this clock. */
  ProcessBuilder command() throws IOException {
    List<String> classPath = Files.readAllLines(BuildDirectory.resolve("dev/classpath.txt"));
    boolean handed = !wrongBy.isZero() && !wholeProcess;
    ClassFiles.copy(SkewedQuipu.class, BuildDirectory.resolve("dev/classes"));
    String main = handed ? SkewedQuipu.class.getName() : "io.quipu.Main";
    ProcessBuilder builder = ServiceProcess.command(main, classPath);
    if (handed) {
      builder.environment().put("CLUSTER_SKEW_SECONDS", Long.toString(wrongBy.toSeconds()));
    }
    if (wholeProcess) {
      builder.environment().put("LD_PRELOAD", FAKETIME.orElseThrow().toString());
      builder.environment().put("FAKETIME", "%+d".formatted(wrongBy.toSeconds()));
      builder.environment().put("FAKETIME_DONT_FAKE_MONOTONIC", "1");
      // Debian builds it with a fix that makes every timed wait of a JVM return at once
      builder.environment().put("FAKETIME_FORCE_MONOTONIC_FIX", "0");
    }
    return builder;
  }

  @Override
  public String toString() {
    if (wrongBy.isZero()) {
      return "right clock";
    }
    String which = wholeProcess ? " (faketime)" : " (handed in)";
    return "clock %+d min%s".formatted(wrongBy.toMinutes(), which);
  }
}
