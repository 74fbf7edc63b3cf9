package io.quipu.service.auth;

/**
 * A token as somebody shows it. Its text opens something, and never gets into a log.
 *
 * @param credential its hash, under which it is remembered
 */
public record ShownToken(Credential credential, String text) {
  /** A token, with the hash of all of it. */
  public static ShownToken of(String text) {
    return new ShownToken(Credential.ofToken(text), text);
  }

  @Override
  public String toString() {
    return "token " + credential.hash();
  }
}
