package io.quipu.testing.sim.linear;

import static io.quipu.testing.sim.Protocol.everywhere;

import io.quipu.engine.kinds.linear.AppliedAttempt;
import io.quipu.engine.kinds.linear.LinearState;
import io.quipu.engine.kinds.linear.LinearStep;
import io.quipu.engine.kinds.linear.LinearStore;
import io.quipu.engine.kinds.linear.RememberedEvent;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Window;
import io.quipu.testing.sim.KindSeeds;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.core.Machine;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A seeded fault of linear counters: each rule of the protocol, left out. */
public enum LinearFault {
  UNKNOWN_IS_REFUSED(
      "unknown step taken for not applied", store -> new UnknownIs(store, CasOutcome.REFUSED)),
  UNKNOWN_IS_APPLIED(
      "unknown step taken for applied", store -> new UnknownIs(store, CasOutcome.APPLIED)),
  REFUSED_IS_APPLIED("outcome of the compare-and-set ignored", OutcomeIgnored::new),
  SERIAL_NO_IS_FINAL("step forgotten that a serial read does not show yet", SerialNoIsFinal::new),
  WITHOUT_CONDITION("step taken from whatever is there", WithoutCondition::new),
  IDS_NOT_LOOKED_UP("ids not looked up", store -> new IdsLookedUp(store, id -> false)),
  IDS_LOOKED_UP_ONCE("ids not looked up again after a lost race", IdsLookedUp::once),
  IDS_LOOKED_UP_PLAINLY("ids of a step that was read not looked up serially", IdsPlain::new),
  NAME_NOT_AWAITED("counted before the name is known to be written", NameNotAwaited::new),
  EXPORT_NOT_AWAITED(
      "closed windows left out before they are known to be written", ExportNotAwaited::new),
  EXPORT_OF_AN_UNDECIDED_STEP(
      "closed windows written before the step that leaves them is decided",
      LinearTimeFaults.ExportedUndecided::new),
  WINDOWS_LEFT_BY_SETTINGS(
      "open windows left where the settings keep none",
      LinearStress.TOGGLED,
      everywhere(LinearStore.class, LinearTimeFaults.LeftBySettings::new)),
  IDS_BY_NUMBER(
      "ids forgotten by their number alone",
      LinearStress.APART,
      everywhere(LinearStore.class, LinearTimeFaults.IdsByNumber::new)),
  WINDOWS_DELETED_BY_THE_CLOCK(
      "windows that are to be deleted looked for by a clock",
      LinearStress.APART,
      everywhere(LinearStore.class, LinearTimeFaults.DeletedByTheClock::new)),
  WINDOWS_READ_FIRST(
      "closed windows read before the state",
      store -> new WindowsReadFirst(store, new HashMap<>())),
  WRITERS_NOT_NAMED("the row does not name the last attempts", WritersNotNamed::new),
  ANY_ATTEMPT_OF_THE_WRITER(
      "another attempt of the writer taken for this one",
      store -> new AnyAttemptOfTheWriter(store, new HashMap<>())),
  REFUSED_FROM_MEMORY(
      "bound held against what was known before", store -> new FromMemory(store, new HashMap<>())),
  PERIOD_OF_THE_CLOCK(
      "period begun again where a clock is behind",
      everywhere(LinearStore.class, PeriodOfTheClock::new)),
  RULES_NEVER_TOO_OLD(
      "settings of a namespace kept for ever", everywhere(Clock.class, StandingClock::new)),
  CHANGES_TOLD_AT_ONCE(
      "change of settings told before it holds", everywhere(Scheduler.class, Impatient::new));

  private final String title;
  private final LinearStress stress;

  @SuppressWarnings("ImmutableEnumChecker") // only constructors, which hold nothing
  private final Supplier<Protocol> protocol;

  LinearFault(String title, Function<LinearStore, Object> fault) {
    this(title, everywhere(LinearStore.class, fault));
  }

  LinearFault(String title, Supplier<Protocol> protocol) {
    this(title, LinearStress.USUAL, protocol);
  }

  LinearFault(String title, LinearStress stress, Supplier<Protocol> protocol) {
    this.title = title;
    this.stress = stress;
    this.protocol = protocol;
  }

  /** What the worlds are strained by in which it is looked for. */
  public LinearStress stress() {
    return stress;
  }

  /** The seeds of the worlds in which it is looked for. */
  KindSeeds seeds() {
    return LinearSimulation.seeds(stress);
  }

  /** Its name in the table of planted faults. */
  public String title() {
    return title;
  }

  Supplier<Protocol> protocol() {
    return protocol;
  }

  /** A monotonic clock that stands still. */
  record StandingClock(Clock real) {
    public long monotonicNanos() {
      return 0;
    }
  }

  /** Runs everything at once. */
  record Impatient(Scheduler real) {
    public Scheduler.Cancellable after(Duration delay, Runnable task) {
      return real.after(Duration.ZERO, task);
    }
  }

