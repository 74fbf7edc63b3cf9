package io.quipu.testing.sim;

import io.quipu.engine.ingest.Append;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import io.quipu.testing.sim.Item.Attempt;
import io.quipu.testing.sim.core.Ability;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A client by the rules of clients/behaviours.md, which those in Java, TypeScript and Python keep:
 * it sends an event again under its id, after pauses that double, and gives up after a time. Its
 * times are shorter than theirs, so that it gives up within a run.
 */
final class PublishedClient {
  private static final long TIMEOUT = 3 * SeededRandom.SECOND;
  private static final long GIVE_UP = 12 * SeededRandom.SECOND;
  private static final long FIRST_PAUSE = 50 * SeededRandom.MILLI;
  private static final long LONGEST_PAUSE = 5 * SeededRandom.SECOND;

  private final World world;
  private final Scenario scenario;
  private final Fleet fleet;
  private final Protocol protocol;

  PublishedClient(World world, Scenario scenario, Fleet fleet, Protocol protocol) {
    this.world = world;
    this.scenario = scenario;
    this.fleet = fleet;
    this.protocol = protocol;
  }

  /** How the delivery of an event ends. */
  enum End {
    RECORDED,
    /** No attempt has written anything, for certain. */
    REFUSED,
    IN_DOUBT
  }

  /**
   * Adds an event.
   *
   * @param id under which it is sent
   * @param lives whether the process of the client is there; if not, nothing more happens
   */
  void add(Item item, int digit, String id, BooleanSupplier lives, Consumer<End> end) {
    new Delivery(item, digit, id, lives, end).attempt();
  }

  /** One event, from {@code add} to its end. */
  private final class Delivery {
    private final Item item;
    private final int digit;
    private final String id;
    private final BooleanSupplier lives;
    private final Consumer<End> end;
    private final long deadline = world.now() + GIVE_UP;
    private int attempts;
    private boolean unknown;

    Delivery(Item item, int digit, String id, BooleanSupplier lives, Consumer<End> end) {
      this.item = item;
      this.digit = digit;
      this.id = id;
      this.lives = lives;
      this.end = end;
    }

    void attempt() {
      if (!lives.getAsBoolean()) {
        return;
      }
      Instance instance = fleet.any();
      String sent = protocol.idOfAttempt(id, attempts++);
      if (!instance.machine().alive()) {
        again();
        return;
      }
      Attempt attempt = item.attempt(digit, world.now());
      world.trace().note("client", () -> "adds " + sent + " to " + instance.machine().name());
      boolean[] over = {false};
      instance
          .record(append(sent))
          .whenComplete(
              (outcome, failure) -> {
                if (!world.random().chance(world.network().lost)) {
                  attempt.told(outcome, world.now());
                  answered(over, outcome);
                }
              });
      world.timeline().after(TIMEOUT, () -> answered(over, new RecordOutcome.OutcomeUnknown()));
    }

    private Append append(String sent) {
      Settings with = scenario.settings(item.counter());
      return new Append(
          item.counter(),
          with.shards(),
          with.retention(),
          with.window(),
          true,
          List.of(Item.event(digit, sent)));
    }

    private void answered(boolean[] over, RecordOutcome outcome) {
      if (over[0] || !lives.getAsBoolean()) {
        return;
      }
      over[0] = true;
      if (outcome instanceof Recorded) {
        if (unknown) {
          world.met().used(Ability.CLIENT_RETRIES);
        }
        end.accept(End.RECORDED);
      } else {
        unknown |= !(outcome instanceof Refused);
        again();
      }
    }

    private void again() {
      long most = Math.min(LONGEST_PAUSE, FIRST_PAUSE << Math.min(attempts, 10));
      long pause = world.random().between(most / 2, most);
      if (world.now() + pause > deadline) {
        end.accept(protocol.isInDoubt(unknown) ? End.IN_DOUBT : End.REFUSED);
      } else {
        world.timeline().after(pause, this::attempt);
      }
    }
  }
}
