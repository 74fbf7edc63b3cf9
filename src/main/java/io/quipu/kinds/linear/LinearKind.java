package io.quipu.kinds.linear;

import io.quipu.counter.CounterName;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.Event;
import io.quipu.counter.InvalidInput;
import io.quipu.counter.Namespace;
import io.quipu.kind.Draft;
import io.quipu.kind.Draft.Member;
import io.quipu.kind.Holding;
import io.quipu.kind.Kind;
import io.quipu.kind.Reader;
import io.quipu.kind.ReaderSite;
import io.quipu.kind.Recorder;
import io.quipu.kind.RecorderSite;
import io.quipu.kind.Setting;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts in one order, which is decided before an event is acknowledged: the answer has the value
 * after it, and the count never leaves its bounds.
 */
public final class LinearKind implements Kind {
  private static final String LABEL = "linear";
  private static final Setting MIN = new Setting("min", true, false);
  private static final Setting MAX = new Setting("max", true, false);
  private static final int TAKEN = Draft.only(Member.DELTA, Member.ID, Member.MIN, Member.MAX);

  private final Supplier<LinearStore> store;
  private final LinearSettings settings;
  private final LinearMeters meters;

  /**
   * @param store makes one for the context that calls
   */
  public LinearKind(Supplier<LinearStore> store, LinearSettings settings, LinearMeters meters) {
    this.store = store;
    this.settings = settings;
    this.meters = meters;
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
  public List<Setting> settings() {
    return List.of(MIN, MAX);
  }

  @Override
  public void check(Namespace next) {
    var unused = bounds(next);
    if (next.shards() != 1) {
      throw new InvalidInput("shards", "shards must be 1: a linear counter has one order");
    }
  }

  /** What a namespace says of all of its counters. */
  static Bounds bounds(Namespace namespace) {
    return Bounds.of(setting(namespace, MIN), setting(namespace, MAX));
  }

  private static @Nullable Long setting(Namespace namespace, Setting setting) {
    String digits = namespace.settings().get(setting.name());
    return digits == null ? null : Long.valueOf(digits);
  }

  @Override
  public Increment accept(
      Namespace namespace, CounterName counter, List<Draft> drafts, boolean confirmed) {
    if (confirmed) {
      throw new InvalidInput(
          "confirm", "confirm is not for kind linear: what it answers is settled");
    }
    Bounds bounds = bounds(namespace);
    boolean remembers = namespace.deduplicationWindow() != DeduplicationWindow.OFF;
    return new Increment(
        counter, Draft.acceptEach(drafts, draft -> event(draft, bounds, remembers)));
  }

  private static BoundedEvent event(Draft draft, Bounds bounds, boolean remembers) {
    draft.refuseOthers(TAKEN, LABEL);
    Event event = Event.adding(draft.delta(), draft.id());
    Bounds own =
        Bounds.of(
            draft.has(Member.MIN) ? draft.min() : null, draft.has(Member.MAX) ? draft.max() : null);
    return new BoundedEvent(
        remembers ? event : new Event(event.delta(), null),
        own.equals(Bounds.NONE) ? bounds : own.and(bounds));
  }

  @Override
  public Recorder recorder(RecorderSite site) {
    return new LinearRecorder(
        new LinearCounters(
            store.get(),
            site.clock(),
            site.scheduler(),
            () -> ThreadLocalRandom.current().nextDouble(),
            UUID.randomUUID(),
            settings,
            meters,
            site.changed()));
  }

  @Override
  public Reader reader(ReaderSite site) {
    return new LinearReader(store.get());
  }
}
