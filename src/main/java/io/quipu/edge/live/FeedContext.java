package io.quipu.edge.live;

import io.quipu.edge.guard.ByteBudget;
import io.quipu.edge.http.Backend;
import io.quipu.engine.live.LiveMeters;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;

/**
 * What the live connections of one HTTP instance share.
 *
 * @param scheduler runs on the context of the instance, like everything here
 */
record FeedContext(
    Backend backend,
    Feed feed,
    PrefixFeed prefixes,
    CountMessage counts,
    Scheduler scheduler,
    Clock clock,
    LiveSettings settings,
    LiveMeters meters,
    ByteBudget budget) {
  /** Nothing followed yet. */
  Subscriptions subscriptions(Outlet outlet) {
    return new Subscriptions(feed, outlet, scheduler, clock, meters);
  }
}
