package io.quipu.testing.sim.linear;

import io.quipu.engine.kinds.linear.AppliedAttempt;
import io.quipu.engine.kinds.linear.LinearRules;
import io.quipu.engine.kinds.linear.LinearState;
import io.quipu.engine.kinds.linear.LinearStep;
import io.quipu.engine.kinds.linear.LinearStore;
import io.quipu.engine.kinds.linear.RememberedEvent;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/** A seeded fault of linear counters: each rule of the protocol, left out. */
enum LinearFault {
  UNKNOWN_IS_REFUSED(
      "unknown step taken for not applied", (store, writer) -> new Outcomes(store, true)),
  UNKNOWN_IS_APPLIED(
      "unknown step taken for applied", (store, writer) -> new Outcomes(store, false)),
  REFUSED_IS_APPLIED(
      "outcome of the compare-and-set ignored", (store, writer) -> new OutcomeIgnored(store)),
  SERIAL_NO_IS_FINAL(
      "step forgotten that a serial read does not show yet",
      (store, writer) -> new SerialNoIsFinal(store)),
  WITHOUT_CONDITION(
      "step taken from whatever is there", (store, writer) -> new WithoutCondition(store)),
  IDS_NOT_LOOKED_UP("ids not looked up", (store, writer) -> new IdsNotLookedUp(store)),
  IDS_LOOKED_UP_ONCE(
      "ids not looked up again after a lost race", (store, writer) -> new IdsLookedUpOnce(store)),
  IDS_LOOKED_UP_PLAINLY(
      "ids of a step that was read not looked up serially", (store, writer) -> new IdsPlain(store)),
  WRITERS_NOT_NAMED(
      "the row does not name the last attempts", (store, writer) -> new WritersNotNamed(store)),
  ANY_ATTEMPT_OF_THE_WRITER(
      "another attempt of the writer taken for this one", AnyAttemptOfTheWriter::new),
  REFUSED_FROM_MEMORY(
      "bound held against what was known before", (store, writer) -> new FromMemory(store)),
  RULES_NEVER_TOO_OLD("settings of a namespace kept for ever") {
    @Override
    LinearProtocol planted() {
      return new LinearProtocol() {
        @Override
        LinearRules rules(
            Function<String, CompletionStage<Optional<Namespace>>> find, Clock clock) {
          return new LinearRules(find, new StandingClock(clock));
        }
      };
    }
  },
  CHANGES_TOLD_AT_ONCE("change of settings told before it holds") {
    @Override
    LinearProtocol planted() {
      return new LinearProtocol() {
        @Override
        Scheduler waiting(Scheduler scheduler) {
          return new Impatient(scheduler);
        }
      };
    }
  };

  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // only constructors, which hold nothing
  private final BiFunction<LinearStore, UUID, LinearStore> spoilt;

  LinearFault(String title, BiFunction<LinearStore, UUID, LinearStore> spoilt) {
    this.title = title;
    this.spoilt = spoilt;
  }

  LinearFault(String title) {
    this(title, (store, writer) -> store);
  }

  /** As docs/protocol-faults.md calls it. */
  String title() {
    return title;
  }

  Supplier<LinearProtocol> protocol() {
    return this::planted;
  }

  LinearProtocol planted() {
    return new LinearProtocol() {
      @Override
      LinearStore store(LinearStore store, UUID writer) {
        return spoilt.apply(store, writer);
      }
    };
  }

  /** A monotonic clock that stands still. */
  private record StandingClock(Clock real) implements Clock {
    @Override
    public long monotonicNanos() {
      return 0;
    }

    @Override
    public EventTime wall() {
      return real.wall();
    }
  }

  /** Runs everything at once. */
  private record Impatient(Scheduler real) implements Scheduler {
    @Override
    public void execute(Runnable task) {
      real.execute(task);
    }

    @Override
    public Cancellable after(Duration delay, Runnable task) {
      return real.after(Duration.ZERO, task);
    }
  }

  /** A store that does what another does, for those that spoil a part of it. */
  private static class Forwarding implements LinearStore {
    final LinearStore real;

    Forwarding(LinearStore real) {
      this.real = real;
    }

    @Override
    public CompletionStage<LinearState> read(CounterName counter) {
      return real.read(counter);
    }

    @Override
    public CompletionStage<LinearState> readSerial(CounterName counter) {
      return real.readSerial(counter);
    }

    @Override
    public CompletionStage<Map<String, RememberedEvent>> remembered(
        CounterName counter, Collection<String> ids) {
      return real.remembered(counter, ids);
    }

    @Override
    public CompletionStage<Map<String, RememberedEvent>> rememberedSerial(
        CounterName counter, Collection<String> ids) {
      return real.rememberedSerial(counter, ids);
    }

    @Override
    public CompletionStage<CasOutcome> advance(CounterName counter, LinearStep step) {
      return real.advance(counter, step);
    }
  }

  private static final class Outcomes extends Forwarding {
    private final CasOutcome unknownIs;

    private Outcomes(LinearStore real, boolean refused) {
      super(real);
      unknownIs = refused ? CasOutcome.REFUSED : CasOutcome.APPLIED;
    }

    @Override
    public CompletionStage<CasOutcome> advance(CounterName counter, LinearStep step) {
      return real.advance(counter, step)
          .thenApply(outcome -> outcome == CasOutcome.UNKNOWN ? unknownIs : outcome);
    }
  }

  private static final class OutcomeIgnored extends Forwarding {
    private OutcomeIgnored(LinearStore real) {
      super(real);
    }

    @Override
    public CompletionStage<CasOutcome> advance(CounterName counter, LinearStep step) {
      return real.advance(counter, step).thenApply(outcome -> CasOutcome.APPLIED);
    }
  }

