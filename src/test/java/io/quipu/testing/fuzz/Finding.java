package io.quipu.testing.fuzz;

import io.quipu.edge.response.Problem;
import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;

/** The failure of a fuzz test: a property does not hold for an input. */
public final class Finding extends AssertionError {
  private static final long serialVersionUID = 1L;

  private Finding(String message) {
    super(message);
  }

  public static void unless(boolean holds, String property) {
    if (!holds) {
      throw new Finding(property);
    }
  }

  public static void unlessEqual(Object actual, Object expected, String property) {
    if (!actual.equals(expected)) {
      throw new Finding(property + ": " + actual + " is not " + expected);
    }
  }

  /** The value that an input is parsed to; empty if it is refused as bad input should be. */
  public static <T> Optional<T> accepted(Supplier<T> parse) {
    try {
      return Optional.of(parse.get());
    } catch (Rejection refusal) {
      checkProblem(refusal.problem());
      return Optional.empty();
    } catch (io.quipu.engine.input.InvalidInput refusal) {
      checkProblem(Problem.invalid(ProblemType.INVALID_REQUEST, refusal));
      return Optional.empty();
    }
  }

  /** A refusal says something, and its answer is JSON whatever the input was. */
  private static void checkProblem(Problem problem) {
    unless(problem.type().status() >= 400 && problem.type().status() < 500, "a status of 4xx");
    unless(!problem.detail().isBlank(), "a refusal says why");
    Optional<String> body = utf8(problem.json("instance").getBytes());
    unless(body.flatMap(ReferenceJson::parse).isPresent(), "a problem is JSON in UTF-8");
  }

  /** The text of bytes in UTF-8; empty if they are not that. */
  public static Optional<String> utf8(byte[] bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  /**
   * Holds what was made of a text against what the reference makes of it.
   *
   * @param text for the differences that are meant
   */
  public static <T> void unlessAgreed(String text, Optional<T> ours, Optional<T> reference) {
    if (ours.isPresent()) {
      unlessEqual(ours, reference, "what is accepted is what the reference accepts");
    } else if (reference.isPresent()) {
      unless(
          !MeantDifference.in(text).isEmpty(),
          "what is refused is refused by the reference, which reads " + reference.get());
    }
  }
}
