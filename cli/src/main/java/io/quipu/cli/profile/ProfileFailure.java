package io.quipu.cli.profile;

/** The failure to read or write profiles. The message is a line for users. */
public final class ProfileFailure extends Exception {
  private static final long serialVersionUID = 1L;

  ProfileFailure(String line) {
    super(line);
  }
}
