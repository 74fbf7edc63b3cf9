package io.quipu.engine.kinds.linear;

import io.quipu.engine.kinds.linear.EventOrder.Counted;
import io.quipu.engine.kinds.linear.IncrementOutcome.CountedEvent;
import io.quipu.engine.kinds.linear.IncrementOutcome.PastBound;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.state.Event;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Holds what the clients of one counter were told against one order of all its events. */
public final class LinearChecker {
  private final List<Sent> sent;
  private final List<ObservedState> reads;
  private final LinearState end;
  private final List<String> violations = new ArrayList<>();
  private final Set<Long> periods = new HashSet<>();

  public LinearChecker(List<Sent> sent, List<ObservedState> reads, LinearState end) {
    this.sent = sent;
    this.reads = reads;
    this.end = end;
  }

  /** The number of periods in which events count. */
  public int periods() {
    return periods.size();
  }

  public List<String> violations() {
    return violations;
  }

  /**
   * A counter all of whose events are single, add 1 and have no id: the values are the order. What
   * is missing between them must be of events of which nobody knows, each sent before any that
   * comes after it was answered.
   */
  public void checkOnes() {
    List<Counted> told = new ArrayList<>();
    List<Sent> unknown = new ArrayList<>();
    for (Sent one : sent) {
      if (one.isRecorded()) {
        long count = one.recorded().last().count();
        told.add(new Counted(0, 1, count, one.first, one.answered, one));
      } else if (!one.isCertainlyNotCounted()) {
        unknown.add(one);
      }
    }
    told.sort(Comparator.comparingLong(Counted::count));
    unknown.sort(Comparator.comparingLong(one -> one.first));
    checkOrder(new EventOrder(withMissing(told, new ArrayDeque<>(unknown)), 0));
  }

  private List<Counted> withMissing(List<Counted> told, Deque<Sent> unknown) {
    List<Counted> all = new ArrayList<>();
    for (Counted one : told) {
      if (one.count() == all.size()) {
        violations.add("a value was told twice: " + one);
        continue;
      }
      fill(all, one.count() - 1, unknown);
      all.add(one);
    }
    fill(all, end.count(), unknown);
    return all;
  }

  private void fill(List<Counted> all, long upTo, Deque<Sent> unknown) {
    while (all.size() < upTo) {
      Sent one = unknown.poll();
      if (one == null) {
        violations.add("nobody sent what makes " + (all.size() + 1));
        return;
      }
      all.add(new Counted(0, 1, all.size() + 1, one.first, Sent.NEVER, one));
    }
  }

  /**
   * A counter all of whose events have an id of their own: what is remembered of them is the order.
   *
   * @param namespace of the counter, perhaps with a period
   */
  public void checkIds(Map<String, RememberedEvent> remembered, Namespace namespace) {
    CountingPeriod period = CountingPeriod.of(namespace.settings());
    Map<String, Sent> byId = new HashMap<>();
    sent.forEach(one -> one.events.forEach(event -> byId.put(event.id(), one)));
    TreeMap<Long, Counted> order = new TreeMap<>();
    for (Sent one : sent) {
      if (one.isReset() && one.isRecorded()) {
        long at = one.recorded().last().at().timestamp();
        order.put(at, new Counted(at, 0, 0, one.first, one.answered, one));
      }
    }
    TreeSet<Long> resets = new TreeSet<>(order.keySet());
    for (RememberedEvent fact : remembered.values()) {
      Sent one = byId.get(fact.id());
      long answered = one.isRecorded() ? one.answered : Sent.NEVER;
      long at = fact.at().timestamp();
      long start =
          period == null
              ? Objects.requireNonNullElse(resets.floor(at), 0L)
              : period.startOf(EventTime.of(fact.at())).ticks();
      periods.add(start);
      order.put(at, new Counted(start, fact.delta(), fact.count(), one.first, answered, one));
    }
    sent.forEach(one -> checkFacts(one, remembered));
    checkOrder(new EventOrder(List.copyOf(order.values()), doubtfulResets()));
  }

  private int doubtfulResets() {
    return (int)
        sent.stream()
            .filter(one -> one.isReset() && !one.isRecorded() && !one.isCertainlyNotCounted())
            .count();
  }

  private void checkFacts(Sent one, Map<String, RememberedEvent> remembered) {
    List<RememberedEvent> facts = new ArrayList<>();
    for (Event event : one.events) {
      RememberedEvent fact = remembered.get(event.id());
      if (fact != null) {
        facts.add(fact);
      }
    }
    if (!facts.isEmpty() && facts.size() < one.events.size()) {
      violations.add("only some of the events of a request are counted: " + one);
    }
    if (!facts.isEmpty() && one.isCertainlyNotCounted()) {
      violations.add("an increment counts that was refused: " + one);
    }
    if (one.isRecorded() && !one.isReset() && !agrees(one.recorded().events(), facts)) {
      violations.add("an increment was told what does not stand: " + one + ", but " + facts);
    }
  }

  private static boolean agrees(List<CountedEvent> told, List<RememberedEvent> facts) {
    if (told.size() != facts.size()) {
      return false;
    }
    for (int i = 0; i < told.size(); i++) {
      if (told.get(i).count() != facts.get(i).count()
          || !told.get(i).at().equals(facts.get(i).at())) {
        return false;
      }
    }
    return true;
  }

  private void checkOrder(EventOrder order) {
    violations.addAll(order.violations());
    if (!order.endsAs(end)) {
      violations.add("the end is not what was counted: " + end);
    }
    Set<Object> times = new HashSet<>();
    for (Sent one : sent) {
      if (one.isRecorded()) {
        one.recorded().events().forEach(event -> addTime(times, event, one));
      } else if (one.isRefusedByBound()) {
        checkRefusal(order, one);
      }
    }
    for (ObservedState read : reads) {
      // one that is in doubt may lie anywhere, and counts as an event
      if (doubtfulResets() == 0 && !order.explains(read)) {
        violations.add("a read saw what was not: " + read);
      }
    }
  }

  private void addTime(Set<Object> times, CountedEvent event, Sent one) {
    if (!times.add(event.at())) {
      violations.add("two events have the same time: " + one);
    }
  }

  private void checkRefusal(EventOrder order, Sent one) {
    PastBound told = (PastBound) one.outcome;
    // Those of a namespace are not those of the request, and change.
    Bounds bounds = one.bounds.equals(Bounds.NONE) ? told.bounds() : one.bounds;
    if (one.events.size() == 1
        && !order.explainsRefusal(told.count(), told.delta(), bounds, one.latest, one.answered)) {
      violations.add("an increment was refused that passed no bound: " + one);
    }
  }
}
