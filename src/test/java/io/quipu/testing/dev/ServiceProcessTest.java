package io.quipu.testing.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceProcessTest {
  @TempDir Path directory;

  @Test
  void letsTheServiceFinishItsOwnShutdown_whenStopped() throws Exception {
    Path output = directory.resolve("output");
    ServiceProcess service =
        ServiceProcess.start(
            ServiceProcess.command(
                    Service.class.getName(),
                    List.of(BuildDirectory.resolve("test-classes").toString()))
                .redirectOutput(output.toFile()));
    await().until(() -> Files.readString(output).contains("ready"));

    service.stop();

    assertThat(service.isRunning()).isFalse();
    assertThat(service.onExit().join()).isZero();
    assertThat(Files.readAllLines(output)).containsExactly("ready", "draining", "drained");
  }

  /** Has something to finish when it is told to stop. */
  public static final class Service {
    private Service() {}

    public static void main(String[] arguments) throws InterruptedException {
      Thread drain =
          new Thread(
              () -> {
                System.out.println("draining");
                long end = System.nanoTime() + 500_000_000L;
                while (System.nanoTime() < end) {
                  Thread.onSpinWait();
                }
                System.out.println("drained");
              });
      Runtime.getRuntime().addShutdownHook(drain);
      System.out.println("ready");
      new CountDownLatch(1).await();
    }
  }
}
