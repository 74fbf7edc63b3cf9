package io.quipu.service.auth.token;

/** The keys of an issuer cannot be had. Its message is part of a line for the operator. */
public final class IssuerUnusable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  IssuerUnusable(String why) {
    super(why);
  }
}
