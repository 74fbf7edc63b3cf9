package io.quipu.cli;

import io.quipu.testing.dev.Resident;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A command in a process of its own, with a heap of 64 MiB.
 *
 * @param residentMib most of it that was in memory; 0 where there is no /proc
 */
record SmallCommand(int exitCode, String printed, long residentMib) {
  static SmallCommand run(URI service, Duration limit, String... arguments)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("quipu-command", ".txt");
    ProcessBuilder builder =
        CommandProcess.endingWithThisJvm(Map.of(), arguments)
            .redirectErrorStream(true)
            .redirectOutput(Redirect.to(output.toFile()));
    List<String> command = builder.command();
    command.addAll(command.indexOf("-cp"), List.of("-Xms16m", "-Xmx64m"));
    command.add("--url=" + service);
    Process process = builder.start();
    Resident resident = new Resident(process.pid());
    long most = 0;
    long end = System.nanoTime() + limit.toNanos();
    while (!process.waitFor(50, TimeUnit.MILLISECONDS)) {
      most = Math.max(most, resident.mostMebibytes());
      if (System.nanoTime() > end) {
        process.destroyForcibly();
      }
    }
    return new SmallCommand(process.exitValue(), Files.readString(output), most);
  }
}
