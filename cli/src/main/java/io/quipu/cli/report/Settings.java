package io.quipu.cli.report;

import io.quipu.cli.service.Unanswered;
import io.quipu.client.JsonObject;
import io.quipu.client.ProblemException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a namespace that a report goes by.
 *
 * @param stands whether a count says what stands, so that a total is by how much that has changed
 * @param breakdowns the sets of labels by which its counters are broken down
 * @param unread why the settings are not known; null if they are
 */
public record Settings(boolean stands, List<List<String>> breakdowns, @Nullable Unanswered unread) {

  /** The settings in an answer of the service. */
  public static Settings of(JsonObject answer) {
    List<List<String>> sets =
        answer.members().get("breakdowns") instanceof List<?> all
            ? all.stream()
                .map(set -> ((List<?>) set).stream().map(String::valueOf).toList())
                .toList()
            : List.of();
    return new Settings(answer.text("kind", "").equals("latest"), sets, null);
  }

  /** No settings, because they were not answered. */
  public static Settings unread(Unanswered why) {
    return new Settings(false, List.of(), why);
  }

  /** The status that the service refused them with; 0 if it did not. */
  int status() {
    return unread != null && unread.getCause() instanceof ProblemException refused
        ? refused.problem().status()
        : 0;
  }

  /** Tells whether they were kept from a caller who may read public numbers alone. */
  boolean isForbidden() {
    return status() == 401 || status() == 403;
  }
}
