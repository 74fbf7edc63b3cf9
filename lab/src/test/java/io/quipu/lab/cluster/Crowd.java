package io.quipu.lab.cluster;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Many instances on three nodes: what they ask and take while nothing happens and while little
 * does, and how long it takes the others to settle everything again when some are killed at once.
 * Every event is accounted for at the end.
 */
final class Crowd {
  private static final int KILLED = 5;
  private static final int CLIENTS = 4;
  private static final int STARTED_AT_ONCE = 4;
  private static final Duration SPELL = Duration.ofSeconds(30);
  private static final Duration UNTIL_CALM = Duration.ofSeconds(20);

  private final int size;
  private final Ring ring;
  private final Stage stage;
  private final List<Instance> instances;

  private Crowd(int size, Ring ring, Stage stage) {
    this.size = size;
    this.ring = ring;
    this.stage = stage;
    this.instances = stage.instances();
  }

  /** Runs so many instances, prints the figures, and answers which promises were broken. */
  static List<String> violations(int size, long seed) throws Exception {
    try (Ring ring = Ring.start();
        Stage stage = new Stage(seed)) {
      new Crowd(size, ring, stage).run();
      return stage.findings().violations();
    }
  }

  private void run() throws Exception {
    start();
    stage.createNamespaces();
    CrowdUsage usage = new CrowdUsage(ring, instances);
    Waits.lasting(UNTIL_CALM);
    stage.findings().tell("idle: %s", usage.during(SPELL));
    try (Load load = new Load()) {
      stage.send(load, CLIENTS, Stage.direct(instances));
      stage.findings().tell("little load: %s", usage.during(SPELL));
      killSome();
      load.finish();
    }
    stage.audit(ring.session(), Stage.direct(instances.subList(0, size - KILLED)));
  }

  /** The first brings the schema; then some at a time, as on a real roll-out. */
  private void start() throws IOException {
    Map<String, String> variables = stage.variables(ring.contactPoints(), "3");
    int ready = 0;
    while (ready < size) {
      int next = ready == 0 ? 1 : Math.min(size, ready + STARTED_AT_ONCE);
      while (instances.size() < next) {
        stage.launch(variables, WallClock.RIGHT);
      }
      for (Instance instance : instances.subList(ready, next)) {
        instance.awaitReady(WallClock.RIGHT);
      }
      ready = next;
    }
    stage.findings().tell("%d instances are ready", size);
  }

  private void killSome() {
    Collections.shuffle(instances.subList(1, size), stage.random());
    List<Instance> unlucky = instances.subList(size - KILLED, size);
    long before = stage.tally().acknowledged.sum();
    stage.findings().tell("kill -9 of %s", unlucky);
    unlucky.forEach(Instance::kill);
    double seconds = secondsUntilSettled();
    stage
        .findings()
        .tell(
            "all counters were settled past the kill after %.1f s; meanwhile %d events were"
                + " acknowledged",
            seconds, stage.tally().acknowledged.sum() - before);
  }

  /**
   * From now on until each counter has settled as much as it counts now, which includes what the
   * dead have acknowledged.
   */
  private double secondsUntilSettled() {
    long start = System.nanoTime();
    Http one = instances.get(0).direct();
    Map<String, Long> counted = new HashMap<>();
    for (Ledger ledger : stage.ledgers()) {
      String path = Http.path(ledger.namespace, ledger.counter);
      counted.put(path, Waits.answer(path, () -> count(read(one, path))));
    }
    counted.forEach(
        (path, count) ->
            Waits.until(
                path + " to be settled",
                () -> count(read(one, path).getJsonObject("settled")) >= count));
    return (System.nanoTime() - start) / 1e9;
  }

  private static JsonObject read(Http one, String path) {
    return one.get(path).expect(200).json();
  }

  private static long count(JsonObject json) {
    return json.getLong("count");
  }
}
