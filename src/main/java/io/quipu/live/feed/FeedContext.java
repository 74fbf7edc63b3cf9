package io.quipu.live.feed;

import io.quipu.http.Backend;
import io.quipu.live.LiveMeters;
import io.quipu.time.Clock;
import io.quipu.time.Scheduler;
import io.quipu.web.ByteBudget;

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
