package io.quipu.testing.dev;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process frozen by SIGSTOP, until ended.
 *
 * <p>A small shell stands by and thaws the process when this JVM is gone: a frozen process could
 * not see by itself that its parent has ended, and would be left for ever.
 */
public final class Suspension {
  public static final Suspension NONE = new Suspension(List.of());

  /**
   * One thread takes the signal and stops the others: on a busy machine they run on for a while.
   */
  private static final String SCRIPT =
      """
      kill -STOP "$0" || exit
      while grep -sL '^State:.[TtZX]' /proc/"$0"/task/*/status | grep -q .; do sleep 0.01; done
      echo stopped
      read -r end
      kill -CONT "$0"
      """;

  private final List<Process> shells;

  private Suspension(List<Process> shells) {
    this.shells = shells;
  }

  public static Suspension of(Process process) {
    try {
      Process shell =
          new ProcessBuilder("sh", "-c", SCRIPT, Long.toString(process.pid()))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (shell.getInputStream().read() < 0) {
        throw new IllegalStateException("Process " + process.pid() + " cannot be frozen");
      }
      return new Suspension(List.of(shell));
    } catch (IOException e) {
      throw new IllegalStateException("SIGSTOP needs a POSIX shell", e);
    }
  }

  public void end() {
    for (Process shell : shells) {
      try {
        shell.getOutputStream().close();
        shell.waitFor(5, TimeUnit.SECONDS);
      } catch (IOException alreadyGone) {
        // nothing left to thaw
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