  private static final class SerialNoIsFinal extends Forwarding {
    private SerialNoIsFinal(LinearStore real) {
      super(real);
    }

    @Override
    public CompletionStage<CasOutcome> advance(CounterName counter, LinearStep step) {
      return real.advance(counter, step)
          .thenCombine(
              real.readSerial(counter).exceptionally(unavailable -> null),
              (outcome, now) ->
                  outcome == CasOutcome.UNKNOWN
                          && now != null
                          && now.version() == step.before().version()
                      ? CasOutcome.REFUSED
                      : outcome);
    }
  }

  private static final class WithoutCondition extends Forwarding {
    private WithoutCondition(LinearStore real) {
      super(real);
    }

    @Override
    public CompletionStage<CasOutcome> advance(CounterName counter, LinearStep step) {
      return real.readSerial(counter)
          .thenCompose(now -> real.advance(counter, rebased(step, now)))
          .exceptionally(unavailable -> CasOutcome.UNKNOWN);
    }

    private static LinearStep rebased(LinearStep step, LinearState now) {
      LinearState next =
          new LinearState(
              now.version() + 1,
              step.next().count(),
              now.events() + step.next().events() - step.before().events(),
              now.ids().plus(step.remembered().size()),
              step.next().last(),
              step.next().applied());
      return new LinearStep(now, next, step.remembered());
    }
  }

  private static final class IdsNotLookedUp extends Forwarding {
    private IdsNotLookedUp(LinearStore real) {
      super(real);
    }

    @Override
    public CompletionStage<Map<String, RememberedEvent>> remembered(
        CounterName counter, Collection<String> ids) {
      return real.remembered(counter, List.of());
    }

    @Override
    public CompletionStage<Map<String, RememberedEvent>> rememberedSerial(
        CounterName counter, Collection<String> ids) {
      return real.rememberedSerial(counter, List.of());
    }
  }

  private static final class IdsLookedUpOnce extends Forwarding {
    private final Map<String, Boolean> looked = new HashMap<>();

    private IdsLookedUpOnce(LinearStore real) {
      super(real);
    }

    @Override
    public CompletionStage<Map<String, RememberedEvent>> remembered(
        CounterName counter, Collection<String> ids) {
      return real.remembered(counter, unknown(ids));
    }

    @Override
    public CompletionStage<Map<String, RememberedEvent>> rememberedSerial(
        CounterName counter, Collection<String> ids) {
      return real.rememberedSerial(counter, unknown(ids));
    }

    private List<String> unknown(Collection<String> ids) {
      return ids.stream().filter(id -> looked.put(id, true) == null).toList();
    }
  }

  private static final class IdsPlain extends Forwarding {
    private IdsPlain(LinearStore real) {
      super(real);
    }

    /** The two parts of a serial read, with more time between them. */
    @Override
    public CompletionStage<LinearState> readSerial(CounterName counter) {
      return real.readSerial(counter).thenCompose(round -> real.read(counter));
    }

    @Override
    public CompletionStage<Map<String, RememberedEvent>> rememberedSerial(
        CounterName counter, Collection<String> ids) {
      return real.remembered(counter, ids);
    }
  }

  private static final class WritersNotNamed extends Forwarding {
    private WritersNotNamed(LinearStore real) {
      super(real);
    }

    @Override
    public CompletionStage<LinearState> readSerial(CounterName counter) {
      return real.readSerial(counter)
          .thenApply(
              now ->
                  new LinearState(
                      now.version(), now.count(), now.events(), now.ids(), now.last(), List.of()));
    }
  }

  private static final class AnyAttemptOfTheWriter extends Forwarding {
    private final UUID writer;
    private final Map<CounterName, Long> latest = new HashMap<>();

    private AnyAttemptOfTheWriter(LinearStore real, UUID writer) {
      super(real);
      this.writer = writer;
    }

    @Override
    public CompletionStage<CasOutcome> advance(CounterName counter, LinearStep step) {
      List<AppliedAttempt> applied = step.next().applied();
      latest.put(counter, applied.get(applied.size() - 1).sequence());
      return real.advance(counter, step);
    }

    @Override
    public CompletionStage<LinearState> readSerial(CounterName counter) {
      return real.readSerial(counter)
          .thenApply(
              now ->
                  new LinearState(
                      now.version(),
                      now.count(),
                      now.events(),
                      now.ids(),
                      now.last(),
                      now.applied().stream().map(one -> asLatest(counter, one)).toList()));
    }

    private AppliedAttempt asLatest(CounterName counter, AppliedAttempt one) {
      return one.writer().equals(writer)
          ? new AppliedAttempt(writer, latest.getOrDefault(counter, 0L), one.version())
          : one;
    }
  }

  private static final class FromMemory extends Forwarding {
    private final Map<CounterName, LinearState> known = new HashMap<>();

    private FromMemory(LinearStore real) {
      super(real);
    }

    @Override
    public CompletionStage<LinearState> readSerial(CounterName counter) {
      return real.readSerial(counter)
          .thenApply(
              now -> {
                known.put(counter, now);
                return now;
              });
    }

    @Override
    public CompletionStage<CasOutcome> advance(CounterName counter, LinearStep step) {
      return real.advance(counter, step)
          .thenApply(
              outcome -> {
                if (outcome == CasOutcome.APPLIED) {
                  known.put(counter, step.next());
                }
                return outcome;
              });
    }

    @Override
    public CompletionStage<LinearState> read(CounterName counter) {
      return real.read(counter).thenApply(now -> known.getOrDefault(counter, now));
    }
  }
}
