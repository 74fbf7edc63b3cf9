package io.quipu.edge.resp;

import io.quipu.edge.guard.connection.Connections;
import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.Reply;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;

/**
 * The reply to {@code INFO}: what clients look for before they work, and what watches them. Shared
 * by all instances of the process.
 *
 * @param port the port of Redis clients
 * @param lastId the number of connections so far
 */
record ServerInfo(IntSupplier port, Connections connections, AtomicLong lastId, RespMeters meters) {
  /** The version of Quipu. */
  static final String VERSION =
      Objects.requireNonNullElse(ServerInfo.class.getPackage().getImplementationVersion(), "0.0.0");

  /** The version of Redis whose commands and replies Quipu's are like, where it has them. */
  static final String REDIS_VERSION = "7.2.4";

  /** A name of this process, as long as those of Redis. */
  private static final String RUN_ID =
      (UUID.randomUUID() + "" + UUID.randomUUID()).replace("-", "").substring(0, 40);

  /** Makes the reply: all sections, or those that the command names. */
  Reply reply(Command command) {
    Map<String, List<String>> all = sections();
    Collection<String> wanted = new ArrayList<>();
    for (int i = 1; i < command.size(); i++) {
      String name = command.capitals(i).toLowerCase(Locale.ROOT);
      wanted.addAll(
          switch (name) {
            case "default", "all", "everything" -> all.keySet();
            default -> List.of(name);
          });
    }
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, List<String>> section : all.entrySet()) {
      if (command.size() == 1 || wanted.contains(section.getKey())) {
        text.append(text.isEmpty() ? "# " : "\r\n# ")
            .append(section.getKey().substring(0, 1).toUpperCase(Locale.ROOT))
            .append(section.getKey().substring(1))
            .append("\r\n");
        section.getValue().forEach(line -> text.append(line).append("\r\n"));
      }
    }
    return Reply.Bulk.of(text.toString());
  }

  private Map<String, List<String>> sections() {
    Duration up = Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime());
    Runtime heap = Runtime.getRuntime();
    long used = heap.totalMemory() - heap.freeMemory();
    // at least the peak of the heap: the JVM knows only those of its pools
    long peak =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .mapToLong(pool -> pool.getPeakUsage().getUsed())
            .sum();
    Map<String, List<String>> all = new LinkedHashMap<>();
    all.put(
        "server",
        List.of(
            "redis_version:" + REDIS_VERSION,
            "server_name:quipu",
            "quipu_version:" + VERSION,
            "redis_mode:standalone",
            "os:" + System.getProperty("os.name") + " " + System.getProperty("os.arch"),
            "arch_bits:64",
            "process_id:" + ProcessHandle.current().pid(),
            "run_id:" + RUN_ID,
            "tcp_port:" + port.getAsInt(),
            "uptime_in_seconds:" + up.toSeconds(),
            "uptime_in_days:" + up.toDays()));
    all.put(
        "clients",
        List.of(
            "connected_clients:" + connections.open(),
            "maxclients:" + connections.most(),
            "blocked_clients:0"));
    all.put(
        "memory",
        List.of(
            "used_memory:" + used,
            "used_memory_human:" + megabytes(used),
            "used_memory_peak:" + peak,
            "used_memory_peak_human:" + megabytes(peak),
            "maxmemory:" + heap.maxMemory(),
            "maxmemory_policy:noeviction"));
    all.put("persistence", List.of("loading:0", "async_loading:0", "aof_enabled:0"));
    all.put(
        "stats",
        List.of(
            "total_connections_received:" + lastId.get(),
            "total_commands_processed:" + meters.answered(),
            "evicted_keys:0"));
    all.put(
        "replication",
        List.of(
            "role:master",
            "connected_slaves:0",
            "master_replid:" + RUN_ID,
            "master_repl_offset:0"));
    all.put("cluster", List.of("cluster_enabled:0"));
    // how many keys there are is not known
    all.put("keyspace", List.of());
    return all;
  }

  private static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%.2fM", bytes / 1_048_576.0);
  }
}
