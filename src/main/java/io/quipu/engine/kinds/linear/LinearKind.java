package io.quipu.engine.kinds.linear;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.CommonSetting;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Draft.Member;
import io.quipu.engine.kind.Eraser;
import io.quipu.engine.kind.Holding;
import io.quipu.engine.kind.Kind;
import io.quipu.engine.kind.Recorder;
import io.quipu.engine.kind.RecorderSite;
import io.quipu.engine.kind.Setting;
import io.quipu.engine.kind.answer.Feature;
import io.quipu.engine.kind.answer.Reader;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.state.Event;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts the events of a counter in one order, which is decided before an event is acknowledged.
 * The answer has the count after the event. An event is counted only if the count after the event
 * is within the bounds.
 */
public final class LinearKind implements Kind {
  private static final String LABEL = "linear";
  private static final Setting MIN = new Setting("min", Setting.Shape.INTEGER, false);
  private static final Setting MAX = new Setting("max", Setting.Shape.INTEGER, false);
  private static final Setting PERIOD =
      new Setting(CountingPeriod.SETTING, Setting.Shape.TEXT, false);
  private static final Setting ZONE = new Setting(CountingPeriod.ZONE, Setting.Shape.TEXT, false);
  private static final int TAKEN =
      Draft.only(Member.DELTA, Member.ID, Member.MIN, Member.MAX, Member.EVENTS);

  /** The default minimum number of remembered ids of a counter, see {@link #ids}. */
  private static final long USUAL_IDS = 50_000;

  private static final long MOST_IDS = 1_000_000;

  private final Supplier<LinearStore> store;
  private final Supplier<NamespaceStore> namespaces;
  private final LinearSettings settings;
  private final LinearMeters meters;
  private final Clock clock;

  /**
   * @param store makes a store for the calling context
   * @param namespaces makes a store of namespaces for the calling context
   * @param clock of the process; its wall clock says which period it is
   */
  public LinearKind(
      Supplier<LinearStore> store,
      Supplier<NamespaceStore> namespaces,
      LinearSettings settings,
      LinearMeters meters,
      Clock clock) {
    this.store = store;
    this.namespaces = namespaces;
    this.settings = settings;
    this.meters = meters;
    this.clock = clock;
  }

  @Override
  public String label() {
    return LABEL;
  }

  @Override
  public Holding holding(Namespace namespace) {
    return Holding.ORDERED_SUM;
  }

  @Override
  public Set<Feature> features() {
    return Set.of(Feature.LISTS, Feature.RESET, Feature.WINDOWS, Feature.WINDOW_RANKINGS);
  }

  @Override
  public Increment reset(Namespace namespace, CounterName counter) {
    return Increment.reset(counter);
  }

  @Override
  public List<Setting> settings() {
    return List.of(MIN, MAX, PERIOD, ZONE);
  }

  @Override
  public Set<CommonSetting> commonSettings() {
    return Set.of(CommonSetting.DEDUPLICATE, CommonSetting.WINDOWS);
  }

  @Override
  public @Nullable Long remembersIds(Namespace namespace) {
    return namespace.deduplicationWindow() == DeduplicationWindow.OFF ? null : ids(namespace);
  }

  @Override
  public Duration changesHoldAfter() {
    return LinearRules.CHANGES_HOLD;
  }

  @Override
  public void check(Namespace next) {
    // Throws if min is above max.
    var unused = bounds(next);
    if (CountingPeriod.of(next.settings()) != null && setting(next, MAX) == null) {
      throw new InvalidInput(CountingPeriod.SETTING, "a period needs a max, which holds in each");
    }
    long ids = ids(next);
    if (ids < 1 || ids > MOST_IDS) {
      throw new InvalidInput(
          Namespace.DEDUPLICATE,
          "deduplicate of kind linear must be a number of ids from 1 to " + MOST_IDS + ", or off");
    }
    if (next.shards() != 1) {
      throw new InvalidInput("shards", "shards must be 1: a linear counter has one order");
    }
  }

  /** The bounds that a namespace sets for all of its counters. */
  static Bounds bounds(Namespace namespace) {
    return Bounds.of(setting(namespace, MIN), setting(namespace, MAX));
  }

  /** The minimum number of later ids of the same counter before an id is forgotten. */
  static long ids(Namespace namespace) {
    String digits = namespace.settings().get(Namespace.DEDUPLICATE);
    return digits == null ? USUAL_IDS : Long.parseLong(digits);
  }

  private static @Nullable Long setting(Namespace namespace, Setting setting) {
    String digits = namespace.settings().get(setting.name());
    return digits == null ? null : Long.valueOf(digits);
  }

  @Override
  public Eraser eraser() {
    return Eraser.ofCounters(new LinearErasure(store.get())::erase);
  }

  @Override
  public Increment accept(
      Namespace namespace, CounterName counter, List<Draft> drafts, boolean confirmed) {
    if (confirmed) {
      throw new InvalidInput(
          "confirm", "confirm is not for kind linear: what it answers is settled");
    }
    return new Increment(counter, Draft.acceptEach(drafts, LinearKind::event));
  }

  /**
   * Makes an event with its own bounds. The bounds of the namespace are added when the event is
   * counted, because the settings may change until then.
   */
  private static BoundedEvent event(Draft draft) {
    draft.refuseOthers(TAKEN, LABEL);
    return new BoundedEvent(
        draft.addsNothing()
            ? new Event(0, null)
            : Event.adding(draft.delta(), draft.events(), draft.id()),
        Bounds.of(
            draft.has(Member.MIN) ? draft.min() : null, draft.has(Member.MAX) ? draft.max() : null),
        draft.isFirst());
  }

  @Override
  public Recorder recorder(RecorderSite site) {
    return new LinearCounters(
        store.get(),
        new LinearRules(namespaces.get()::find, site.clock()),
        site,
        () -> ThreadLocalRandom.current().nextDouble(),
        UUID.randomUUID(),
        settings,
        meters);
  }

  @Override
  public Reader reader(Reader pages) {
    return new LinearReader(store.get(), clock);
  }
}
