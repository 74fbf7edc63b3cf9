package io.quipu.engine.kinds.linear;

import java.util.ArrayList;
import java.util.List;

/**
 * One order of all events of a counter, held against what clients saw: a history is linearizable if
 * there is an order in which each event adds to the one before it, and none comes after one that
 * was sent only when it had been answered.
 */
final class EventOrder {
  private final List<Counted> order;
  private final int doubtful;

  /** Of the first so many, the latest moment at which one was sent. */
  private final long[] sentBefore;

  /** From that one on, the earliest moment at which one was answered. */
  private final long[] answeredFrom;

  /**
   * An event that counted.
   *
   * @param period in which it counts; the value begins at 0 in each
   * @param count the value after it
   * @param sent the first time
   * @param answered {@link Sent#NEVER} if it was not
   */
  record Counted(long period, long delta, long count, long sent, long answered, Object what) {}

  /**
   * @param doubtful the number of resets that may have happened anywhere
   */
  EventOrder(List<Counted> order, int doubtful) {
    this.order = order;
    this.doubtful = doubtful;
    sentBefore = new long[order.size() + 1];
    answeredFrom = new long[order.size() + 1];
    sentBefore[0] = Long.MIN_VALUE;
    for (int i = 0; i < order.size(); i++) {
      sentBefore[i + 1] = Math.max(sentBefore[i], order.get(i).sent);
    }
    answeredFrom[order.size()] = Sent.NEVER;
    for (int i = order.size() - 1; i >= 0; i--) {
      answeredFrom[i] = Math.min(answeredFrom[i + 1], order.get(i).answered);
    }
  }

  List<String> violations() {
    List<String> found = new ArrayList<>();
    long count = 0;
    int left = doubtful;
    for (int i = 0; i < order.size(); i++) {
      Counted one = order.get(i);
      if (i > 0 && one.period != order.get(i - 1).period) {
        count = 0;
      }
      if (one.count != count + one.delta && one.count == one.delta && left > 0) {
        left--;
      } else if (one.count != count + one.delta) {
        found.add("a value is not that of the event before and its delta: " + one.what);
      }
      if (sentBefore[i] > one.answered) {
        found.add("an event comes after one that was sent when it was answered: " + one.what);
      }
      count = one.count;
    }
    return found;
  }

  /** Tells whether a counter is left so by these events, and perhaps resets in doubt. */
  boolean endsAs(LinearState end) {
    long more = end.events() - order.size();
    boolean same = count(order.size()) == end.count();
    return more >= 0 && more <= doubtful && (same || (more > 0 && end.count() == 0));
  }

  /** The value after so many events. */
  private long count(int events) {
    return events == 0 ? 0 : order.get(events - 1).count;
  }

  private boolean mayBeSeen(int events, long asked, long answered) {
    return sentBefore[events] <= answered && answeredFrom[events] >= asked;
  }

  boolean explains(ObservedState read) {
    return read.events() <= order.size()
        && count((int) read.events()) == read.count()
        && mayBeSeen((int) read.events(), read.asked(), read.answered());
  }

  /** Looks for a moment at which one more event would have passed a bound. */
  boolean explainsRefusal(long told, long delta, Bounds bounds, long sent, long answered) {
    for (int events = 0; events <= order.size(); events++) {
      long sum = told + delta;
      boolean passes = sum < bounds.min() || sum > bounds.max();
      if (passes && count(events) == told && mayBeSeen(events, sent, answered)) {
        return true;
      }
    }
    return false;
  }
}
