package io.quipu.testing.k8s;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quipu.testing.dev.BuildDirectory;
import io.quipu.testing.dev.CassandraOptions;
import io.quipu.testing.dev.CassandraProcess;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.TestPatience;
import io.quipu.testing.rollout.KeepAliveClient;
import io.quipu.testing.rollout.ServiceProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;

/**
 * The development overlay with an account, as Podman runs it: pods of its Deployment behind its
 * Service, and a Cassandra with accounts beside them. Does to pods what the controller of a
 * Deployment does.
 */
final class PodmanCluster implements AutoCloseable {
  /** Until every node of a cluster has heard that a pod ends: usually a second or less. */
  static final Duration PROPAGATION = Duration.ofSeconds(2);

  private static final int CQL_PORT = 9042;

  /** As the Deployment calls it. */
  private static final String SECRET = "quipu-cassandra";

  private final Podman podman;
  private final PodNetwork network;
  private final CassandraProcess cassandra;
  private final CqlSession accounts;
  private final PodTemplate template;
  private final ServiceProxy service;
  private final Deque<Replica> replicas = new ArrayDeque<>();
  private final List<Integer> exitCodes = new ArrayList<>();
  private final Queue<String> endedWarnings = new ConcurrentLinkedQueue<>();
  private int started;

  private PodmanCluster(Podman podman, PodNetwork network, CassandraProcess cassandra) {
    this.podman = podman;
    this.network = network;
    this.cassandra = cassandra;
    this.template =
        new PodTemplate(
            Kustomization.of(
                    Kustomization.ROOT.resolve("overlays/dev"),
                    List.of(Kustomization.ROOT.resolve("components/cassandra-account")))
                .rendered(),
            network.gateway(),
            // The account goes over the network of this machine.
            Map.of("QUIPU_CASSANDRA_PLAINTEXT_PASSWORD", "true"));
    this.service = new ServiceProxy();
    this.accounts =
        Awaitility.await("the first account of Cassandra")
            .ignoreExceptions()
            .until(
                () ->
                    CqlSession.builder()
                        .addContactPoint(cassandra.address())
                        .withLocalDatacenter(TestCassandra.LOCAL_DATACENTER)
                        .withAuthCredentials("cassandra", "cassandra")
                        .build(),
                opened -> true);
  }

  /** Starts a network and Cassandra; no pods yet. */
  static PodmanCluster start(Podman podman) {
    PodNetwork network = PodNetwork.create(podman);
    try {
      CassandraProcess cassandra =
          CassandraProcess.start(
              CassandraOptions.named("podman")
                  .fromEmpty()
                  .compiledQuickly()
                  .at(new CassandraOptions.Node(network.gateway(), CQL_PORT, 0))
                  .with(Map.of("authenticator", "PasswordAuthenticator"))
                  .withJvm(List.of("-Dcassandra.superuser_setup_delay_ms=0")));
      return new PodmanCluster(podman, network, cassandra);
    } catch (RuntimeException e) {
      network.close();
      throw e;
    }
  }

  PodTemplate template() {
    return template;
  }

  ServiceProxy service() {
    return service;
  }

  List<Replica> replicas() {
    return List.copyOf(replicas);
  }

  /** How the pods ended that were replaced so far. */
  List<Integer> exitCodes() {
    return List.copyOf(exitCodes);
  }

  /** Has pods that are made from now on use an account, which is made. */
  void useAccount(String name) {
    String password = "the password of " + name;
    accounts.execute(
        "CREATE ROLE " + name + " WITH PASSWORD = '" + password + "' AND LOGIN = true");
    setSecret(Map.of("username", name, "password", password));
  }

  /**
   * In the form of which Podman 4.3 makes a volume: it takes the values of {@code data} as they
   * are.
   */
  private void setSecret(Map<String, String> content) {
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    content.forEach(data.putObject("data")::put);
    Path file = BuildDirectory.resolve("podman/secret.json");
    try {
      Files.writeString(file, data.toString());
      removeSecret(podman);
      podman.run("secret", "create", SECRET, file.toString());
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void removeSecret(Podman podman) {
    if (podman.run("secret", "ls", "--format", "{{.Name}}").lines().toList().contains(SECRET)) {
      podman.run("secret", "rm", SECRET);
    }
  }

  /** The account may not log in any more. */
  void dropAccount(String name) {
    accounts.execute("DROP ROLE " + name);
  }

  /** As many pods as the Deployment has replicas. */
  void scaleUp() {
    int wanted = template.deployment().at("/spec/replicas").asInt();
    while (replicas.size() < wanted) {
      startOne();
    }
  }

  private void startOne() {
    Replica replica =
        Replica.start(podman, template, network.name(), network.name() + "-" + ++started);
    replicas.addLast(replica);
    replica.awaitReady();
    service.add(replica.endpoint());
  }

  /**
   * Replaces each pod, the oldest first: a new one is started and waited for, then the old one ends
   * while the next new one starts ({@code maxSurge: 1, maxUnavailable: 0}).
   */
  void roll() {
    List<CompletableFuture<Integer>> ends = new ArrayList<>();
    for (int i = replicas.size(); i > 0; i--) {
      startOne();
      Replica oldest = replicas.removeFirst();
      service.removeAfter(PROPAGATION, oldest.endpoint());
      ends.add(CompletableFuture.supplyAsync(() -> end(oldest)));
    }
    ends.forEach(end -> exitCodes.add(TestPatience.join(end)));
  }

  private int end(Replica replica) {
    int code = replica.terminate();
    if (code != 0) {
      System.out.println(replica + " ended with " + code + ":\n" + replica.logs());
    }
    endedWarnings.addAll(replica.warnings());
    replica.remove();
    return code;
  }

  /** What all pods so far wrote that an operator should look at. */
  String warnings() {
    List<String> lines = new ArrayList<>(endedWarnings);
    replicas.forEach(replica -> lines.addAll(replica.warnings()));
    return String.join("\n", lines);
  }

  /** What a counter holds, asked through the Service. */
  long count(String counter) {
    try (KeepAliveClient client = new KeepAliveClient(service.address(), false)) {
      KeepAliveClient.Response response = client.send("GET", "/v1/counters/default/" + counter, "");
      return Yaml.documents(response.body()).get(0).path("count").asLong(-1);
    } catch (IOException e) {
      throw new AssertionError("No count of " + counter, e);
    }
  }

  @Override
  public void close() {
    service.close();
    network.close();
    removeSecret(podman);
    // What Podman has made of it, for all pods; it writes it anew for each one that starts.
    podman.run("volume", "rm", "--force", SECRET);
    accounts.close();
    cassandra.close();
  }
}
