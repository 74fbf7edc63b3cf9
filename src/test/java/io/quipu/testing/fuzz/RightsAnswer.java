package io.quipu.testing.fuzz;

import io.quipu.testing.dev.HttpLine.Answer;
import io.quipu.testing.fuzz.RightsRequest.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The rules for the answer to a request, whatever its mistakes. */
final class RightsAnswer {
  private static final Pattern NAMESPACE = Pattern.compile("\"namespace\": *\"([a-z0-9_-]+)\"");
  private static final String HIDDEN_COUNT = "987654321";

  private RightsAnswer() {}

  static List<String> violations(RightsRequest request, Answer answer) {
    List<String> found = new ArrayList<>();
    int status = answer.status();
    boolean success = status < 300 || status == 304;
    if (status >= 500) {
      found.add("a failure");
    }
    switch (request.verdict) {
      case NOBODY -> require(status == 401, "401", found);
      case FORBIDDEN -> require(status == 403, "403", found);
      case REFUSED -> require(status == 401 || status == 403, "401 or 403", found);
      case ALLOWED -> require(status != 401 && status != 403, "neither 401 nor 403", found);
      case AS_ITS_BODY_SAYS -> requireAllowed(request, success, found);
    }
    if (status == 207) {
      found.add("not all or nothing");
    }
    Holder holder = request.holder;
    if (success && holder != null) {
      leaks(holder, request.operation, answer.body(), found);
    }
    if (!success && answer.body().contains(HIDDEN_COUNT)) {
      found.add("a count in a refusal");
    }
    return found.stream().map(words -> words(request, answer, words)).toList();
  }

  private static String words(RightsRequest request, Answer answer, String words) {
    return words + ": " + request + " --> " + answer.status() + " " + answer.body();
  }

  private static void require(boolean holds, String wanted, List<String> found) {
    if (!holds) {
      found.add("not " + wanted);
    }
  }

  private static void requireAllowed(RightsRequest request, boolean success, List<String> found) {
    Holder holder = request.holder;
    try {
      require(!success || (holder != null && request.isAllowedByBody(holder)), "refused", found);
    } catch (RuntimeException unreadable) {
      found.add("accepted, and not JSON: " + unreadable);
    }
  }

  /** Finds what is in an answer that its reader may not know of. */
  static void leaks(Holder holder, RightsOperation operation, String body, List<String> found) {
    NAMESPACE
        .matcher(body)
        .results()
        .map(each -> each.group(1))
        .filter(
            name ->
                !(operation == RightsOperation.NAMESPACES
                    ? holder.mayIn("read", name)
                    : holder.knows(name)))
        .forEach(name -> found.add("tells of " + name));
    if (body.contains(HIDDEN_COUNT) && !holder.mayIn("read", "omega")) {
      found.add("tells a count of omega");
    }
  }

  /** Tells whether it is certain that the events of a request were recorded. */
  static boolean isRecorded(RightsRequest request, Answer answer) {
    return request.operation.records() && answer.status() == 201;
  }

  static boolean isRefused(Verdict verdict) {
    return verdict == Verdict.NOBODY || verdict == Verdict.FORBIDDEN || verdict == Verdict.REFUSED;
  }
}
