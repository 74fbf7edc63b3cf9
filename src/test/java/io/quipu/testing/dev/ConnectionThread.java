package io.quipu.testing.dev;

import java.io.IOException;

/** Work over connections, on daemon threads of its own. */
public final class ConnectionThread {
  private ConnectionThread() {}

  /** Begins some work, which may end as its connection does. */
  public static void start(String name, Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // a connection ended, or could not be made: its other end is told by closing it
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }

  @FunctionalInterface
  public interface Work {
    void run() throws IOException;
  }
}
