package io.quipu.edge.http.read;

import io.quipu.edge.web.Query;
import io.quipu.engine.input.InvalidInput;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A question of a {@link QueryResource}: what the query string of a single read would be.
 *
 * @param namespaces one, or several if {@code each}
 * @param each whether there is an answer for each of the namespaces
 * @param counter null if the question is about counters of the namespaces
 * @param prefix null if it is about one counter, or about all
 * @param parameters what the question says itself
 * @param usual what the request says for questions that do not say it
 */
record Asked(
    String id,
    Ask ask,
    List<String> namespaces,
    boolean each,
    @Nullable String counter,
    @Nullable String prefix,
    Map<String, String> parameters,
    Map<String, String> usual) {
  /** How a question names a range: by its name, or by its bounds. */
  private static final List<String> RANGE = List.of(RangeInput.FIELD, "from", "to");

  /** With one of these, a question is not of the range of the request. */
  private static final List<String> OF_NO_RANGE = List.of("order", "after", RankedTime.WINDOW);

  /**
   * Joins the parameters of the question with the parameters of the request that apply to it.
   *
   * @param options what reads of one counter of some kinds take
   * @throws InvalidInput naming a parameter that such a question does not take
   */
  Query query(Set<String> options) {
    Map<String, String> all = new HashMap<>(parameters);
    if (isOfUsualRange()) {
      RANGE.stream().filter(usual::containsKey).forEach(name -> all.put(name, usual.get(name)));
    }
    List<String> taken = ask.parameters(counter != null, isOfTime(all), options);
    requireTaken(taken);
    for (String name : List.of(ZoneInput.FIELD, TotalRange.COMPARE)) {
      if (isOfTime(all) && taken.contains(name) && usual.containsKey(name)) {
        all.putIfAbsent(name, usual.get(name));
      }
    }
    if (prefix != null) {
      all.put(TopResource.PREFIX, prefix);
    }
    if (ask == Ask.TOP && all.containsKey("limit")) {
      all.put(TopResource.MOST, Integer.toString(ListLimit.limit(all.remove("limit"))));
    }
    return Query.of(all);
  }

  private void requireTaken(List<String> taken) {
    for (String name : parameters.keySet()) {
      if (!taken.contains(RANGE.contains(name) ? RangeInput.FIELD : name)) {
        throw new InvalidInput(
            name,
            "this question for "
                + ask.text()
                + " takes no "
                + name
                + "; it takes "
                + String.join(", ", new TreeSet<>(taken)));
      }
    }
    if (counter != null && prefix != null) {
      throw new InvalidInput("prefix", "prefix and counter exclude each other");
    }
  }

  private boolean isOfUsualRange() {
    return ask != Ask.COUNT
        && RANGE.stream().noneMatch(parameters::containsKey)
        && OF_NO_RANGE.stream().noneMatch(parameters::containsKey)
        && !(ask == Ask.TOP && parameters.containsKey(RankedTime.GRANULARITY));
  }

  /** Tells whether parameters name a part of time. */
  static boolean isOfTime(Map<String, String> parameters) {
    return parameters.containsKey(RangeInput.FIELD)
        || parameters.containsKey("from")
        || parameters.containsKey("to")
        || parameters.containsKey(RankedTime.GRANULARITY);
  }
}
