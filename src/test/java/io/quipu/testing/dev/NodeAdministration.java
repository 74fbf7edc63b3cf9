package io.quipu.testing.dev;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;

/** The questions of nodetool to a node, over JMX, without a process for each of them. */
public final class NodeAdministration implements AutoCloseable {
  private static final String STORAGE = "org.apache.cassandra.db:type=StorageService";
  private static final Duration REPAIR = Duration.ofMinutes(5);

  private final JMXConnector connector;
  private final MBeanServerConnection node;

  /**
   * Connects.
   *
   * @param port as in {@link #listening}
   */
  @SuppressWarnings("BanJNDI") // that is how a node of this machine is administered
  public NodeAdministration(int port) throws IOException {
    String address = "service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi";
    connector =
        JMXConnectorFactory.connect(
            new JMXServiceURL(address),
            Map.of(
                JMXConnectorFactory.DEFAULT_CLASS_LOADER, CassandraCommand.fromBuild().answers()));
    node = connector.getMBeanServerConnection();
  }

  /** The option of a node that can be administered at a port of loopback. */
  public static String listening(int port) {
    return "-Dcassandra.jmx.local.port=" + port;
  }

  /**
   * {@code nodetool snapshot -t tag -kt tables}.
   *
   * @param tables as {@code keyspace.table}
   */
  public void snapshot(String tag, List<String> tables) throws JMException, IOException {
    node.invoke(
        new ObjectName(STORAGE),
        "takeSnapshot",
        new Object[] {tag, new HashMap<String, String>(), tables.toArray(String[]::new)},
        new String[] {"java.lang.String", "java.util.Map", "[Ljava.lang.String;"});
  }

  /**
   * {@code nodetool setguardrailsconfig}: sets a bound of timestamps, from which on Cassandra warns
   * and refuses.
   *
   * @param setter the operation, such as {@code setMaximumTimestampThreshold}
   * @param length such as {@code 1d}; null for no bound
   */
  public void boundTimestamps(String setter, @Nullable String length)
      throws JMException, IOException {
    String text = "java.lang.String";
    node.invoke(
        new ObjectName("org.apache.cassandra.db:type=Guardrails"),
        setter,
        new Object[] {length, length},
        new String[] {text, text});
  }

  /** Sets an attribute of a part of the node, as a restart with another cassandra.yaml would. */
  public void set(String bean, String attribute, Object value) throws JMException, IOException {
    node.setAttribute(
        new ObjectName("org.apache.cassandra.db:type=" + bean), new Attribute(attribute, value));
  }

  /** {@code nodetool import keyspace table folder}. */
  public void load(String keyspace, String table, String folder) throws JMException, IOException {
    String bool = "boolean";
    Object failed =
        node.invoke(
            new ObjectName(
                "org.apache.cassandra.db:type=Tables,keyspace=" + keyspace + ",table=" + table),
            "importNewSSTables",
            new Object[] {Set.of(folder), true, true, true, true, true, false, true},
            new String[] {"java.util.Set", bool, bool, bool, bool, bool, bool, bool});
    if (!((List<?>) failed).isEmpty()) {
      throw new IOException("not imported: " + failed);
    }
  }

  /**
   * {@code nodetool repair --full --in-hosts hosts keyspace}: makes these nodes agree on all that
   * any of them has, and waits until they do.
   *
   * @param hosts {@code address:port} at which nodes talk to one another, this one among them
   * @throws IOException if one of them was not there to the end
   */
  public void repair(String keyspace, List<String> hosts) throws JMException, IOException {
    Map<String, String> options = new HashMap<>();
    options.put("incremental", "false");
    options.put("parallelism", "parallel");
    options.put("hosts", String.join(",", hosts));
    options.put("repairPaxos", "true");
    Object number =
        node.invoke(
            new ObjectName(STORAGE),
            "repairAsync",
            new Object[] {keyspace, options},
            new String[] {"java.lang.String", "java.util.Map"});
    List<?> outcome =
        await("repair of " + keyspace)
            .atMost(REPAIR)
            .pollInterval(Duration.ofMillis(500))
            .until(() -> status(number), status -> !status.get(0).equals("IN_PROGRESS"));
    if (!outcome.get(0).equals("COMPLETED")) {
      throw new IOException("not repaired: " + outcome);
    }
  }

  /** {@code nodetool flush keyspace}. */
  public void flush(String keyspace) throws JMException, IOException {
    node.invoke(
        new ObjectName(STORAGE),
        "forceKeyspaceFlush",
        new Object[] {keyspace, new String[0]},
        new String[] {"java.lang.String", "[Ljava.lang.String;"});
  }

  /** {@code nodetool compact keyspace}. */
  public void compact(String keyspace) throws JMException, IOException {
    node.invoke(
        new ObjectName(STORAGE),
        "forceKeyspaceCompaction",
        new Object[] {false, keyspace, new String[0]},
        new String[] {"boolean", "java.lang.String", "[Ljava.lang.String;"});
  }

  /** {@code nodetool tablestats}: the bytes on disk that a table takes. */
  public long liveBytes(String keyspace, String table) throws JMException, IOException {
    String meter = "org.apache.cassandra.metrics:type=Table,keyspace=%s,scope=%s,name=%s";
    ObjectName name = new ObjectName(meter.formatted(keyspace, table, "LiveDiskSpaceUsed"));
    return ((Number) node.getAttribute(name, "Count")).longValue();
  }

  /** The state of a repair, and what was said of it. */
  private List<?> status(Object number) throws JMException, IOException {
    return (List<?>)
        node.invoke(
            new ObjectName(STORAGE),
            "getParentRepairStatus",
            new Object[] {number},
            new String[] {"int"});
  }

  /** The id that the ring knows this node by. */
  public String hostId() throws JMException, IOException {
    return (String) attribute("LocalHostId");
  }

  /** Tells whether this node knows so many owners of tokens, and nobody who is still joining. */
  public boolean knowsOwners(int nodes) throws JMException, IOException {
    Map<?, ?> owners = (Map<?, ?>) attribute("TokenToEndpointMap");
    return Set.copyOf(owners.values()).size() == nodes
        && ((List<?>) attribute("JoiningNodes")).isEmpty();
  }

  private Object attribute(String name) throws JMException, IOException {
    return node.getAttribute(new ObjectName(STORAGE), name);
  }

  /** {@code nodetool removenode id}: takes one that is lost out of the ring. */
  public void removeNode(String hostId) throws JMException, IOException {
    node.invoke(
        new ObjectName(STORAGE),
        "removeNode",
        new Object[] {hostId},
        new String[] {"java.lang.String"});
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
