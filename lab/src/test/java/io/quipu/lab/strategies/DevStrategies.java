package io.quipu.lab.strategies;

import io.quipu.testing.dev.CassandraOptions;
import io.quipu.testing.dev.CassandraProcess;
import io.quipu.testing.dev.EndsWithParent;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * The launcher of {@code lab/run strategies}: {@link StrategiesCommand}, on a Cassandra that is
 * started for it, unless it is told of another one. That Cassandra ends when this JVM has ended, as
 * the command needs it up to the end: see {@link EndsWithParent}.
 */
public final class DevStrategies {
  private static final List<String> WITHOUT_CLUSTER = List.of("--help", "-h", "--version", "-V");

  private DevStrategies() {}

  public static void main(String[] arguments) {
    // not that of tests
    System.setProperty("logback.configurationFile", "logback.xml");
    List<String> command = new ArrayList<>(List.of(arguments));
    if (command.stream().noneMatch(DevStrategies::needsNoCassandra)
        && System.getenv("QUIPU_CASSANDRA_CONTACT_POINTS") == null) {
      CassandraProcess cassandra =
          CassandraProcess.start(
              CassandraOptions.named("strategies")
                  .fromEmpty()
                  .withHeap(1_024)
                  .endingWhenTold()
                  .tellingProgress(System.err::println));
      InetSocketAddress address = cassandra.address();
      command.add("--contact-points=" + address.getHostString() + ":" + address.getPort());
    }
    Main.main(command.toArray(String[]::new));
  }

  private static boolean needsNoCassandra(String argument) {
    return WITHOUT_CLUSTER.contains(argument) || argument.startsWith("--contact-points");
  }
}
