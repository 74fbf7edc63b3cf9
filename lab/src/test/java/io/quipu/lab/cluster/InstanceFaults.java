package io.quipu.lab.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** Faults of the service and of its clients' connections. Each ends with all ready. */
final class InstanceFaults {
  private final List<Instance> instances;
  private final Findings findings;
  private final Resets resets;
  private final Random random;

  InstanceFaults(Stage stage, Resets resets) {
    this.instances = stage.instances();
    this.findings = stage.findings();
    this.resets = resets;
    this.random = new Random(stage.random().nextLong());
  }

  List<Fault> all() {
    return List.of(
        new Fault("an instance is killed", this::kill),
        new Fault("an instance is killed while it purges", this::killWhilePurging),
        new Fault("an instance is frozen past its death", this::freeze),
        new Fault("answers to clients are swallowed", () -> lose(FaultyProxy.Fault.SWALLOW)),
        new Fault("clients' connections are cut", () -> lose(FaultyProxy.Fault.CUT)),
        new Fault("answers to clients are held back", () -> lose(FaultyProxy.Fault.HOLD)),
        new Fault("an instance comes back an hour fast", () -> skew(Duration.ofHours(1))),
        new Fault("an instance comes back an hour slow", () -> skew(Duration.ofHours(-1))),
        new Fault("rolling restart of the instances", this::restartAll));
  }

  private Instance any() {
    return instances.get(random.nextInt(instances.size()));
  }

  private void kill() {
    killAndStart(any(), WallClock.any(random));
  }

  /** Between its few writes, the last of which decides. */
  private void killWhilePurging() {
    Instance instance = any();
    List<CompletableFuture<Boolean>> purged = resets.purgeAll(instance, random);
    Waits.lasting(Duration.ofMillis(random.nextInt(100)));
    killAndStart(instance, WallClock.any(random));
    purged.forEach(CompletableFuture::join);
  }

  private void skew(Duration wrongBy) {
    killAndStart(any(), WallClock.wrongBy(wrongBy, random));
  }

  private void killAndStart(Instance instance, WallClock clock) {
    findings.tell("%s is killed, and comes back with a %s", instance, clock);
    instance.kill();
    instance.start(clock);
    instance.awaitReady(clock);
  }

  private void freeze() {
    Instance instance = any();
    // a lease is 5 s; after three the others declare a writer dead
    Duration time = seconds(16, 22);
    findings.tell("%s is frozen for %d s", instance, time.toSeconds());
    instance.pause();
    Waits.lasting(time);
    instance.resume();
    instance.awaitReady(WallClock.RIGHT);
  }

  private void lose(FaultyProxy.Fault fault) {
    Instance instance = any();
    Duration time = seconds(3, 12);
    findings.tell("answers of %s to clients: %s for %d s", instance, fault, time.toSeconds());
    instance.proxy().begin(fault, 0.7);
    Waits.lasting(time);
    instance.proxy().end();
  }

  private void restartAll() {
    for (Instance instance : instances) {
      WallClock clock = WallClock.any(random);
      int exitCode = instance.stop();
      findings.tell("%s stopped with %d, and comes back with a %s", instance, exitCode, clock);
      // 3: not in time, which a Cassandra that is in trouble itself may cause
      if (exitCode != 0 && exitCode != 3) {
        findings.violated("%s stopped with %d", instance, exitCode);
      }
      instance.start(clock);
      instance.awaitReady(clock);
    }
  }

  private Duration seconds(int least, int most) {
    return Duration.ofSeconds(least + random.nextInt(most - least + 1));
  }
}
