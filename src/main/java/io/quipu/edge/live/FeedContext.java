package io.quipu.edge.live;

import io.quipu.edge.counters.CounterApi;
import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.engine.live.LiveMeters;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import io.quipu.service.CounterService;

/**
 * The parts that all live connections of one HTTP instance share.
 *
 * @param scheduler runs tasks on the context of the instance, to which the feeds are confined
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

  /** Makes the subscriptions of a new connection. */
  Subscriptions subscriptions(Outlet outlet) {
    return new Subscriptions(feed, outlet, scheduler, clock, meters);
  }
}
