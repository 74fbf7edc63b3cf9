package io.quipu.engine.keys;

import io.quipu.engine.windows.EventTime;
import org.jspecify.annotations.Nullable;

/**
 * A key in the store. A stored key can be deleted, but nothing of it is changed except its last
 * use.
 *
 * @param draft the settings of the key; the name and the creator are empty if an earlier version
 *     created it
 * @param created the time at which the key was created, by the wall clock of the creating instance,
 *     to the millisecond
 * @param lastUsed the begin of the hour in which the key was last used, by the wall clock of the
 *     instance that it was shown to; null if no use is known
 */
public record StoredKey(
    Credential credential, KeyDraft draft, EventTime created, @Nullable EventTime lastUsed) {
  public String id() {
    return credential.id();
  }

  public Grant grant() {
    return draft.grant();
  }

  /** Returns a copy of this key that was last used in an hour. */
  public StoredKey used(EventTime hour) {
    return new StoredKey(credential, draft, created, hour);
  }
}
