package io.quipu.cli.service;

import io.quipu.client.JsonObject;
import io.quipu.client.NotSentException;
import io.quipu.client.Problem;
import io.quipu.client.ProblemException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.security.cert.CertificateException;

/** The lines for users about what failed. */
public final class Complaint {
  private Complaint() {}

  /** Returns one line, which says what to change where the service was not reached. */
  public static String of(Throwable failure) {
    if (failure instanceof ProblemException refused) {
      return of(refused.problem());
    }
    if (isCausedBy(CertificateException.class, failure)) {
      return failure.getMessage() + " (--ca-file says whom to trust)";
    }
    return failure.getMessage()
        + (isCausedBy(NotSentException.class, failure) ? " (--url says where it is)" : "");
  }

  /** Returns one line about a problem that the service tells. */
  public static String of(Problem problem) {
    String detail = problem.detail().isEmpty() ? "" : ": " + problem.detail();
    String key = problem.status() == 401 ? " (--key-file or QUIPU_KEY has a key)" : "";
    return problem.status() + " " + problem.title() + detail + key;
  }

  /** Returns one line about a result that is not an answer. */
  public static String of(JsonObject result) {
    return of(
        new Problem(
            result.text("type", ""),
            result.text("title", ""),
            result.integer("status", 0),
            result.text("detail", "")));
  }

  /** Returns why a file cannot be read, or written. */
  public static String ofFile(IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (failure instanceof CharacterCodingException) {
      return "it is not in UTF-8";
    }
    if (failure instanceof AccessDeniedException) {
      return "you have no right to";
    }
    return String.valueOf(failure.getMessage());
  }

  private static boolean isCausedBy(Class<? extends Throwable> type, Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return true;
      }
    }
    return false;
  }

  /** Tells whether the service itself says so, and nobody in its place. */
  static boolean isOfQuipu(Problem problem) {
    return problem.type().startsWith("/problems/");
  }
}
