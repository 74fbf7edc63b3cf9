package io.quipu.testing.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EndsWithParentTest {
  private Process parent;
  private ProcessHandle child;

  private void startAParentWithAChild(boolean endsWhenTold) throws Exception {
    parent = java(Parent.class.getName(), Boolean.toString(endsWhenTold)).start();
    BufferedReader said = parent.inputReader();
    child = ProcessHandle.of(Long.parseLong(said.readLine())).orElseThrow();
    assertThat(said.readLine()).isEqualTo("child runs");
  }

  @AfterEach
  void endBoth() {
    parent.destroyForcibly();
    child.destroyForcibly();
  }

  @Test
  void ends_whenTheParentIsKilled() throws Exception {
    startAParentWithAChild(false);
    parent.destroyForcibly();

    await().until(() -> !child.isAlive());
  }

  @Test
  void leavesItToTheParentWhenToStop_afterTheTerminalsInterrupt() throws Exception {
    startAParentWithAChild(false);
    assertThat(signal("INT")).isZero();
    assertThat(signal("HUP")).isZero();

    // SIGTERM is delivered after them: were they not ignored, the exit code would be theirs
    assertThat(child.destroy()).isTrue();
    assertThat(parent.inputReader().readLine()).isEqualTo("child ended with 143");
  }

  @Test
  void leavesItToTheParentWhenToStop_whoeverSendsSignalsToAll() throws Exception {
    startAParentWithAChild(true);
    assertThat(signal("TERM")).isZero();
    assertThat(signal("INT")).isZero();

    try (BufferedWriter tells = parent.outputWriter()) {
      tells.newLine();
    }
    assertThat(parent.inputReader().readLine()).isEqualTo("child shuts down");
    assertThat(parent.inputReader().readLine()).isEqualTo("child ended with 0");
  }

  private int signal(String name) throws Exception {
    return new ProcessBuilder("kill", "-" + name, Long.toString(child.pid())).start().waitFor();
  }

  private static ProcessBuilder java(String... arguments) {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx32m",
            "-cp",
            BuildDirectory.resolve("test-classes").toString());
    builder.command().addAll(List.of(arguments));
    return builder.redirectError(ProcessBuilder.Redirect.INHERIT);
  }

  /** Starts the child, and tells what becomes of it; tells it to end when it is told itself. */
  public static final class Parent {
    private Parent() {}

    public static void main(String[] arguments) throws Exception {
      boolean endsWhenTold = Boolean.parseBoolean(arguments[0]);
      Process child =
          java(
                  "-D" + EndsWithParent.WHEN_TOLD + "=" + endsWhenTold,
                  EndsWithParent.class.getName(),
                  Child.class.getName())
              .start();
      System.out.println(child.pid());
      System.out.println(child.inputReader().readLine());
      if (endsWhenTold && System.in.read() >= 0) {
        EndsWithParent.tell(child);
        System.out.println(child.inputReader().readLine());
      }
      System.out.println("child ended with " + child.waitFor());
    }
  }

  /** Runs until it is ended. */
  public static final class Child {
    private Child() {}

    public static void main(String[] arguments) throws InterruptedException {
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> System.out.println("child shuts down")));
      System.out.println("child runs");
      new CountDownLatch(1).await();
    }
  }
}
