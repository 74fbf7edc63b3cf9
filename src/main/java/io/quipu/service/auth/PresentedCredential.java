package io.quipu.service.auth;

/**
 * A key or token that somebody presents. Its text opens something, and never gets into a log.
 *
 * @param credential its hash, under which it is remembered
 */
public record PresentedCredential(Credential credential, String text) {
  /** A token, with the hash of all of it: nobody knows yet whom it is about. */
  public static PresentedCredential ofToken(String text) {
    return new PresentedCredential(new Credential("", Credential.hash(text)), text);
  }

  @Override
  public String toString() {
    return credential.toString();
  }
}