  /** Forgets the time of the last event where the own clock is behind it. */
  record PeriodOfTheClock(LinearStore real, Machine machine) {
    public CompletionStage<LinearState> readSerial(CounterName counter) {
      return real.readSerial(counter)
          .thenApply(
              now ->
                  counter.equals(LinearLoad.METERED) && now.last().isAfter(machine.clock().wall())
                      ? new LinearState(
                          now.version(),
                          now.count(),
                          now.events(),
                          now.eventsBefore(),
                          now.ids(),
                          now.began(),
                          EventTime.MIN,
                          now.applied(),
                          now.named(),
                          now.windows())
                      : now);
    }
  }

  record NameNotAwaited(LinearStore real) {
    public CompletionStage<WriteOutcome> name(CounterName counter) {
      var unused = real.name(counter);
      return CompletableFuture.completedStage(WriteOutcome.WRITTEN);
    }
  }

  record ExportNotAwaited(LinearStore real) {
    public CompletionStage<WriteOutcome> export(CounterName counter, Map<Window, Tally> closed) {
      var unused = real.export(counter, closed);
      return CompletableFuture.completedStage(WriteOutcome.WRITTEN);
    }
  }

  /** Believes what it found the last time. */
  record WindowsReadFirst(LinearStore real, Map<CounterName, Map<Window, Tally>> earlier) {
    public CompletionStage<Map<Window, Tally>> exported(
        CounterName counter, Window first, Window last) {
      return real.exported(counter, first, last)
          .thenApply(
              now -> {
                Map<Window, Tally> before = earlier.put(counter, now);
                return before == null ? Map.of() : before;
              });
    }
  }

  record UnknownIs(LinearStore real, CasOutcome taken) {
    public CompletionStage<CasOutcome> advance(CounterName counter, LinearStep step) {
      return real.advance(counter, step)
          .thenApply(outcome -> outcome == CasOutcome.UNKNOWN ? taken : outcome);
    }
  }

  record OutcomeIgnored(LinearStore real) {
    public CompletionStage<CasOutcome> advance(CounterName counter, LinearStep step) {
      return real.advance(counter, step).thenApply(outcome -> CasOutcome.APPLIED);
    }
  }

  record SerialNoIsFinal(LinearStore real) {
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

  record WithoutCondition(LinearStore real) {
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
              step.next().eventsBefore(),
              now.ids().plus(step.remembered().size()),
              step.next().began(),
              step.next().last(),
              step.next().applied(),
              true,
              step.next().windows());
      return new LinearStep(now, next, step.remembered());
    }
  }

  /** Looks some ids up, and no others. */
  record IdsLookedUp(LinearStore real, Predicate<String> some) {
    static IdsLookedUp once(LinearStore real) {
      Set<String> looked = new HashSet<>();
      return new IdsLookedUp(real, looked::add);
    }

    public CompletionStage<Map<String, RememberedEvent>> remembered(
        CounterName counter, Collection<String> ids) {
      return real.remembered(counter, ids.stream().filter(some).toList());
    }

    public CompletionStage<Map<String, RememberedEvent>> rememberedSerial(
        CounterName counter, Collection<String> ids) {
      return real.rememberedSerial(counter, ids.stream().filter(some).toList());
    }
  }

  record IdsPlain(LinearStore real) {
    /** The two parts of a serial read, with more time between them. */
    public CompletionStage<LinearState> readSerial(CounterName counter) {
      return real.readSerial(counter).thenCompose(round -> real.read(counter));
    }

    public CompletionStage<Map<String, RememberedEvent>> rememberedSerial(
        CounterName counter, Collection<String> ids) {
      return real.remembered(counter, ids);
    }
  }

  private static LinearState with(List<AppliedAttempt> applied, LinearState now) {
    return new LinearState(
        now.version(),
        now.count(),
        now.events(),
        now.eventsBefore(),
        now.ids(),
        now.began(),
        now.last(),
        applied,
        now.named(),
        now.windows());
  }

  record WritersNotNamed(LinearStore real) {
    public CompletionStage<LinearState> readSerial(CounterName counter) {
      return real.readSerial(counter).thenApply(now -> with(List.of(), now));
    }
  }

  record AnyAttemptOfTheWriter(LinearStore real, Map<CounterName, AppliedAttempt> latest) {
    public CompletionStage<CasOutcome> advance(CounterName counter, LinearStep step) {
      List<AppliedAttempt> applied = step.next().applied();
      latest.put(counter, applied.get(applied.size() - 1));
      return real.advance(counter, step);
    }

    public CompletionStage<LinearState> readSerial(CounterName counter) {
      return real.readSerial(counter)
          .thenApply(
              now -> with(now.applied().stream().map(one -> asLatest(counter, one)).toList(), now));
    }

    private AppliedAttempt asLatest(CounterName counter, AppliedAttempt one) {
      AppliedAttempt own = latest.get(counter);
      return own != null && own.writer().equals(one.writer())
          ? new AppliedAttempt(own.writer(), own.sequence(), one.version())
          : one;
    }
  }

  record FromMemory(LinearStore real, Map<CounterName, LinearState> known) {
    public CompletionStage<LinearState> readSerial(CounterName counter) {
      return real.readSerial(counter)
          .thenApply(
              now -> {
                known.put(counter, now);
                return now;
              });
    }

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

    public CompletionStage<LinearState> read(CounterName counter) {
      return real.read(counter).thenApply(now -> known.getOrDefault(counter, now));
    }
  }
}
