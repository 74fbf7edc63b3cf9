package io.quipu.lab.bench.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the processors of the machine have done so far, in seconds of one processor, as Linux
 * accounts for it in {@code /proc/stat}.
 *
 * @param busy in processes and the kernel, interrupts and what the hypervisor took included
 * @param interrupts of that, in interrupts, hard and soft
 * @param idle with nothing to do
 * @param waiting idle while something waits for a disk
 */
public record MachineTime(double busy, double interrupts, double idle, double waiting) {
  /** No time at all. */
  public static final MachineTime NONE = new MachineTime(0, 0, 0, 0);

  /** USER_HZ, which Linux fixes for what it shows in /proc. */
  private static final double TICKS_PER_SECOND = 100;

  /** That of this moment. */
  public static MachineTime now() {
    try {
      return of(Files.readAllLines(Path.of("/proc/stat")).get(0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @param line {@code cpu user nice system idle iowait irq softirq steal ...}
   */
  static MachineTime of(String line) {
    String[] fields = line.split(" +", -1);
    double[] seconds = new double[9];
    for (int i = 1; i < seconds.length; i++) {
      seconds[i] = Long.parseLong(fields[i]) / TICKS_PER_SECOND;
    }
    double interrupts = seconds[6] + seconds[7];
    return new MachineTime(
        seconds[1] + seconds[2] + seconds[3] + interrupts + seconds[8],
        interrupts,
        seconds[4],
        seconds[5]);
  }

  public MachineTime plus(MachineTime other) {
    return new MachineTime(
        busy + other.busy,
        interrupts + other.interrupts,
        idle + other.idle,
        waiting + other.waiting);
  }

  /** What it has done since an earlier moment. */
  public MachineTime since(MachineTime earlier) {
    return new MachineTime(
        busy - earlier.busy,
        interrupts - earlier.interrupts,
        idle - earlier.idle,
        waiting - earlier.waiting);
  }

  /** All of it. */
  public double all() {
    return busy + idle + waiting;
  }
}
