package io.quipu.lab.cluster;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Two nodes in one data centre and one in another, instances in both, and each centre lost once
 * with all that runs in it: without the smaller one everything goes on, without the larger one
 * nothing is acknowledged, and every event is accounted for when they are back.
 */
final class DataCentres {
  private static final String LARGER = "larger";
  private static final String SMALLER = "smaller";
  private static final List<String> CENTRES = List.of(LARGER, LARGER, SMALLER);
  private static final int CLIENTS = 4;
  private static final int MUCH = 300;
  private static final int SOME_FAILED = 50;

  private final Ring ring;
  private final Stage stage;

  private DataCentres(Ring ring, Stage stage) {
    this.ring = ring;
    this.stage = stage;
  }

  /** Answers which promises were broken; prints what happens. */
  static List<String> violations(long seed) throws Exception {
    try (Ring ring = Ring.start(CENTRES);
        Stage stage = new Stage(seed)) {
      new DataCentres(ring, stage).run();
      return stage.findings().violations();
    }
  }

  private void run() throws Exception {
    // one instance beside each node
    for (int number = 0; number < CENTRES.size(); number++) {
      launch(number).awaitReady(WallClock.RIGHT);
    }
    stage.createNamespaces();
    try (Load load = new Load()) {
      stage.send(load, CLIENTS, Stage.direct(stage.instances()));
      stage.awaitAcknowledged("events while all is well", MUCH);
      lose(SMALLER);
      stage.awaitAcknowledged("events without the smaller centre", MUCH);
      bringBack(SMALLER);
      stage.awaitAcknowledged("events with both", MUCH);
      loseTheLarger();
      stage.awaitAcknowledged("events with both again", MUCH);
      load.finish();
    }
    stage.audit(ring.session(), Stage.direct(stage.instances()));
  }

  private Instance launch(int number) throws IOException {
    Map<String, String> variables =
        stage.variables(ring.contactPoint(number), LARGER + ":2," + SMALLER + ":1");
    variables.put("QUIPU_CASSANDRA_LOCAL_DC", CENTRES.get(number));
    return stage.launch(variables, WallClock.RIGHT);
  }

  private void loseTheLarger() {
    lose(LARGER);
    stage.awaitFailures("events to fail without the larger centre", SOME_FAILED);
    bringBack(LARGER);
  }

  private void lose(String centre) {
    stage.findings().tell("the %s data centre is lost", centre);
    numbersOf(centre).forEach(number -> stage.instances().get(number).kill());
    numbersOf(centre).forEach(number -> ring.nodes().get(number).process().kill());
  }

  private void bringBack(String centre) {
    stage.findings().tell("the %s data centre comes back", centre);
    CompletableFuture.allOf(
            numbersOf(centre)
                .map(number -> ring.nodes().get(number).process())
                .map(process -> CompletableFuture.runAsync(process::restart))
                .toArray(CompletableFuture<?>[]::new))
        .join();
    ring.awaitAllUp();
    List<Instance> back = numbersOf(centre).map(stage.instances()::get).toList();
    back.forEach(instance -> instance.start(WallClock.RIGHT));
    back.forEach(instance -> instance.awaitReady(WallClock.RIGHT));
  }

  private static Stream<Integer> numbersOf(String centre) {
    return Stream.iterate(0, number -> number + 1)
        .limit(CENTRES.size())
        .filter(number -> CENTRES.get(number).equals(centre));
  }
}
