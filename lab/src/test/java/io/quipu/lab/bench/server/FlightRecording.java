package io.quipu.lab.bench.server;

import io.quipu.testing.dev.BuildDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Profiles of the service and of Cassandra while a case runs, as JDK Flight Recorder files. */
public final class FlightRecording {
  private final String name;
  private final Map<String, Long> pids;

  private FlightRecording(String name, Map<String, Long> pids) {
    this.name = name;
    this.pids = pids;
  }

  /** Starts the service, unless it runs, and begins to record. */
  public static FlightRecording start(String name, Servers servers)
      throws IOException, InterruptedException {
    Map<String, Long> pids = new LinkedHashMap<>();
    pids.put("quipu", servers.quipu().pid());
    pids.put("cassandra", servers.cassandra().pid());
    for (long pid : pids.values()) {
      Jcmd.run(pid, "JFR.start", "name=" + name, "settings=profile");
    }
    return new FlightRecording(name, pids);
  }

  /** Writes {@code target/bench/jfr/case-quipu.jfr} and {@code case-cassandra.jfr}. */
  public void stop() throws IOException, InterruptedException {
    Path directory = BuildDirectory.resolve("bench/jfr");
    Files.createDirectories(directory);
    for (Map.Entry<String, Long> process : pids.entrySet()) {
      Path file = directory.resolve(name + "-" + process.getKey() + ".jfr");
      Jcmd.run(process.getValue(), "JFR.stop", "name=" + name, "filename=" + file);
    }
  }
}
