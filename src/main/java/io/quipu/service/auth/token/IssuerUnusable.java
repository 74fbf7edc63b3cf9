package io.quipu.service.auth.token;

/** The failure to get the keys of an issuer. The message is part of a line for the operator. */
public final class IssuerUnusable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  IssuerUnusable(String why) {
    super(why);
  }
}
