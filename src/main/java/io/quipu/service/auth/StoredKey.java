package io.quipu.service.auth;

import io.quipu.engine.model.EventTime;

/**
 * A key in the store. A key is created and deleted, but never changed.
 *
 * @param created the wall-clock time of the instance that created the key, to the millisecond
 */
public record StoredKey(Credential credential, Grant grant, EventTime created) {
  public String id() {
    return credential.id();
  }
}
