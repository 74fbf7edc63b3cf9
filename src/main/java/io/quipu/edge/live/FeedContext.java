package io.quipu.edge.live;

import io.quipu.edge.counters.CounterApi;
import io.quipu.edge.guard.ByteBudget;
import io.quipu.engine.live.LiveMeters;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import io.quipu.service.CounterService;

/**
 * The rest of one HTTP instance, as its live connections share it.
 *
 * @param scheduler runs on the context of the instance, like everything here
 */
record FeedContext(
    CounterApi api,
    Feed feed,
    PrefixFeed prefixes,
    CountMessage counts,
    Scheduler scheduler,
    Clock clock,
    LiveSettings settings,
    LiveMeters meters,
    ByteBudget budget) {
  CounterService service() {
    return api.service();
  }

  /** Nothing followed yet. */
  Subscriptions subscriptions(Outlet outlet) {
    return new Subscriptions(feed, outlet, scheduler, clock, meters);
  }
}
