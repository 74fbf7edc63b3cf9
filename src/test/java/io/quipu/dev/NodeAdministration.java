package io.quipu.dev;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** What nodetool asks of a node, over JMX as it does, without a process for each question. */
public final class NodeAdministration implements AutoCloseable {
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
    connector = JMXConnectorFactory.connect(new JMXServiceURL(address));
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
        new ObjectName("org.apache.cassandra.db:type=StorageService"),
        "takeSnapshot",
        new Object[] {tag, new HashMap<String, String>(), tables.toArray(String[]::new)},
        new String[] {"java.lang.String", "java.util.Map", "[Ljava.lang.String;"});
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

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
