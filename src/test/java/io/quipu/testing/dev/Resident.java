package io.quipu.testing.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The memory of a process, as Linux accounts for it; its mapped files are counted, too. */
public final class Resident {
  private static final String CLEAR_PEAK = "5";

  private final long pid;

  public Resident(long pid) {
    this.pid = pid;
  }

  /** The most since the start or {@link #forget}, in MiB; 0 if it has ended. */
  public long mostMebibytes() {
    return mebibytes("VmHWM:");
  }

  /** Now, in MiB; 0 if it has ended. */
  public long mebibytes() {
    return mebibytes("VmRSS:");
  }

  /** Of that, pages of files such as the JVM's own libraries, which Linux could drop; in MiB. */
  public long ofFilesMebibytes() {
    return mebibytes("RssFile:");
  }

  private long mebibytes(String field) {
    try {
      return Files.readAllLines(file("status")).stream()
          .filter(line -> line.startsWith(field))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024)
          .findFirst()
          .orElse(0);
    } catch (IOException ended) {
      return 0;
    }
  }

  /** Has the peak begin anew. */
  public void forget() {
    try {
      Files.writeString(file("clear_refs"), CLEAR_PEAK);
    } catch (IOException notAllowed) {
      // the peak is then that since the start, which is no less
    }
  }

  private Path file(String name) {
    return Path.of("/proc", Long.toString(pid), name);
  }
}
