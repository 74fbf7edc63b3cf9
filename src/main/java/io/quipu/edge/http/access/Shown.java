package io.quipu.edge.http.access;

import io.quipu.service.auth.Credential;

/**
 * What somebody shows: a key or a token. Its text opens something, and never gets into a log.
 *
 * @param credential its hash, under which it is remembered
 */
record Shown(Credential credential, String text) {
  @Override
  public String toString() {
    return credential.toString();
  }
}
