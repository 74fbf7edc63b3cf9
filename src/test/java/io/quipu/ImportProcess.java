package io.quipu;

import io.quipu.testing.dev.BuildDirectory;
import io.quipu.testing.dev.ServiceProcess;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;

/** An import in a process of its own, which a test may kill. */
final class ImportProcess {
  private ImportProcess() {}

  /** Begins an import that is called {@code first}. */
  static Process start(URI service, String namespace, String address) throws IOException {
    ProcessBuilder builder =
        ServiceProcess.command(
                "io.quipu.Main", Files.readAllLines(BuildDirectory.resolve("dev/classpath.txt")))
            .redirectOutput(Redirect.DISCARD);
    builder.environment().keySet().removeIf(name -> name.startsWith("QUIPU_"));
    builder
        .command()
        .addAll(List.of("import", "-n", namespace, address, "--run=first", "--url=" + service));
    return builder.start();
  }
}
