package io.quipu.service.auth;

import io.quipu.engine.model.EventTime;

/**
 * A key in the store. A stored key can be deleted, but is never changed.
 *
 * @param created the time at which the key was created, by the wall clock of the creating instance,
 *     to the millisecond
 */
public record StoredKey(Credential credential, Grant grant, EventTime created) {
  public String id() {
    return credential.id();
  }
}
