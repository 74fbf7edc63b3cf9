package io.quipu.testing.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.ServiceJar;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.e2e.SeparateQuipu;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * From the version before this one to this one, and back, one instance at a time and under load.
 */
@Thorough
@ExtendWith(CassandraExtension.class)
class UpgradeIT {
  private static final int CALLERS = 6;
  private static final long EACH = 2_000;

  private final Deque<SeparateQuipu> group = new ArrayDeque<>();

  @Test
  void countsStayExact_whileAGroupIsUpgradedAndRolledBack(TestCassandra cassandra) {
    String which = System.getProperty("previous", "");
    assumeTrue(!which.isEmpty(), "No version before this one is named: -Dprevious=");
    Path next = ServiceJar.orAborted();
    Path previous =
        PreviousVersion.jar(which)
            .orElseGet(() -> abort("The version before is not in this repository: " + which));
    Map<String, String> variables = variables(cassandra);
    try (ServiceProxy service = new ServiceProxy()) {
      enter(service, previous, variables);
      enter(service, previous, variables);
      upgradeAndRollBack(service, previous, next, variables);
    } finally {
      group.forEach(SeparateQuipu::close);
    }
  }

  private void upgradeAndRollBack(
      ServiceProxy service, Path previous, Path next, Map<String, String> variables) {
    try (SteadyCallers callers =
        SteadyCallers.startRepeating(service.address(), "upgraded-", CALLERS)) {
      awaitLoad(callers, "two of the version before");
      replaceOldest(service, next, variables);
      awaitLoad(callers, "one of each");
      replaceOldest(service, next, variables);
      awaitLoad(callers, "two of this version");
      replaceOldest(service, previous, variables);
      awaitLoad(callers, "one rolled back");
      replaceOldest(service, previous, variables);
      awaitLoad(callers, "two rolled back");
      enter(service, next, variables);
      callers.close();

      assertThat(callers.acknowledged()).isNotEmpty();
      callers.acknowledged().forEach(this::assertCounted);
    }
  }

  private static Map<String, String> variables(TestCassandra cassandra) {
    Map<String, String> variables = new HashMap<>();
    variables.put("QUIPU_HTTP_HOST", "127.0.0.1");
    variables.put("QUIPU_HTTP_PORT", "0");
    variables.put("QUIPU_CASSANDRA_CONTACT_POINTS", cassandra.contactPointText());
    variables.put("QUIPU_CASSANDRA_KEYSPACE", cassandra.reservedKeyspace());
    variables.put("QUIPU_CASSANDRA_REPLICATION", "1");
    return variables;
  }

  private void enter(ServiceProxy service, Path jar, Map<String, String> variables) {
    SeparateQuipu entered = SeparateQuipu.start(jar, variables, List.of());
    group.addLast(entered);
    service.add(address(entered));
  }

  private static InetSocketAddress address(SeparateQuipu instance) {
    return new InetSocketAddress(
        InetAddress.getLoopbackAddress(), instance.awaitReadyUri().getPort());
  }

  private void replaceOldest(ServiceProxy service, Path jar, Map<String, String> variables) {
    enter(service, jar, variables);
    SeparateQuipu oldest = group.removeFirst();
    service.removeAfter(Duration.ofMillis(1), address(oldest));
    oldest.terminate();
    assertThat(oldest.exitCode()).as(oldest.output()).isZero();
    assertThat(oldest.output()).doesNotContain("defect");
  }

  private static void awaitLoad(SteadyCallers callers, String what) {
    long before = callers.requests();
    await(what).until(callers::requests, requests -> requests > before + EACH);
    System.out.printf(
        "%s: %d requests so far, of which %d had to be repeated%n",
        what, callers.requests(), callers.failures().size());
  }

  /** Each version says the same, and finds the same rows. */
  private void assertCounted(String counter, long sum) {
    for (SeparateQuipu instance : group) {
      assertThat(ask(instance, "GET", counter, "").getLong("count")).as(counter).isEqualTo(sum);
      JsonObject recount = ask(instance, "POST", counter, "/recount");
      assertThat(recount.getLong("drift")).as(recount::encode).isZero();
      assertThat(instance.output()).doesNotContain("defect");
    }
  }

  private static JsonObject ask(
      SeparateQuipu instance, String method, String counter, String what) {
    return send(instance, method, counter, what, "", 200);
  }

  private static JsonObject send(
      SeparateQuipu instance,
      String method,
      String counter,
      String what,
      String body,
      int expected) {
    try (KeepAliveClient client = new KeepAliveClient(address(instance), false)) {
      KeepAliveClient.Response response =
          client.send(method, "/v1/counters/default/" + counter + what, body);
      assertThat(response.status()).as(response.body()).isEqualTo(expected);
      return new JsonObject(response.body());
    } catch (IOException e) {
      throw new AssertionError(counter + what, e);
    }
  }
}
