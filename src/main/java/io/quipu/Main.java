package io.quipu;

/** Starts Quipu: configuration, session, schema, verticles. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.err.println("not yet");
  }
}
