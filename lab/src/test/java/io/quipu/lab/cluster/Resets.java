package io.quipu.lab.cluster;

import io.quipu.lab.cluster.Cuts.Cut;
import io.quipu.lab.cluster.Cuts.Way;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Counters of every kind that begin anew while they are counted: by resets, and by purges. Some
 * that had no answer are not repeated, so that they may have their effect later, but not much.
 */
final class Resets {
  /** The prefix of namespaces of which counters are reset; of others that begin anew, purged. */
  static final String RESET = "reset-";

  /** The prefix of one whose counters have series. */
  private static final String WITH_SERIES = RESET + "series";

  /** More than a counter notes for its series. */
  private static final int MANY = 40;

  private static final Duration PAUSE = Duration.ofMillis(300);

  private final Stage stage;
  private final List<Http> instances;
  private final Findings findings;
  private final Random random;

  Resets(Stage stage) {
    this.stage = stage;
    this.instances =
        stage.instances().stream()
            .flatMap(instance -> Stream.of(instance.proxied(), instance.direct()))
            .toList();
    this.findings = stage.findings();
    this.random = new Random(stage.random().nextLong());
  }

  List<Fault> all() {
    List<Fault> all = new ArrayList<>();
    all.add(new Fault("a counter with series is reset again and again", this::resetAgainAndAgain));
    for (Space space : cut()) {
      String done = space.name().startsWith(RESET) ? "reset" : "purged";
      all.add(new Fault("a counter of " + space.name() + " is " + done, () -> beginAnew(space)));
    }
    return all;
  }

  private List<Space> cut() {
    return stage.spaces("").stream()
        .filter(space -> space.ledgers().get(0).cuts.way != Way.NONE)
        .filter(space -> !space.name().equals(Settings.REBORN))
        .toList();
  }

  private void beginAnew(Space space) {
    beginAnew(any(space), random.nextInt(3) > 0);
  }

  private void resetAgainAndAgain() {
    Ledger ledger = any(stage.spaces(WITH_SERIES).get(0));
    for (int i = 0; i < MANY; i++) {
      beginAnew(ledger, true);
    }
  }

  private Ledger any(Space space) {
    return space.ledgers().get(random.nextInt(space.ledgers().size()));
  }

  private void beginAnew(Ledger ledger, boolean untilAnswered) {
    Http instance = instances.get(random.nextInt(instances.size()));
    while (!isOver(instance, ledger, untilAnswered)) {
      Waits.lasting(PAUSE);
      instance = instances.get(random.nextInt(instances.size()));
    }
  }

  /** One attempt. */
  private boolean isOver(Http instance, Ledger ledger, boolean untilAnswered) {
    boolean purge = !ledger.namespace.startsWith(RESET);
    String path = Http.path(ledger.namespace, ledger.counter) + (purge ? "?purge=true" : "");
    Cut cut = ledger.cuts.begin();
    try {
      Http.Answer answer = instance.delete(path);
      if (answer.status() == (purge ? 202 : 200)) {
        ledger.cuts.answered(cut);
        return true;
      }
      if (answer.status() == 503 && Outcome.of(1, answer).get(0) == Outcome.REFUSED) {
        ledger.cuts.refused(cut);
        return false;
      }
      if (answer.status() != 503) {
        findings.violated("%s at %s could not begin anew: %s", ledger, instance.base(), answer);
      }
    } catch (UncheckedIOException noAnswer) {
      if (noAnswer.getCause() instanceof ConnectException) {
        ledger.cuts.refused(cut);
        return false;
      }
    }
    ledger.cuts.unanswered(cut);
    findings.tell("%s: nobody knows whether it begins anew", ledger);
    return !untilAnswered;
  }

  /**
   * One attempt each to purge all counters of a namespace, by an instance that may be killed.
   *
   * @param lane of the lane that asks
   */
  List<CompletableFuture<Boolean>> purgeAll(Instance instance, Random lane) {
    List<Space> purged = stage.spaces("purged-");
    Space space = purged.get(lane.nextInt(purged.size()));
    findings.tell("%s is to purge all of %s", instance, space.name());
    return space.ledgers().stream()
        .map(
            ledger ->
                CompletableFuture.supplyAsync(
                    () -> isOver(instance.direct(), ledger, false),
                    // at once: the common pool may have one thread
                    attempt -> new Thread(attempt).start()))
        .toList();
  }
}
