package io.quipu.service.auth;

import io.quipu.engine.keys.Credential;

/**
 * A key or token that a caller presents. The text is secret, and must not be written to a log.
 *
 * @param credential has the hash by which the caller is cached
 * @param text the whole key or token
 */
public record PresentedCredential(Credential credential, String text) {
  /** Makes a presented token, with the hash of its whole text; the subject is not known yet. */
  public static PresentedCredential ofToken(String text) {
    return new PresentedCredential(new Credential("", Credential.hash(text)), text);
  }

  @Override
  public String toString() {
    return credential.toString();
  }
}
