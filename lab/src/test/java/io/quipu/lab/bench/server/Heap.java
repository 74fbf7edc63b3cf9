package io.quipu.lab.bench.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The memory of another JVM. */
public final class Heap {
  private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");
  private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB");

  private Heap() {}

  /** Bytes of live objects, after a full collection. */
  public static long liveBytes(long pid) throws IOException, InterruptedException {
    return found(TOTAL, Jcmd.run(pid, "GC.class_histogram"));
  }

  /** Bytes of the process that are in memory, of whatever kind. */
  public static long residentBytes(long pid) throws IOException {
    return 1_024
        * found(RESIDENT, Files.readString(Path.of("/proc", Long.toString(pid), "status")));
  }

  private static long found(Pattern pattern, String text) throws IOException {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new IOException("not understood: " + text.lines().findFirst().orElse(""));
    }
    return Long.parseLong(matcher.group(1));
  }
}
