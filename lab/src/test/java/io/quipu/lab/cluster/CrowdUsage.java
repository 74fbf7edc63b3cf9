package io.quipu.lab.cluster;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import io.quipu.lab.bench.server.Cpu;
import io.quipu.lab.bench.server.Heap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The use of resources by instances and nodes while some time passes. For one thread. */
final class CrowdUsage {
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final SimpleStatement REQUESTS =
      SimpleStatement.newInstance("SELECT request_count FROM system_views.clients");

  private final Ring ring;
  private final List<Instance> instances;

  CrowdUsage(Ring ring, List<Instance> instances) {
    this.ring = ring;
    this.instances = instances;
  }

  /** Lets some time pass, and says what was used in it. */
  String during(Duration spell) {
    List<Instance> living = instances.stream().filter(Instance::isAlive).toList();
    long start = System.nanoTime();
    long requests = requests();
    double instanceCpu = cpu(living.stream().mapToLong(Instance::pid).toArray());
    double nodeCpu = cpu(nodes());
    List<Double> lags = new ArrayList<>();
    while (System.nanoTime() - start < spell.toNanos()) {
      Waits.lasting(LOOK);
      lags.add(lag(living));
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    return String.format(
        Locale.ROOT,
        "%d instances, each %.1f requests/s to Cassandra, %.3f cores, %.0f MiB resident;"
            + " three nodes %.2f cores; horizon behind by %.1f s (median), %.1f s (most)",
        living.size(),
        (requests() - requests) / seconds / living.size(),
        (cpu(living.stream().mapToLong(Instance::pid).toArray()) - instanceCpu)
            / seconds
            / living.size(),
        living.stream().mapToDouble(CrowdUsage::residentMebibytes).average().orElse(0),
        (cpu(nodes()) - nodeCpu) / seconds,
        lags.stream().sorted().skip(lags.size() / 2).findFirst().orElse(Double.NaN),
        lags.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN));
  }

  /** As the nodes count them; those of connections that are closed are gone. */
  private long requests() {
    long sum = 0;
    for (Node node : ring.session().getMetadata().getNodes().values()) {
      for (Row client : ring.session().execute(REQUESTS.setNode(node))) {
        sum += client.getLong(0);
      }
    }
    return sum;
  }

  private static double cpu(long... pids) {
    return Arrays.stream(pids).mapToDouble(Cpu::seconds).sum();
  }

  private long[] nodes() {
    return ring.nodes().stream().mapToLong(node -> node.process().pid()).toArray();
  }

  /** The lag of the instance which has settled least, in seconds. */
  private static double lag(List<Instance> living) {
    return living.stream()
        .mapToDouble(instance -> instance.direct().gauge("quipu_horizon_lag_seconds"))
        .max()
        .orElse(Double.NaN);
  }

  private static double residentMebibytes(Instance instance) {
    try {
      return Heap.residentBytes(instance.pid()) / 1024.0 / 1024;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
