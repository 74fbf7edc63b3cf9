package io.quipu.service.auth.token;

/** The failure of a fetch of the keys of an issuer. The message is part of a line in the log. */
public final class IssuerUnusable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  IssuerUnusable(String why) {
    super(why);
  }
}
