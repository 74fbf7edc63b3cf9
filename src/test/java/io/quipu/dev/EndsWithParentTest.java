package io.quipu.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EndsWithParentTest {
  private Process parent;
  private ProcessHandle child;

  @BeforeEach
  void startAParentWithAChild() throws Exception {
    parent = java(Parent.class.getName()).start();
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
  void ends_whenTheParentIsKilled() {
    parent.destroyForcibly();

    await().until(() -> !child.isAlive());
  }

  @Test
  void leavesItToTheParentWhenToStop_afterTheTerminalsInterrupt() throws Exception {
    assertThat(signal("INT")).isZero();
    assertThat(signal("HUP")).isZero();

    // SIGTERM is delivered after them: were they not ignored, the exit code would be theirs
    assertThat(child.destroy()).isTrue();
    assertThat(parent.inputReader().readLine()).isEqualTo("child ended with 143");
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

  /** Starts the child and tells what becomes of it. */
  public static final class Parent {
    private Parent() {}

    public static void main(String[] arguments) throws Exception {
      Process child = java(EndsWithParent.class.getName(), Child.class.getName()).start();
      System.out.println(child.pid());
      System.out.println(child.inputReader().readLine());
      System.out.println("child ended with " + child.waitFor());
    }
  }

  /** Runs until it is ended. */
  public static final class Child {
    private Child() {}

    public static void main(String[] arguments) throws InterruptedException {
      System.out.println("child runs");
      new CountDownLatch(1).await();
    }
  }
}
