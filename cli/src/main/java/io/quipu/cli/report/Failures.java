package io.quipu.cli.report;

import io.quipu.cli.screen.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The failures of one report. What fails for the same reason is one failure. */
final class Failures {
  /** The place of a question in the request, which nobody sees who reads a report. */
  private static final Pattern PLACE = Pattern.compile("\\bqueries\\[[0-9]+]: ");

  private final Map<String, List<String>> subjects = new LinkedHashMap<>();
  private final Map<String, Integer> statuses = new LinkedHashMap<>();

  void add(String subject, int status, String complaint) {
    String why = PLACE.matcher(complaint).replaceFirst("");
    subjects.computeIfAbsent(why, any -> new ArrayList<>()).add(subject);
    statuses.put(why, status);
  }

  List<Failure> all() {
    List<Failure> all = new ArrayList<>();
    subjects.forEach(
        (why, parts) ->
            all.add(
                new Failure(
                    Table.plain(String.join(", ", parts) + ": " + why),
                    statuses.getOrDefault(why, 0))));
    return all;
  }
}
