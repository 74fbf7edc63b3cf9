package io.quipu.http.live;

import io.quipu.http.Backend;
import io.quipu.live.Feed;
import io.quipu.live.Outlet;
import io.quipu.live.Subscriptions;
import io.quipu.metrics.LiveMeters;
import io.quipu.time.Clock;
import io.quipu.time.Scheduler;

/**
 * What the live connections of one HTTP instance share.
 *
 * @param scheduler runs on the context of the instance, like everything here
 */
record Parts(
    Backend backend,
    Feed feed,
    CountText counts,
    Scheduler scheduler,
    Clock clock,
    LiveSettings settings,
    LiveMeters meters) {
  /** Nothing followed yet. */
  Subscriptions subscriptions(Outlet outlet) {
    return new Subscriptions(feed, outlet, scheduler, clock, meters);
  }
}
