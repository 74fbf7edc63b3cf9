package io.quipu.lab.bench.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The local TCP ports of a process, as Linux shows them. */
public final class LocalPorts {
  private static final int LOCAL_ADDRESS = 1;
  private static final int INODE = 9;

  private LocalPorts() {}

  public static Set<Integer> of(long pid) throws IOException {
    Path process = Path.of("/proc", Long.toString(pid));
    Set<String> sockets = sockets(process.resolve("fd"));
    Set<Integer> ports = new TreeSet<>();
    for (String table : List.of("net/tcp", "net/tcp6")) {
      for (String line : Files.readAllLines(process.resolve(table))) {
        String[] fields = line.strip().split(" +", -1);
        if (sockets.contains("socket:[" + fields[INODE] + "]")) {
          ports.add(Integer.parseInt(fields[LOCAL_ADDRESS].split(":", 2)[1], 16));
        }
      }
    }
    return ports;
  }

  private static Set<String> sockets(Path descriptors) throws IOException {
    Set<String> sockets = new HashSet<>();
    try (Stream<Path> all = Files.list(descriptors)) {
      for (Path descriptor : all.toList()) {
        try {
          sockets.add(Files.readSymbolicLink(descriptor).toString());
        } catch (IOException closedMeanwhile) {
          // it is no connection any more
        }
      }
    }
    return sockets;
  }
}
