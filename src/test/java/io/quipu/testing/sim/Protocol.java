package io.quipu.testing.sim;

import io.quipu.engine.checkpoint.collect.ErasureSource;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.names.Layout;
import io.quipu.engine.state.WindowCount;
import io.quipu.engine.store.NamespaceStore.Created;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.Incarnation;
import io.quipu.engine.writer.LowWatermark;
import io.quipu.engine.writer.WriterView;
import io.quipu.testing.sim.cassandra.NodeCare;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.Spoilt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the production classes of one process are given. As it stands, nothing but the simulated
 * stores; a seeded fault spoils some of them, or changes what is told. A new one for each process,
 * as some faults keep a state.
 */
public class Protocol {
  private final List<Planted<?>> planted = new ArrayList<>();

  /** Where a part is used. */
  public enum Use {
    RECORDING,
    SETTLING,
    READING,
    RANKING
  }

  /**
   * A fault of one part.
   *
   * @param use where it is; null for everywhere
   */
  private record Planted<S>(
      @Nullable Use use, Class<S> part, BiFunction<S, Machine, Object> fault) {
    boolean concerns(@Nullable Use asking, Class<?> asked) {
      return part == asked && (use == null || use == asking);
    }

    <T> T spoil(Class<T> asked, T real, Machine machine) {
      return Spoilt.by(asked, real, fault.apply(part.cast(real), machine));
    }
  }

  /** One with a part that is spoilt wherever it is used. */
  public static <S> Supplier<Protocol> everywhere(Class<S> part, Function<S, Object> fault) {
    return () -> new Protocol().with(null, part, (real, machine) -> fault.apply(real));
  }

  /** The same, where the fault takes time. */
  public static <S> Supplier<Protocol> everywhere(
      Class<S> part, BiFunction<S, Machine, Object> fault) {
    return () -> new Protocol().with(null, part, fault);
  }

  /** One with a part that is spoilt for one use. */
  public static <S> Supplier<Protocol> in(Use use, Class<S> part, Function<S, Object> fault) {
    return () -> new Protocol().with(use, part, (real, machine) -> fault.apply(real));
  }

  /** The same, where the fault takes time. */
  public static <S> Supplier<Protocol> in(
      Use use, Class<S> part, BiFunction<S, Machine, Object> fault) {
    return () -> new Protocol().with(use, part, fault);
  }

  /**
   * Spoils a part.
   *
   * @param use for which; null for all
   * @param fault makes, from the real part of a process, an object with the methods that are wrong
   */
  public final <S> Protocol with(
      @Nullable Use use, Class<S> part, BiFunction<S, Machine, Object> fault) {
    planted.add(new Planted<>(use, part, fault));
    return this;
  }

  /**
   * A part as a process is given it.
   *
   * @param use for what; null where there is only one
   */
  public final <S> S part(@Nullable Use use, Class<S> part, Machine machine, S real) {
    S given = real;
    for (Planted<?> one : planted) {
      if (one.concerns(use, part)) {
        given = one.spoil(part, given, machine);
      }
    }
    return given;
  }

  /** How Cassandra is run. */
  protected NodeCare care(NodeCare care) {
    return care;
  }

  /** What the kind of a counter has made of events. */
  protected Recording accepted(Recording recording) {
    return recording;
  }

  /** What a use takes for the constants of the keyspace. */
  protected Layout layout(Use use, Layout layout) {
    return layout;
  }

  /** The namespaces of which windows are deleted. */
  protected List<Created> ending(List<Created> namespaces) {
    return namespaces;
  }

  /** For how long settings are used that were looked up. */
  protected Duration cached(Duration time) {
    return time;
  }

  /** By which clock the way in that maps to several namespaces tells the age of settings. */
  protected Clock ages(Clock clock) {
    return clock;
  }

  /** What those wait by who change settings. */
  protected Scheduler pauses(Machine machine) {
    return machine;
  }

  /** Whether answers are given without another look at the life of the counter. */
  protected boolean answersUnchecked() {
    return false;
  }

  /** By which deleted data are looked for. */
  protected ErasureSource erasing(ErasureSource source) {
    return source;
  }

  /** The id under which a client sends an event once more. */
  protected String idOfAttempt(String id, int attempt) {
    return id;
  }

  /**
   * What a client says of an event that it has given up.
   *
   * @param unknown whether an attempt may have been recorded
   */
  protected boolean isInDoubt(boolean unknown) {
    return unknown;
  }

  /** The name of the run of an import that was begun so often. */
  protected String importRun(String run, int time) {
    return run;
  }

  protected LowWatermark lows(LowWatermark lows) {
    return lows;
  }

  /** As what the ingesting contexts record. */
  public Incarnation recordsAs(Machine machine, Incarnation incarnation) {
    return incarnation;
  }

  /** The horizon that resets are held against. */
  protected EventTime horizonOfResets(EventTime horizon) {
    return horizon;
  }

  /** What those who settle or merge hear of the group. */
  public WriterView settlesBy(WriterView view) {
    return view;
  }

  /**
   * What readers are told of windows.
   *
   * @param now the group's time when they were asked for, as far as it was known
   */
  protected List<WindowCount> windows(List<WindowCount> windows, EventTime now) {
    return windows;
  }
}
