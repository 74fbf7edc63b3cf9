package io.quipu.cassandra.findings;

import java.util.Collection;
import java.util.Locale;

/**
 * The result of one check of Cassandra.
 *
 * @param name a short name of the checked thing, for example {@code commitlog_sync}
 * @param detail one line: the value that was found, and what may be lost or go wrong
 * @param remedy one line: the statement, setting or command that helps; empty if nothing is to do
 */
public record Finding(Status status, String name, String detail, String remedy) {
  /** The result of a check, from the best to the worst for the exit code of the doctor. */
  public enum Status {
    OK(0),
    /** No guarantee breaks now, but some fault or some operation could break one. */
    WARNING(3),
    /** The check was not possible, for example because the account lacks a permission. */
    UNKNOWN(2),
    /** A guarantee breaks: an instance does not start. */
    BROKEN(1);

    private final int exitCode;

    Status(int exitCode) {
      this.exitCode = exitCode;
    }

    /** The exit code of the doctor if this is the worst status. */
    public int exitCode() {
      return exitCode;
    }

    /** The name in output and in tags. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static Finding ok(String name, String detail) {
    return new Finding(Status.OK, name, detail, "");
  }

  public static Finding warning(String name, String detail, String remedy) {
    return new Finding(Status.WARNING, name, detail, remedy);
  }

  public static Finding broken(String name, String detail, String remedy) {
    return new Finding(Status.BROKEN, name, detail, remedy);
  }

  public static Finding unknown(String name, String detail, String remedy) {
    return new Finding(Status.UNKNOWN, name, detail, remedy);
  }

  public boolean is(Status other) {
    return status == other;
  }

  /** The detail and the remedy in one line. */
  public String line() {
    return remedy.isEmpty() ? detail : detail + ": " + remedy;
  }

  /** The worst status of some findings; {@code OK} if there is none. */
  public static Status worst(Collection<Finding> findings) {
    return findings.stream().map(Finding::status).max(Status::compareTo).orElse(Status.OK);
  }
}
