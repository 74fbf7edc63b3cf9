package io.quipu.lab.bench.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** CPU time, user and system, as Linux accounts for it. */
public final class Cpu {
  /** USER_HZ, which Linux fixes for what it shows in /proc. */
  private static final double TICKS_PER_SECOND = 100;

  private static final int USER = 11;
  private static final int SYSTEM = 12;
  private static final int ENDED_USER = 13;
  private static final int ENDED_SYSTEM = 14;

  /** Linux keeps 15 characters of "C2 CompilerThread0". */
  private static final Pattern COMPILER = Pattern.compile("\\(C[12] CompilerThre");

  private Cpu() {}

  /** The CPU time of a process so far, in seconds, in steps of 10 ms. */
  public static double seconds(long pid) {
    try {
      return seconds(Files.readString(process(pid).resolve("stat")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The CPU time of a process and of its children, of those too that have ended. */
  public static double secondsWithChildren(long pid) {
    // looked up first: a child that ends meanwhile is counted twice for a moment, and never lost
    double children =
        ProcessHandle.of(pid).stream()
            .flatMap(ProcessHandle::children)
            .mapToDouble(child -> secondsIfRunning(child.pid()))
            .sum();
    try {
      String stat = Files.readString(process(pid).resolve("stat"));
      return children + seconds(stat) + ticks(stat, ENDED_USER, ENDED_SYSTEM);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double secondsIfRunning(long pid) {
    try {
      return seconds(pid);
    } catch (UncheckedIOException ended) {
      return 0;
    }
  }

  /** The CPU time of the compilers of a JVM so far, in seconds; 0 for any other process. */
  public static double secondsOfCompilers(long pid) {
    try (Stream<Path> threads = Files.list(process(pid).resolve("task"))) {
      return threads.mapToDouble(Cpu::secondsIfCompiler).sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double secondsIfCompiler(Path thread) {
    try {
      String stat = Files.readString(thread.resolve("stat"));
      return COMPILER.matcher(stat).find() ? seconds(stat) : 0;
    } catch (IOException ended) {
      return 0;
    }
  }

  private static double seconds(String stat) {
    return ticks(stat, USER, SYSTEM);
  }

  /** The sum of two fields, in seconds. */
  private static double ticks(String stat, int one, int other) {
    // the name, in parentheses, may hold spaces
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", ENDED_SYSTEM + 2);
    return (Long.parseLong(fields[one]) + Long.parseLong(fields[other])) / TICKS_PER_SECOND;
  }

  private static Path process(long pid) {
    return Path.of("/proc", Long.toString(pid));
  }
}
