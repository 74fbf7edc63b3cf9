package io.quipu.client;

import java.util.List;

/** The counters that one connection follows. */
interface LiveSubject {
  /**
   * Tells whether counters come and go. The service says nothing by itself of one that is gone, and
   * asks to be asked again when there are more than it tells.
   */
  boolean comesAndGoes();

  /** The messages that subscribe to them. */
  List<String> subscriptions();

  /** The part that a connection with room for so many counters follows. */
  LiveSubject within(int most);

  /** The rest, for other connections; null where there is none. */
  @Nullable
  LiveSubject beyond(int most);
}
