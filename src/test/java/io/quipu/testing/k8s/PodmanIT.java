package io.quipu.testing.k8s;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.Alone;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.rollout.SteadyCallers;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The manifests and the image, run: pods of the development overlay, under load while they change.
 */
@Alone
@Thorough
class PodmanIT {
  private static final int ROLLS = Integer.getInteger("rolls", 3);
  private static final int CALLERS = 8;

  private static Podman podman;
  private static PodmanCluster cluster;

  @BeforeAll
  static void start() {
    podman = StandInImage.builtOrAborted();
    cluster = PodmanCluster.start(podman);
    cluster.useAccount("first");
    cluster.scaleUp();
  }

  @AfterAll
  static void end() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void imagesOfTheSameJarHaveTheSameLayers() {
    assertThat(StandInImage.build(podman)).isEqualTo(StandInImage.build(podman));
  }

  @Test
  void podsMayDoLittle() {
    for (Replica replica : cluster.replicas()) {
      assertThat(replica.execute("id", "-u")).isEqualTo("10001");
      assertThat(replica.execute("cat", "/proc/1/status").lines())
          .contains(
              "Uid:\t10001\t10001\t10001\t10001",
              "CapEff:\t0000000000000000",
              "CapBnd:\t0000000000000000",
              "NoNewPrivs:\t1",
              "Seccomp:\t2");
      assertThatThrownBy(() -> replica.execute("touch", "/app/written"))
          .hasMessageContaining("Read-only file system");
      assertThat(replica.execute("touch", "/tmp/written")).isEmpty();
      assertThat(replica.inspect("{{.HostConfig.Memory}}"))
          .isEqualTo(Long.toString(384L * 1024 * 1024));
    }
  }

  @Test
  void answersProbes_onThePortsOfTheManifest() {
    for (Replica replica : cluster.replicas()) {
      assertThat(replica.probe("startupProbe")).isEqualTo(200);
      assertThat(replica.probe("livenessProbe")).isEqualTo(200);
      assertThat(replica.probe("readinessProbe")).isEqualTo(200);
    }
  }

  @Test
  void failsNoRequestAndLosesNoEvent_whileEveryPodIsReplaced() {
    long limit = 384 * 1024;
    try (SteadyCallers callers =
        SteadyCallers.start(cluster.service().address(), "rolled-", CALLERS)) {
      for (int i = 1; i <= ROLLS; i++) {
        long before = callers.requests();
        int ended = cluster.exitCodes().size();
        cluster.roll();
        System.out.printf(
            "roll %d: %d requests, %d failed%n",
            i, callers.requests() - before, callers.failures().size());
        assertNoneFailed(callers);
        assertThat(cluster.exitCodes().subList(ended, cluster.exitCodes().size()))
            .hasSize(2)
            .containsOnly(0);
      }
      await("load on the last pods")
          .until(callers::requests, requests -> requests > ROLLS * 1_000L);
      for (Replica replica : cluster.replicas()) {
        System.out.printf("%s had %d KiB at most%n", replica, replica.peakKibibytes());
        assertThat(replica.peakKibibytes()).isLessThan(limit);
        assertThat(replica.restarts()).isZero();
      }
      callers.close();
      assertNoneFailed(callers);
      assertCounted(callers);
    }
  }

  @Test
  void goesOnWithAnotherAccount_whenTheSecretChanges() {
    try (SteadyCallers callers =
        SteadyCallers.start(cluster.service().address(), "rotated-", CALLERS)) {
      cluster.useAccount("second");
      cluster.roll();
      cluster.dropAccount("first");
      // None of those that start now can have logged in with it.
      cluster.roll();
      callers.close();
      assertNoneFailed(callers);
      assertCounted(callers);
    }
  }

  @Test
  void isStartedAgain_whenItTakesMoreMemoryThanItMay() {
    Replica replica = cluster.replicas().get(0);
    int before = replica.restarts();
    // So that Java is what the kernel ends, not what fills the memory.
    replica.execute("sh", "-c", "echo 1000 > /proc/1/oom_score_adj");
    assertThatThrownBy(() -> replica.execute("tail", "/dev/zero"))
        .isInstanceOf(Podman.CommandFailed.class);
    await("a restart").until(() -> replica.restarts() > before);
    replica.awaitReady();
    try (SteadyCallers callers =
        SteadyCallers.start(cluster.service().address(), "restarted-", CALLERS)) {
      await().until(callers::requests, requests -> requests > 1_000);
      callers.close();
      assertNoneFailed(callers);
      assertCounted(callers);
    }
  }

  private static void assertNoneFailed(SteadyCallers callers) {
    assertThat(callers.failures()).as(() -> cluster.warnings()).isEmpty();
  }

  private static void assertCounted(SteadyCallers callers) {
    Map<String, Long> acknowledged = callers.acknowledged();
    assertThat(acknowledged).isNotEmpty();
    acknowledged.forEach(
        (counter, sum) -> assertThat(cluster.count(counter)).as(counter).isEqualTo(sum));
  }
}
