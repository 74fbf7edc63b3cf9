package io.quipu.service.auth;

import io.quipu.engine.model.EventTime;

/**
 * A key as the store has it. It is created and deleted, and never changes between.
 *
 * @param created by the wall clock of whoever created it, to the millisecond
 */
public record StoredKey(Credential credential, Grant grant, EventTime created) {
  public String id() {
    return credential.id();
  }
}
