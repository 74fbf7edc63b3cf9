package io.quipu.client;

/** How one attempt of an event ended. */
sealed interface Verdict {
  /**
   * It is acknowledged.
   *
   * @param value after it, if the answer has one
   */
  record Recorded(@Nullable Incremented value) implements Verdict {
    Recorded() {
      this(null);
    }
  }

  /** It was certainly not recorded by this attempt, and may be sent again. */
  record NotWritten(QuipuException why) implements Verdict {}

  /** It may be recorded, or not. */
  record Unknown(QuipuException why) implements Verdict {}

  /** It is refused, and would be again. */
  record Final(ProblemException why) implements Verdict {}

  /** Decides what a problem means for an event that it is about. */
  static Verdict of(Problem problem) {
    ProblemException why = new ProblemException(problem);
    return switch (problem.status()) {
      case 500, 502, 504 -> new Unknown(why);
      case 408, 429, 503 ->
          HttpAnswer.isOfTheService(problem) && !problem.type().equals("/problems/outcome-unknown")
              ? new NotWritten(why)
              : new Unknown(why);
      default -> new Final(why);
    };
  }
}
