package io.quipu.edge.guard.connection;

/** A certificate or key that cannot be served. The message is part of a line for the operator. */
public final class UnusableCertificate extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnusableCertificate(String why) {
    super(why);
  }
}
