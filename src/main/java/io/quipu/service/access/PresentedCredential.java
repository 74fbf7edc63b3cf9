package io.quipu.service.access;

import io.quipu.service.auth.Credential;

/**
 * A key or token that somebody presents. Its text opens something, and never gets into a log.
 *
 * @param credential its hash, under which it is remembered
 */
public record PresentedCredential(Credential credential, String text) {
  @Override
  public String toString() {
    return credential.toString();
  }
}
