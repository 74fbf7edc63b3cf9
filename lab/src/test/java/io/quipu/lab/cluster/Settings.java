package io.quipu.lab.cluster;

import io.quipu.lab.cluster.Cuts.Cut;
import io.quipu.lab.cluster.Cuts.Way;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * Settings of namespaces that change while their counters are counted, each time through another
 * instance, and a namespace that is deleted and created again. Each is repeated until answered.
 */
final class Settings {
  /** The namespace that is deleted. */
  static final String REBORN = "reborn";

  static final String GAPS = "gaps";
  static final String GROWING = "growing-";
  static final String TUNED = "tuned";
  private static final String NO_WINDOWS = "{\"windows\": []}";
  private static final String WINDOWS = "{\"windows\": [\"minute\", \"hour\", \"day\"]}";
  private static final String MORE =
      "{\"labels\": [\"country\", \"plan\"],"
          + " \"breakdowns\": [[\"country\"], [\"country\", \"plan\"]]}";

  /**
   * The pages are erased by their owners in two steps with a wait between them: 35 s after a
   * deletion without faults, four to six minutes and once more than ten where an instance ends
   * every half a minute.
   */
  private static final Duration PATIENCE = Waits.RECOVERY.multipliedBy(3);

  private static final List<String> LATENESS = List.of("0s", "90s", "2m", "5m");
  private static final List<String> DEDUPLICATE = List.of("24h", "48h", "forever");

  private final Stage stage;
  private final List<Http> instances;
  private final Findings findings;
  private final Random random;
  private final List<Space> growing;

  Settings(Stage stage) {
    this.stage = stage;
    this.instances = stage.instances().stream().map(Instance::proxied).toList();
    this.findings = stage.findings();
    this.random = new Random(stage.random().nextLong());
    this.growing = new ArrayList<>(stage.spaces(GROWING));
  }

  List<Fault> all() {
    return List.of(
        new Fault("a label and breakdowns are added", this::grow),
        new Fault("windows of linear counters are switched off and on", this::switchWindows),
        new Fault("deduplicate and lateness are changed", this::tune),
        new Fault("a namespace is deleted and created again", this::rebear));
  }

  private void switchWindows() {
    put(GAPS, NO_WINDOWS);
    stage.awaitAcknowledged("events without windows", 10 + random.nextInt(200));
    put(GAPS, WINDOWS);
  }

  /** Each namespace once: labels stay. */
  private void grow() {
    if (growing.isEmpty()) {
      findings.tell("all namespaces have their labels");
      return;
    }
    Space space = growing.remove(0);
    Cuts begun = new Cuts(Way.RESET, History::now);
    Cut cut = begun.begin();
    put(space.name(), MORE);
    begun.answered(cut);
    space.ledgers().forEach(ledger -> ledger.beginSeries(begun));
    // at once: an instance may still go by what it knew before
    Sender sender = new Sender(instances, space.ledgers(), stage, random.nextLong());
    for (int i = 0; i < instances.size(); i++) {
      sender.sendOneOfEach();
    }
    new Reader(instances, stage).readSeries(space.ledgers());
  }

  private void tune() {
    put(
        TUNED,
        "{\"lateness\": \"%s\", \"deduplicate\": \"%s\"}"
            .formatted(any(LATENESS), any(DEDUPLICATE)));
  }

  private void rebear() {
    Space space = stage.spaces(REBORN).get(0);
    space.ledgers().forEach(ledger -> ledger.setClosed(true));
    List<Cut> cuts = space.ledgers().stream().map(ledger -> ledger.cuts.begin()).toList();
    String path = "/v1/namespaces/" + REBORN;
    // 404: an attempt without an answer has deleted it, and nothing is left
    answer("deletion", instance -> instance.delete(path), 202, 404);
    answer("creation", instance -> instance.put(path, space.settings()), 201, 200);
    for (int i = 0; i < cuts.size(); i++) {
      space.ledgers().get(i).cuts.answered(cuts.get(i));
      space.ledgers().get(i).setClosed(false);
    }
  }

  private void put(String namespace, String settings) {
    findings.tell("%s: %s", namespace, settings);
    answer(namespace, instance -> instance.put("/v1/namespaces/" + namespace, settings), 200, 200);
  }

  /** Asks one instance after another, until one of the two is answered. */
  private void answer(String what, Function<Http, Http.Answer> request, int one, int other) {
    Waits.until(
        what + " to be answered",
        PATIENCE,
        () -> {
          Http instance = any(instances);
          try {
            Http.Answer answer = request.apply(instance);
            int status = answer.status();
            if (status != one && status != other && status != 503 && status != 409) {
              findings.violated("%s at %s: %s", what, instance.base(), answer);
            }
            return status == one || status == other;
          } catch (UncheckedIOException noAnswer) {
            return false;
          }
        });
  }

  private <T> T any(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }
}
