package io.quipu.bench.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** CPU time, user and system, as Linux accounts for it. */
public final class Cpu {
  /** USER_HZ, which Linux fixes for what it shows in /proc. */
  private static final double TICKS_PER_SECOND = 100;

  private static final int USER = 11;
  private static final int SYSTEM = 12;

  private Cpu() {}

  /** What all processes of the machine have used so far, in seconds. */
  public static double secondsOfAll() {
    try {
      // cpu user nice system idle iowait irq softirq steal ...
      String[] fields = Files.readAllLines(Path.of("/proc/stat")).get(0).split(" +", -1);
      long ticks = 0;
      for (int i : new int[] {1, 2, 3, 6, 7, 8}) {
        ticks += Long.parseLong(fields[i]);
      }
      return ticks / TICKS_PER_SECOND;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a process has used so far, in seconds, in steps of 10 ms. */
  public static double seconds(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      // the name of the process, in parentheses, may hold spaces
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", USER + 3);
      return (Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM])) / TICKS_PER_SECOND;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
